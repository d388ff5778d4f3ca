from django.apps import AppConfig
from django.conf import settings
from django.core.checks import register

from adjudicator import SETUPS, SetupError, load_setup

from . import env
from .checks import CHECKS
from .monitoring import counter_files


class SiteConfig(AppConfig):
    """The project as an app: its checks, management commands and counters."""

    name = "config"
    default = True

    def ready(self) -> None:
        for name in SETUPS:
            _load(name)
        for check, tag, deploy in CHECKS:
            register(check, tag, deploy=deploy)
        if settings.METRICS_DIR:
            counter_files.share_counters(settings.METRICS_DIR)


def _load(name: str) -> None:
    """Load a set-up. A faulty file stops the program with one line that says what is wrong."""
    try:
        load_setup(name)
    except SetupError as error:
        env.refuse("set-ups", error.sentence)

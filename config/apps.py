from django.apps import AppConfig
from django.conf import settings
from django.core.checks import register

from adjudicator import SetupError
from adjudicator.setups import power_names

from . import env
from .checks import CHECKS
from .monitoring import counter_files


class SiteConfig(AppConfig):
    """The project as an app: its checks, management commands and counters."""

    name = "config"
    default = True

    def ready(self) -> None:
        _load_setups()
        for check, tag, deploy in CHECKS:
            register(check, tag, deploy=deploy)
        if settings.METRICS_DIR:
            counter_files.share_counters(settings.METRICS_DIR)


def _load_setups() -> None:
    """Load all set-ups. A faulty file stops the program with one line that says what is wrong."""
    try:
        power_names()
    except SetupError as error:
        env.refuse("set-ups", error.sentence)

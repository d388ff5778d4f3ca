from django.apps import AppConfig
from django.conf import settings
from django.core.checks import register

from . import tallies
from .checks import CHECKS


class SiteConfig(AppConfig):
    """The site itself: its checks and the command that starts it."""

    name = "config"
    default = True

    def ready(self) -> None:
        for check, tag, deploy in CHECKS:
            register(check, tag, deploy=deploy)
        if settings.METRICS_DIR:
            tallies.share(settings.METRICS_DIR)

from django.apps import AppConfig
from django.core.checks import register

from .checks import CHECKS


class SiteConfig(AppConfig):
    """The site itself: its checks and the command that starts it."""

    name = "config"
    default = True

    def ready(self) -> None:
        for check, tag, deploy in CHECKS:
            register(check, tag, deploy=deploy)

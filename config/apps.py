from django.apps import AppConfig
from django.conf import settings
from django.core.checks import register

from .checks import CHECKS
from .monitoring import counter_files


class SiteConfig(AppConfig):
    """The project as an app: its checks, management commands and counters."""

    name = "config"
    default = True

    def ready(self) -> None:
        for check, tag, deploy in CHECKS:
            register(check, tag, deploy=deploy)
        if settings.METRICS_DIR:
            counter_files.share_counters(settings.METRICS_DIR)

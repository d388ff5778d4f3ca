"""System checks of this project for `manage.py check --deploy`, besides Django's own."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import Warning as CheckWarning


def check_clock(app_configs: Sequence[AppConfig] | None, **_options: Any) -> list[CheckMessage]:
    """Refuse a shifted clock in production: deadlines would pass at the wrong time."""
    if settings.PRODUCTION and settings.CLOCK_OFFSET_FILE:
        return [
            Error(
                "The clock is shifted by ENTENTE_CLOCK_OFFSET_FILE.",
                hint="Unset it: it is for tests and rehearsals.",
                id="entente.E001",
            )
        ]
    return []


def check_services(app_configs: Sequence[AppConfig] | None, **_options: Any) -> list[CheckMessage]:
    """Warn of settings of an embedded site that a public site should not have."""
    messages: list[CheckMessage] = []
    if getattr(settings, "EMAIL_FILE_PATH", None) or settings.EMAIL_BACKEND.endswith(
        "console.EmailBackend"
    ):
        messages.append(
            CheckWarning("Mail is not sent.", hint="Set EMAIL_URL to a server.", id="entente.W001")
        )
    if not settings.REDIS_URL:
        messages.append(
            CheckWarning(
                "Messages and the cache are files of one machine.",
                hint="Set REDIS_URL to run on several.",
                id="entente.W002",
            )
        )
    return messages


CHECKS = ((check_clock, Tags.security, False), (check_services, Tags.security, True))

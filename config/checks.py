"""What `manage.py check --deploy` asks of a production site beyond Django's own questions."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import Warning as Caution

from games.telling.pushes import switch


def no_shifted_clock(
    app_configs: Sequence[AppConfig] | None, **_options: Any
) -> list[CheckMessage]:
    """A deadline that passes at another time than the clock on the wall says is a scandal."""
    if settings.PRODUCTION and settings.CLOCK_OFFSET_FILE:
        return [
            Error(
                "The clock is shifted by ENTENTE_CLOCK_OFFSET_FILE.",
                hint="Unset it: it is for tests and rehearsals.",
                id="entente.E001",
            )
        ]
    return []


def services_stand(app_configs: Sequence[AppConfig] | None, **_options: Any) -> list[CheckMessage]:
    """Name what an embedded site does that a public one should not."""
    found: list[CheckMessage] = []
    if getattr(settings, "EMAIL_FILE_PATH", None) or settings.EMAIL_BACKEND.endswith(
        "console.EmailBackend"
    ):
        found.append(
            Caution("Mail is not sent.", hint="Set EMAIL_URL to a server.", id="entente.W001")
        )
    if not settings.REDIS_URL:
        found.append(
            Caution(
                "Messages and the cache are files of one machine.",
                hint="Set REDIS_URL to run on several.",
                id="entente.W002",
            )
        )
    if settings.VAPID_KEY and not switch.is_on():
        found.append(
            Caution(
                "Browsers are told nothing: the library that web push takes is missing.",
                hint="Install requirements-push.txt, or unset ENTENTE_VAPID_KEY.",
                id="entente.W003",
            )
        )
    return found


CHECKS = ((no_shifted_clock, Tags.security, False), (services_stand, Tags.security, True))

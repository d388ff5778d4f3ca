"""The language, notation and time zone for texts made outside a request of their reader.

Examples are mail, push messages, and the calendars and feeds that programs fetch.
"""

import zoneinfo
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.conf import settings
from django.utils import timezone, translation

from accounts import notation, time_zones
from accounts.models import User


@contextmanager
def override(person: User | None, *, language: str = settings.LANGUAGE_CODE) -> Iterator[None]:
    """Use the language, notation and time zone of `person` inside the block.

    Without a person: `language`, its notation and the time zone of the site.
    """
    zone = settings.TIME_ZONE
    if person is not None:
        language = person.language
        zone = person.time_zone if person.time_zone in time_zones.names() else zone
    known = language in dict(settings.LANGUAGES)
    with ExitStack() as stack:
        stack.enter_context(translation.override(language if known else settings.LANGUAGE_CODE))
        stack.enter_context(notation.override(person.notation if person else ""))
        stack.enter_context(timezone.override(zoneinfo.ZoneInfo(zone)))
        yield

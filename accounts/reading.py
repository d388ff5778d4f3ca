"""How a person reads what no page of theirs shows: mail, and what programs fetch for them."""

import zoneinfo
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.conf import settings
from django.utils import timezone, translation

from accounts import notation, zones
from accounts.models import User


@contextmanager
def of(person: User | None, *, language: str = settings.LANGUAGE_CODE) -> Iterator[None]:
    """Words, orders and times inside the block are those of `person`; without one, in `language`,
    its notation and the zone of the site."""
    zone = settings.TIME_ZONE
    if person is not None:
        language = person.language
        zone = person.time_zone if person.time_zone in zones.names() else zone
    known = language in dict(settings.LANGUAGES)
    with ExitStack() as reading:
        reading.enter_context(translation.override(language if known else settings.LANGUAGE_CODE))
        reading.enter_context(notation.override(person.notation if person else ""))
        reading.enter_context(timezone.override(zoneinfo.ZoneInfo(zone)))
        yield

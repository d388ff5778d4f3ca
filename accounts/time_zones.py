"""The time zones of the IANA database: which exist, their names in words, and their list in a form.

A zone is named by its city, in the active language: CLDR has the names, which come with Babel.
"""

import re
import zoneinfo
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import groupby

from babel.core import UnknownLocaleError
from babel.dates import get_timezone_location
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

Choices = list[tuple[str, str | list[tuple[str, str]]]]

AREAS: Mapping[str, object] = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": pgettext_lazy("ocean", "Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": pgettext_lazy("ocean", "Pacific"),
}
# Names in the database that are no zone of a place: an unset clock, and that of the machine.
_NO_ZONES = {"Factory", "localtime"}
# Zones without a city. The sign in such a name is the opposite of the usual one.
_OFFSET = re.compile(r"Etc/GMT([+-])(\d+)")
_WITHOUT_CITY = {
    **dict.fromkeys(("UTC", "UCT", "GMT", "GMT0", "GMT+0", "GMT-0"), "UTC"),
    **dict.fromkeys(("Zulu", "Universal", "Greenwich"), "UTC"),
    "EST": "UTC−5",
    "MST": "UTC−7",
    "HST": "UTC−10",
}
# Zones named by a time; CLDR has no city for them.
_CITIES = {
    "EST5EDT": "America/New_York",
    "CST6CDT": "America/Chicago",
    "MST7MDT": "America/Denver",
    "PST8PDT": "America/Los_Angeles",
}


@cache
def names() -> frozenset[str]:
    """Return the names of all zones, including old ones such as Asia/Calcutta."""
    return frozenset(zoneinfo.available_timezones() - _NO_ZONES)


@cache
def _offered() -> tuple[str, ...]:
    """Return the zones that forms offer: one for each place, without old names."""
    table = files("tzdata").joinpath("zoneinfo/zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return tuple(sorted({row[2] for row in rows if len(row) > 2} & names()))


def choices(chosen: str = "") -> Choices:
    """Return form choices by continent, UTC first; `chosen` is included even if it is old."""
    zones: Choices = [("UTC", "UTC")]
    if chosen and chosen != "UTC" and chosen in names() and chosen not in _offered():
        zones.append((chosen, city(chosen)))
    for area, members in groupby(_offered(), key=lambda name: name.partition("/")[0]):
        cities = sorted(((name, city(name)) for name in members), key=lambda each: each[1])
        zones.append((str(AREAS.get(area, area)), cities))
    return zones


def city(name: str) -> str:
    """Return “Madrid” for “Europe/Madrid” in the active language; “UTC” or “UTC−3” without one."""
    return _city(name, get_language() or "en")


def in_words(name: str) -> str:
    """Return “Madrid time” for “Europe/Madrid”; “UTC” or “UTC−3” for a zone without a city."""
    place = city(name)
    return place if place.startswith("UTC") else _("%(city)s time") % {"city": place}


@cache
def _city(name: str, language: str) -> str:
    bare = name.removeprefix("Etc/")
    if bare in _WITHOUT_CITY:
        return _WITHOUT_CITY[bare]
    if offset := _OFFSET.fullmatch(name):
        return f"UTC{'−' if offset[1] == '+' else '+'}{offset[2]}"
    try:
        place = _CITIES.get(name, name)
        return get_timezone_location(place, locale=language.replace("-", "_"), return_city=True)
    except (LookupError, UnknownLocaleError):  # a zone or a language that Babel does not know
        return name.rpartition("/")[2].replace("_", " ")

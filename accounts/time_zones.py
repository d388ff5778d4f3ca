"""The time zones of the IANA database: which exist, and how a form lists them."""

import zoneinfo
from functools import cache
from importlib.resources import files
from itertools import groupby

Choices = list[tuple[str, str | list[tuple[str, str]]]]


@cache
def names() -> frozenset[str]:
    """Return the names of all zones, including old ones such as Asia/Calcutta."""
    return frozenset(zoneinfo.available_timezones())


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
        zones.append((chosen, label(chosen)))
    for area, members in groupby(_offered(), key=lambda name: name.partition("/")[0]):
        zones.append((area, [(name, label(name)) for name in members]))
    return zones


def label(name: str) -> str:
    """Return “Buenos Aires, Argentina” for “America/Argentina/Buenos_Aires”."""
    _area, _slash, place = name.partition("/")
    parts = (place or name).replace("_", " ").split("/")
    return ", ".join(reversed(parts))

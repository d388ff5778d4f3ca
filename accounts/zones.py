"""The time zones of the IANA database: which exist, and how a form lists them."""

import zoneinfo
from functools import cache
from importlib.resources import files
from itertools import groupby

Choices = list[tuple[str, str | list[tuple[str, str]]]]


@cache
def names() -> frozenset[str]:
    """Every zone by name, old names such as Asia/Calcutta among them."""
    return frozenset(zoneinfo.available_timezones())


@cache
def _listed() -> tuple[str, ...]:
    """The zones people choose from: one for each place, without old spellings."""
    table = files("tzdata").joinpath("zoneinfo/zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return tuple(sorted({row[2] for row in rows if len(row) > 2} & names()))


def choices(chosen: str = "") -> Choices:
    """Options grouped by continent, UTC first; `chosen` is among them whatever its spelling."""
    zones: Choices = [("UTC", "UTC")]
    if chosen and chosen != "UTC" and chosen in names() and chosen not in _listed():
        zones.append((chosen, label(chosen)))
    for area, members in groupby(_listed(), key=lambda name: name.partition("/")[0]):
        zones.append((area, [(name, label(name)) for name in members]))
    return zones


def label(name: str) -> str:
    """“America/Argentina/Buenos_Aires” as “Buenos Aires, Argentina”."""
    _area, _slash, place = name.partition("/")
    parts = (place or name).replace("_", " ").split("/")
    return ", ".join(reversed(parts))

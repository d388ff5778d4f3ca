"""The languages in which orders are written; their names are data in ``languages/``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FOLDER = Path(__file__).parent / "languages"

LANGUAGES = ("en", "es", "it", "bg")
"""The languages in which orders are parsed and written."""


@dataclass(frozen=True, slots=True)
class Name:
    """The spellings of one thing in a language.

    `short` and `name` are used to write orders; each is empty if the notation has no such word. The
    others are only used to parse them, `misprints` only if no better reading is possible.
    """

    short: str = ""
    name: str = ""
    also: tuple[str, ...] = ()
    misprints: tuple[str, ...] = ()
    adjective: tuple[str, ...] = ()
    """The nationality of a power, for an army and for a fleet, or one word for both."""
    inflected: tuple[str, ...] = ()
    """Forms of a verb, or adjectives of a province: *moviendo*, *the Swedish fleet*."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """All spellings that rank as high as those used for writing."""
        several = (self.short, self.name, *self.adjective, *self.also, *self.inflected)
        return tuple(filter(None, several))


@dataclass(frozen=True)
class Language:
    """The contents of a language file.

    Keys are canonical codes: ``PAR``, ``FRANCE``, ``A``, ``NC``.
    """

    code: str
    name: str
    adjective_first: bool
    """Whether a nationality stands before the letter of the unit."""
    dash: str
    """The sign between a unit and its target, with its spaces."""
    coast: str
    """Pattern of an abbreviated location, with places for ``{province}`` and ``{coast}``."""
    units: Mapping[str, Name]
    orders: Mapping[str, Name]
    coasts: Mapping[str, Name]
    seasons: Mapping[str, Name]
    powers: Mapping[str, Name]
    provinces: Mapping[str, Name]
    """The provinces of all boards; one that is left out is written as its code."""
    words: Mapping[str, str]
    """Each kind of order as a sentence with places for ``{unit}``, ``{other}`` and ``{target}``."""
    parts: Mapping[str, tuple[str, ...]]
    """Words of longer names -> their abbreviations there, with or without a full stop."""
    filler: tuple[str, ...]
    """Words without meaning in an order, such as articles."""
    conjunctions: tuple[str, ...]
    """Words that separate one order from the next."""
    origin: tuple[str, ...]
    """Words before a unit's location, such as *from*; never before its target."""
    doubt: Mapping[str, tuple[str, ...]]
    """Words in sentences beside orders, by what they do.

    `conditions`, `denials` and `alternatives` make orders doubtful; of the denials the `mild` ones
    do so below orders only in a sentence that has `pointing` words: *them*, *my list*. `holdings`
    introduce units that stay in an adjustment phase, except beside `builds`.

    Words for what stands `above` let a sentence speak of all orders there, as do `wholes`, and
    `recalling` ones at its beginning. `forwarded` begins the text of another message. A text that
    begins with `remarks`, such as a greeting, says nothing about orders, nor does one that has only
    `harmless` words. `courtesies` may stand on the line of an order.
    """
    past: re.Pattern[str]
    """Pattern of verbs that tell what was, where a slip or an accent parts them from an order."""
    mail: Mapping[str, tuple[str, ...]]
    """Names of the `subject` and of the other `headers` of a mail."""
    groups: Mapping[str, tuple[str, ...]]
    """Words for `all` units and for the `rest`, and phrases for `supported` moves.

    `pronouns` stand for a move that was named before, `relatives` for the unit named last. `wish`
    has the word with which a wish begins, and the one that its verb would have in an order.
    """
    phases: Mapping[str, tuple[str, ...]]
    """`PhaseType` -> words for such a phase in a heading."""
    headings: tuple[str, ...]
    """Words that may accompany a power and a date in a heading, such as *orders of*."""
    position: Mapping[str, tuple[str, ...]]
    """Words with which positions are written.

    They are headings for `units`, `centers`, `dislodged` and `players`, words before the `attacker`
    and the `retreats` of a dislodged unit and between `alternatives`, and words for `nothing`.
    """


def check_language(name: str) -> None:
    """Raise `SetupError` for an unknown language."""
    if name not in LANGUAGES:
        raise SetupError("unknown_language", {"name": name, "known": ", ".join(LANGUAGES)})


@cache
def language_data(code: str) -> Language:
    """Return the data of ``languages/<code>.toml``, read once a process; raises `SetupError`.

    >>> italian = language_data("it")
    >>> italian.provinces["NTH"].short, italian.orders["support"].short
    ('Mno', 'APP')
    """
    check_language(code)
    with (FOLDER / f"{code}.toml").open("rb") as file:
        body = tomllib.load(file)
    tables = ("units", "orders", "coasts", "seasons", "powers", "provinces")
    inflected = {"orders": _conjugated(body), "provinces": body["place_adjectives"]}
    names = {
        table: {key: _name(row, inflected.get(table, {}).get(key, ())) for key, row in rows.items()}
        for table in tables
        for rows in [body[table]]
    }
    return Language(
        code=code,
        name=body["name"],
        adjective_first=body.get("adjective_first", False),
        dash=body["dash"],
        coast=body["coast"],
        words=body["words"],
        parts={whole: tuple(short) for whole, short in body["parts"].items()},
        filler=tuple(body["filler"]["words"]),
        conjunctions=tuple(body["filler"]["conjunctions"]),
        origin=tuple(body["filler"]["origin"]),
        doubt={kind: tuple(words) for kind, words in body["doubt"].items()},
        past=re.compile(body["verbs"]["past"], re.IGNORECASE),
        mail={kind: tuple(words) for kind, words in body["mail"].items()},
        groups={kind: tuple(words) for kind, words in body["groups"].items()},
        phases={kind: tuple(words) for kind, words in body["phases"].items()},
        headings=tuple(body["filler"]["headings"]),
        position={key: tuple(words) for key, words in body["position"].items()},
        **names,
    )


def _conjugated(body: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """The forms of the verbs for each order: *apoy/ar* with the endings of its conjugation."""
    return {
        order: [
            f"{stem}{ending}"
            for stem, _slash, conjugation in (verb.rpartition("/") for verb in verbs)
            for ending in body["conjugations"][conjugation]
        ]
        for order, verbs in body["verbs"].items()
        if order != "past"
    }


def _name(row: Mapping[str, Any], inflected: Iterable[str]) -> Name:
    lists = ("also", "misprints", "adjective")
    return Name(
        row.get("short", ""),
        row.get("name", ""),
        inflected=tuple(inflected),
        **{key: tuple(row.get(key, ())) for key in lists},
    )

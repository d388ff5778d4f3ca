"""The page on which two lines stand beside each other."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .... import wording
from ....sandbox import address, saved
from ....sandbox.comparison import (
    PhasePair,
    PowerPair,
    compare_phase,
    compare_positions,
    have_same_start,
    pairs_of_phases,
    shared_phases,
)
from ....sandbox.drawing import board_after, board_of
from ....sandbox.line import Line
from ....sandbox.results import lines_by_result
from ....wording.results import ResultLine

IN_ADDRESS = re.compile(r"/sandbox/([A-Za-z0-9_-]+)")
PRIVATE = re.compile(r"/sandbox/private/#.*?\bline=([A-Za-z0-9_-]+)")
SHARED = re.compile(r"/sandbox/shared/([A-Za-z0-9_-]+)")


@dataclass(frozen=True)
class Column:
    """One of the two lines: its name on the page, its text, its address, and its board as HTML."""

    name: str
    text: str
    url: str
    board: SafeString


@dataclass(frozen=True)
class ResultCells:
    """The results of one unit in both lines; None where the unit is missing."""

    first: ResultLine | None
    second: ResultLine | None
    differs: bool


@dataclass(frozen=True)
class ComparedPower:
    """A power in both lines; `units` and `centers` are texts such as “5 / 4”."""

    code: str
    power: str
    results: Sequence[ResultCells]
    units: str
    centers: str
    only_first: str
    only_second: str
    has_other_units: bool
    has_other_centers: bool
    differs: bool


def text_in(typed: str) -> str:
    """The text of a line in what somebody typed: the text itself, or an address with it.

    The address may be that of a saved line that is shared.
    """
    if (link := SHARED.search(typed)) and (shared := saved.shared_by(link[1])):
        return shared.text
    found = PRIVATE.search(typed) or IN_ADDRESS.search(typed)
    return found[1] if found else typed.strip()


def is_private(typed: str) -> bool:
    """Whether somebody typed the address of a private line, which no other address may hold."""
    return PRIVATE.search(typed) is not None


def refusal_of_private() -> str:
    """The sentence for the address of a private line on the page of another one."""
    return _("This is the address of a line that only you see. Compare the two from its page.")


def compare_url(first: str, second: str) -> str | None:
    """The address of two lines beside each other; None if it would be too long."""
    url = f"{reverse('games:sandbox_compare', args=[first])}?{urlencode({'with': second})}"
    return url if len(url) <= address.LONGEST - address.SPARE else None


def compare_page(first: Line, second: Line, code: str) -> dict[str, Any]:
    """Context of two lines beside each other in the phase `code`, or in the first that differs.

    If they have no such phase, their last positions are compared.
    """
    pairs = pairs_of_phases(first, second)
    pair = next((each for each in pairs if each.code == code), pairs[0] if pairs else None)
    if pair is None:
        boards = [board_of(first), board_of(second)]
        powers = [
            _power(each, {}, {}) for each in compare_positions(first.position, second.position)
        ]
    else:
        boards = [board_after(pair.first), board_after(pair.second)]
        lines = [lines_by_result(each) for each in pair]
        powers = [_power(each, *lines) for each in compare_phase(pair)]
    return {
        "columns": _columns(first, second, boards),
        "same_start": have_same_start(first, second),
        "same_until": _same_until(first, second),
        "heading": wording.phase_name(pair.first.position.phase) if pair else "",
        "phases": [(each.code, _name(each), each is pair) for each in pairs],
        "powers": powers,
        "different": [each for each in powers if each.differs],
        "same": [each for each in powers if not each.differs],
    }


def _name(pair: PhasePair) -> str:
    return wording.phase_name(pair.first.position.phase)


def _same_until(first: Line, second: Line) -> str:
    """The name of the last phase before the lines part; empty if they part in the first one."""
    shared = shared_phases(first, second)
    return wording.phase_name(first.phases[shared - 1].position.phase) if shared else ""


def _columns(first: Line, second: Line, boards: Sequence[SafeString]) -> list[Column]:
    names = [_("First line"), _("Second line")]
    texts = [address.write(each) for each in (first, second)]
    return [
        Column(name, text, reverse("games:sandbox_line", args=[text]), board)
        for name, text, board in zip(names, texts, boards, strict=True)
    ]


def _power(
    pair: PowerPair, first: Mapping[Any, ResultLine], second: Mapping[Any, ResultLine]
) -> ComparedPower:
    """A power for the page; `first` and `second` give the line of each result."""
    return ComparedPower(
        code=pair.power,
        power=wording.power(pair.power),
        results=[
            ResultCells(first.get(each.first), second.get(each.second), each.differs)
            for each in pair.orders
        ],
        units=_beside(pair.units),
        centers=_beside(pair.centers) if pair.centers else "",
        only_first=", ".join(map(wording.unit_in_short, pair.only_first)),
        only_second=", ".join(map(wording.unit_in_short, pair.only_second)),
        has_other_units=bool(pair.only_first or pair.only_second),
        has_other_centers=pair.other_centers,
        differs=pair.differs,
    )


def _beside(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]} / {numbers[1]}"

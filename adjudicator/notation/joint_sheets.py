"""Parts of a text with the orders of several powers that one person plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.errors import OrderSyntaxError
from adjudicator.notation.headings import date_in, powers_in
from adjudicator.notation.sections import read_sections
from adjudicator.notation.sheets import LONGEST_SHEET, read_sheet
from adjudicator.notation.words import split
from adjudicator.rules import DEFAULT_RULES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.position import Position
    from adjudicator.rules import Rules


def split_sheet(
    text: str,
    position: Position,
    powers: Sequence[str],
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
) -> dict[str, str]:
    """Return the part of a text for each of `powers` that it gives orders to, by power.

    A heading with the name of a power begins its part. Lines above any heading go to the power that
    may give their orders; a line that no power may give goes with the next one. In a part the lines
    of the other powers are empty, so that each line keeps its number. The part of a power that has
    a heading and no order is empty. For `language` see `read_sheet`.

    >>> from adjudicator import load_setup, opening
    >>> position = opening(load_setup("four"))
    >>> split_sheet("A Vie-Tri\\nFrance:\\nA Par-Bur", position, ["AUSTRIA", "FRANCE"])
    {'AUSTRIA': 'A Vie-Tri', 'FRANCE': '\\nFrance:\\nA Par-Bur'}
    """
    if not powers:
        return {}
    if len(text) > LONGEST_SHEET:  # each power's reader refuses it
        return dict.fromkeys(powers, text)
    lines = text.splitlines()
    owners = _owners_by_heading(lines, position, powers)
    return parts_of(lines, owners, position, powers, language, rules)


def parts_of(
    lines: Sequence[str],
    owners: Sequence[str | None],
    position: Position,
    powers: Sequence[str],
    language: str | None = None,
    rules: Rules = DEFAULT_RULES,
) -> dict[str, str]:
    """Return the part of each of `powers` in lines of which some have no owner yet, by power.

    For the lines without an owner, and for the parts, see `split_sheet`.
    """
    owners = list(owners)
    headless = [line if owner is None else "" for line, owner in zip(lines, owners, strict=True)]
    if any(map(str.strip, headless)):
        legal = _legal_orders("\n".join(headless), position, powers, language, rules)
        following = next((owner for owner in owners if owner), powers[0])
        for number in reversed(range(len(lines))):
            if owners[number] is None:
                best = max(powers, key=lambda power: legal[power].get(number + 1, 0))
                if legal[best].get(number + 1, 0):
                    following = best
                owners[number] = following
    parts = {}
    for power in powers:
        part = [line if owner == power else "" for line, owner in zip(lines, owners, strict=True)]
        if any(map(str.strip, part)):
            whole = "\n".join(part).rstrip()
            parts[power] = "" if _is_only_headings(whole, position, power) else whole
    return parts


def _is_only_headings(part: str, position: Position, power: str) -> bool:
    try:
        return not any(each.parts for each in read_sections(part, position, power))
    except OrderSyntaxError:
        return False


def _owners_by_heading(
    lines: Sequence[str], position: Position, powers: Sequence[str]
) -> list[str | None]:
    """The power under whose heading each line stands; None above the first heading."""
    owners: list[str | None] = []
    current = None
    for line in lines:
        current = _named_in_heading(line, position, powers) or current
        owners.append(current)
    return owners


def _named_in_heading(line: str, position: Position, powers: Sequence[str]) -> str | None:
    """The one of `powers` that the heading of a line names; None without such a heading."""
    mine = [power for power in powers if power in heading_of(line, position, powers[0]).powers]
    return mine[0] if len(mine) == 1 else None


@dataclass(frozen=True)
class Heading:
    """The powers and the phase that the heading of a line names.

    `other_phase` is the text of a date that is not of the phase in hand; with one that is, the
    heading `is_dated`.
    """

    powers: frozenset[str] = frozenset()
    is_dated: bool = False
    other_phase: str = ""


def heading_of(line: str, position: Position, power: str) -> Heading:
    """Return the heading of a line in a text with the orders of `power` and of others."""
    named: frozenset[str] = frozenset()
    while line.strip():
        try:
            sections = read_sections(line, position, power)
        except OrderSyntaxError as error:
            if error.code == "sheet_of_other_phase":
                return Heading(named, other_phase=error.params["text"])
            others = frozenset(error.params["power"].split(", "))
            if named or len(others) > 1:
                return Heading(named | others)
            named, power = others, min(others)  # its date, which was not reached
            continue
        headings = [split(each.heading) for each in sections]
        named = named.union(*map(powers_in, headings))
        return Heading(named, any(date_in(words) is not None for words in headings))
    return Heading()


def _legal_orders(
    text: str,
    position: Position,
    powers: Sequence[str],
    language: str | None,
    rules: Rules,
) -> Mapping[str, Mapping[int, int]]:
    """Power -> number of a line -> number of orders in it that the power may give."""
    found: dict[str, dict[int, int]] = {}
    for power in powers:
        counts = found[power] = {}
        for line in read_sheet(text, position, power, language, rules).lines:
            if line.readings or (line.order is not None and line.error is None):
                counts[line.number] = counts.get(line.number, 0) + 1
    return found

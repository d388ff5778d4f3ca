"""Orders in words that take their meaning away are never taken; plain ones beside them are."""

import random
from collections.abc import Iterator, Sequence

import pytest

from adjudicator import PhaseCode, PhaseType, Position, Unit, read_sheet
from adjudicator.notation import LANGUAGES, Sheet, sheets
from tests.soak import SOAK

from .situations import BOARD, unit_in
from .soaking import SECONDS_A_TEST, SEED
from .wrapped_sheets import PLACES, WrappedSheet, Wrapping, draw, greetings, wrappings

pytestmark = pytest.mark.timeout(SECONDS_A_TEST)

ROUNDS = 60 if SOAK else 1
"""Sheets for each wording."""
UNSTATED = 0.25
"""Share of the sheets whose language is not stated, so that orders may be ambiguous."""


def run(several: Sequence[Wrapping], rounds: int, dice: random.Random) -> list[str]:
    """Return the failures of some sheets for each wrapping, in random order."""
    due = [each for each in several for _ in range(rounds)]
    dice.shuffle(due)
    return [failure for each in due for failure in failures(each, dice)]


def failures(wrapping: Wrapping, dice: random.Random) -> Iterator[str]:
    """Draw a sheet with a wrapping and yield a text for each promise that its reading breaks."""
    drawn = draw(wrapping, dice)
    stated = dice.random() >= UNSTATED
    language = wrapping.language if stated else None
    sheet = read_sheet(drawn.text, drawn.position, drawn.power, language)
    for broken in broken_promises(wrapping, drawn, sheet, stated=stated):
        where = f"{drawn.power} {drawn.position.phase} {language}"
        yield f"{broken}: {wrapping.wording!r} ({where})\n{drawn.text}\n-> {outcome(sheet)}\n"


def outcome(sheet: Sheet) -> str:
    """Return the orders that were read, and what is asked about the other lines."""
    taken = ", ".join(map(str, sheet.orders)) or str(sheet.problem or "nothing")
    asked = (
        f"{line.number} {line.error.code} {', '.join(map(str, line.readings))}".strip()
        for line in sheet.lines
        if line.error is not None
    )
    return f"{taken}; asked: {'; '.join(asked) or 'nothing'}"


def broken_promises(
    wrapping: Wrapping, drawn: WrappedSheet, sheet: Sheet, *, stated: bool
) -> Iterator[str]:
    taken = set(sheet.orders)
    if not taken <= drawn.plain:
        yield "taken though not meant"
    if wrapping.scope == "headings":
        if sheet.problem is None or sheet.lines:
            yield "read below another heading"
        return
    if stated and not taken >= drawn.plain:
        yield "plain order not read"
    if sheet.problem is None:
        yield from _not_asked(drawn, sheet, stated=stated)


def _not_asked(drawn: WrappedSheet, sheet: Sheet, *, stated: bool) -> Iterator[str]:
    """Yield what is wrong with the numbers, errors and readings of the lines."""
    errors = {line.number for line in sheet.lines if line.error is not None}
    readings = {order for line in sheet.lines for order in line.readings}
    last = len(drawn.text.splitlines())
    if not all(1 <= line.number <= last for line in sheet.lines):
        yield "line outside the text"
    if not errors or not drawn.answered <= errors:
        yield "not answered"
    if stated and readings and not readings & drawn.wrapped:
        yield "not among the readings"


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrapped_orders_are_questions_and_plain_ones_beside_them_are_read(language: str) -> None:
    print(f"SOAK_SEED={SEED}")
    found = run(wrappings(language), ROUNDS, random.Random(f"{SEED} {language}"))
    assert not found, f"{len(found)} failures\n" + "\n".join(found[:20])


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_search_for_doubts_wrapped_orders_are_taken(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: the sheets would be read otherwise if nothing were doubted."""
    print(f"SOAK_SEED={SEED}")
    monkeypatch.setattr(sheets, "with_doubts", lambda lines, *_args, **_options: [*lines])
    dice = random.Random(f"{SEED} {language}")
    several = dice.sample(wrappings(language), 60)
    found = run(several, 1, dice)
    taken = [each for each in found if each.startswith("taken though not meant")]
    assert len(taken) > len(several) / 4


def test_the_sheets_are_of_all_phases_and_have_plain_orders() -> None:
    dice = random.Random(SEED)
    drawn = [draw(each, dice) for each in wrappings("en")]
    assert {each.position.phase.type for each in drawn} == {*PhaseType}
    assert sum(bool(each.plain) for each in drawn) > len(drawn) / 2
    assert all(each.wrapped and each.text.strip() for each in drawn)


@pytest.mark.parametrize("phase", ["S1901M", "W1901A"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_greeting_or_wording_alone_is_an_order(language: str, phase: str) -> None:
    """England has a unit in each province, so that a word might be any of its units."""
    units = tuple(unit_in(code, 0) for code in sorted(BOARD.provinces))
    position = Position(PhaseCode.parse(phase), {"ENGLAND": units}, {"ENGLAND": ("LON",)})
    texts: list[tuple[str, str | None]] = [
        (PLACES.sub("", each.wording), language) for each in wrappings(language)
    ]
    texts += [(each, stated) for each in greetings(language) for stated in (language, None)]
    read = {
        text: orders
        for text, stated in texts
        if (orders := read_sheet(text, position, "ENGLAND", stated).orders)
    }
    assert not read


def test_a_place_that_is_also_a_word_belongs_to_the_letter_before_it() -> None:
    """In “F Con A E Bul” the unit is the fleet, although “con” is a Spanish word for “with”."""
    units = ("A BUL", "A ANK", "F CON")
    position = Position(
        phase=PhaseCode.parse("F1901M"), units={"TURKEY": tuple(map(Unit.parse, units))}, centers={}
    )
    sheet = read_sheet("E Bul M\nÉl quiere F Con A E Bul\nE Ank-Smi", position, "TURKEY", "es")
    assert [str(line.order) for line in sheet.lines if line.order] == ["A BUL H", "A ANK - SMY"]
    assert [line.number for line in sheet.lines if line.error] == [2]


def test_a_word_that_is_also_a_place_takes_back_no_order_to_it() -> None:
    """In “por decidir” and “el año que viene” the words are not Portugal and Vienna."""
    fall = PhaseCode.parse("F1902M")
    france = Position(fall, {"FRANCE": (Unit.parse("A BRE"), Unit.parse("F MAO"))}, {})
    sheet = read_sheet("F AtC T E Bre-Por\n\nE Bre-Edi\n(por decidir)", france, "FRANCE", "es")
    assert [str(order) for order in sheet.orders] == ["F MAO C A BRE - POR"]
    assert {line.number for line in sheet.lines if line.error} == {3, 4}
    austria = Position(fall, {"AUSTRIA": (Unit.parse("A VIE"), Unit.parse("A BUD"))}, {})
    sheet = read_sheet("E Vie-Tri\n\nPara el año que viene:\nE Bud-Ser", austria, "AUSTRIA", "es")
    assert [str(order) for order in sheet.orders] == ["A VIE - TRI"]
    assert {line.number for line in sheet.lines if line.error} == {3, 4}

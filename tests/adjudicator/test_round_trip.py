"""Every written order is parsed again: all legal orders, in every language and style."""

import random
from collections.abc import Iterator

import pytest

from adjudicator import (
    Order,
    PhaseType,
    Position,
    Waive,
    adjustment,
    legal_orders,
    parse_order,
    read_sheet,
    render,
)
from adjudicator.notation import LANGUAGES, Style
from tests.soak import SOAK

from . import recorded
from .soaking import SECONDS_A_TEST, SEED

pytestmark = pytest.mark.timeout(SECONDS_A_TEST)

POSITIONS = 300
STYLES: tuple[Style, ...] = ("short", "full", "words")


def chosen() -> list[Position]:
    """Return positions: 300 in a soak, otherwise one, and six with retreats and adjustments each.

    They are other ones in each run.
    """
    all_of_them = recorded.positions()[:POSITIONS]
    assert len(all_of_them) == POSITIONS
    if SOAK:
        return all_of_them
    print(f"SOAK_SEED={SEED}")
    dice = random.Random(SEED)
    kinds = {
        PhaseType.MOVEMENT: 1,
        PhaseType.RETREAT: 6,
        PhaseType.ADJUSTMENT: 6,
    }
    return [
        position
        for kind, count in kinds.items()
        for position in dice.sample([p for p in all_of_them if p.phase.type is kind], count)
    ]


def all_orders(position: Position) -> Iterator[tuple[str, Order]]:
    """Return every legal order of every power."""
    if position.phase.type is PhaseType.ADJUSTMENT:
        for power in position.powers:
            due = adjustment(position, power)
            yield from ((power, option) for option in due.options)
        return
    for power in position.powers:
        for unit in recorded.units_to_order(position, power):
            yield from ((power, order) for order in legal_orders(position, unit))


def test_every_legal_order_is_read_again_in_each_language_and_style() -> None:
    count = 0
    for position in chosen():
        for power, order in all_orders(position):
            for language in LANGUAGES:
                for style in STYLES:
                    for told in (None, position):  # without nationalities, and with them
                        text = render(order, language, style, told)
                        assert parse_order(text, position, power, language) == order, text
                        count += 1
    assert count > (2_500_000 if SOAK else 2_000)


def test_the_sheets_of_recorded_games_are_read_again_without_a_language() -> None:
    """Sheets that show their language; a short one may be the same in two languages."""
    read, unclear = 0, 0
    several = slice(60) if SOAK else slice(SEED % 2, 60, 2)
    for position, row in zip(recorded.positions()[several], recorded.rows()[several], strict=True):
        for power, texts in row.get("orders", {}).items():
            orders = [parse_order(text, position, power) for text in texts]
            for language in LANGUAGES:
                block = "\n".join(render(order, language) for order in orders)
                sheet = read_sheet(block, position, power)
                if any(line.error for line in sheet.lines):
                    assert all(
                        line.error is None or line.error.code == "order_ambiguous"
                        for line in sheet.lines
                    ), block
                    unclear += 1
                    continue
                read += 1
                assert sheet.orders == orders, block
    assert read > (500 if SOAK else 200)
    assert unclear < read / 20


def test_canonical_text_is_read_with_any_language() -> None:
    """Only orders that people gave: a code may be another abbreviation in some language (GAL)."""
    count = 0
    several = slice(None) if SOAK else slice(SEED % 4, None, 4)
    for position, row in zip(recorded.positions()[several], recorded.rows()[several], strict=True):
        for power, texts in row.get("orders", {}).items():
            for text in texts:
                order = parse_order(text, position, power)
                for language in LANGUAGES:
                    assert parse_order(text, position, power, language) == order, text
                count += 1
    assert count > (5_000 if SOAK else 1_000)


def test_a_waived_build_is_written_and_read() -> None:
    winter = next(p for p in recorded.positions() if p.phase.type is PhaseType.ADJUSTMENT)
    power = next(p for p in winter.powers if adjustment(winter, p).builds)
    for language in LANGUAGES:
        for style in STYLES:
            text = render(Waive(), language, style, winter)
            assert parse_order(text, winter, power, language) == Waive(), text

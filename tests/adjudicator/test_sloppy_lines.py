"""Badly written lines: mutated, torn, mixed and random, a million in a soak.

Whatever is typed, only the declared error is raised, and quickly.
"""

import random
import time
from collections.abc import Iterator

import pytest

from adjudicator import (
    Order,
    OrderSyntaxError,
    Position,
    check_order,
    legal_orders,
    parse_order,
    read_sheet,
    render,
)
from adjudicator.errors import IllegalOrder
from adjudicator.notation import LANGUAGES, language_data
from tests.soak import SOAK
from tests.timing import timed

from . import recorded
from .soaking import SECONDS_A_TEST, SEED
from .test_printed_orders import examples, rows

pytestmark = pytest.mark.timeout(SECONDS_A_TEST)

LINES = 1_000_000 if SOAK else 4_000
SECONDS = 0.005
"""Processor time allowed for a line, in the best of several tries."""
ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "абвгдежзийклмнопрстуфхцчшщъьюяАБВГДЕЖЗИЙКЛМНОП",
    "áéíóúüñçàèìòùÁÉÍÑ",
    " \t\xa0-–—→>.,;:/()[]{}'\"’“”*+?\\|^$0123456789",
    "\x00\u0301\u200b\u2028\ud7ff\ufeff😀ﬀİßǅ𝐀ﷺ",
)


def orders_as_written(dice: random.Random) -> list[str]:
    """Return correct lines to begin with: printed ones, and legal orders in every language."""
    printed = [
        order.text for _n, example in examples() for r in rows(example).values() for order in r
    ]
    written = [
        render(order, dice.choice(LANGUAGES), dice.choice(("short", "full", "words")))
        for position in dice.sample(recorded.positions(), 5)
        for units in position.units.values()
        for unit in units
        for order in dice.sample(list(legal_orders(position, unit)) or [None], 1)
        if order is not None
    ]
    return printed + written


def any_word(dice: random.Random) -> str:
    data = language_data(dice.choice(LANGUAGES))
    table = dice.choice((data.provinces, data.units, data.orders, data.coasts, data.powers))
    name = dice.choice(list(table.values()))
    return dice.choice([*name.spellings, *name.misprints, "-", "–", "(", ")"])


def mutated(line: str, dice: random.Random) -> str:
    """Draw the line with one change."""
    place, other = (dice.randrange(len(line) + 1) for _ in range(2))
    character = dice.choice(dice.choice(ALPHABETS))
    words = line.split()
    match dice.randrange(9):
        case 0:
            return line[:place] + line[place + 1 :]
        case 1:
            return line[:place] + character + line[place:]
        case 2:
            return line[:place] + character + line[place + 1 :]
        case 3:
            return line[: min(place, other)] + line[max(place, other) :]
        case 4:
            return line[:place] + line[place:][::-1]
        case 5:
            dice.shuffle(words)
            return " ".join(words)
        case 6:
            return " ".join([*words[: place // 4], any_word(dice), *words[place // 4 :]])
        case 7:
            return dice.choice((line.upper(), line.lower(), line.title(), line.swapcase()))
    return line + line[place:] * dice.randrange(3)


def sloppy_lines(dice: random.Random, count: int) -> Iterator[str]:
    proper = orders_as_written(dice)
    for number in range(count):
        kind = number % 10
        if kind == 0:
            yield "".join(dice.choice(dice.choice(ALPHABETS)) for _ in range(dice.randrange(60)))
        elif kind == 1:
            yield " ".join(any_word(dice) for _ in range(dice.randrange(1, 14)))
        elif kind == 2:
            yield any_word(dice) * dice.randrange(1, 80)
        else:
            line = dice.choice(proper)
            for _ in range(dice.randrange(4)):
                line = mutated(line, dice)
            yield line


def read(line: str, position: Position, power: str, language: str | None) -> Order | None:
    try:
        return parse_order(line, position, power, language)
    except OrderSyntaxError as error:
        _ = error.sentence  # every code has one
        return None


def seconds_for(line: str, position: Position, power: str, language: str | None) -> float:
    return timed(lambda: read(line, position, power, language))[1]


def test_no_line_raises_anything_else_or_takes_long() -> None:
    print(f"SOAK_SEED={SEED}")
    dice = random.Random(SEED)
    positions = [p for p in recorded.positions() if p.powers]
    for each in LANGUAGES:
        read("warm the tables", positions[0], positions[0].powers[0], each)
    understood, slowest = 0, 0.0
    languages: tuple[str | None, ...] = (None, None, None, *LANGUAGES)
    for line in sloppy_lines(dice, LINES):
        position = dice.choice(positions)
        power, language = dice.choice(position.powers), dice.choice(languages)
        began = time.thread_time()
        order = read(line, position, power, language)
        taken = time.thread_time() - began
        if taken > SECONDS:
            taken = min(seconds_for(line, position, power, language) for _ in range(5))
            assert taken <= SECONDS, (line, power, language, position.phase)
        slowest = max(slowest, taken)
        if order is None:
            continue
        understood += 1
        try:
            legal = check_order(order, position, power)
        except IllegalOrder:
            continue
        again = render(legal, language or "en")
        assert parse_order(again, position, power, language or "en") == legal, line
    print(f"{LINES} lines, {understood} understood, the slowest took {slowest * 1000:.2f} ms")
    assert LINES / 20 < understood < LINES / 1.5


def test_no_pasted_block_raises_anything_or_is_lost() -> None:
    """Every part of a block is in some line, in the order typed."""
    print(f"SOAK_SEED={SEED}")
    dice = random.Random(SEED)
    lines = list(sloppy_lines(dice, LINES // 20))
    for number in range(LINES // 100):
        position = dice.choice([p for p in recorded.positions() if p.powers])
        power = dice.choice(position.powers)
        block = "\n".join(dice.sample(lines, dice.randrange(1, 6)))
        sheet = read_sheet(block, position, power, dice.choice((None, *LANGUAGES)))
        numbers = [line.number for line in sheet.lines]
        assert numbers == sorted(numbers), (number, block)
        for line in sheet.lines:
            assert line.order is not None or line.error is not None
            assert all(advice.code for advice in line.advice)
        if sheet.problem:
            assert not sheet.lines
            assert sheet.problem.code in ("sheet_of_other_power", "sheet_of_other_phase")

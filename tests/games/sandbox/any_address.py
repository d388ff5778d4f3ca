"""Addresses of the sandbox at random, most of them of lines that can be read, and dear ones."""

import base64
import json
import random
import zlib
from typing import Any

from hypothesis import strategies as st

from adjudicator import RULES, SETUPS, load_setup, opening
from games.sandbox import address

POWERS = load_setup("standard").powers
BOARD = opening(load_setup("standard")).board
POSTS = sorted(BOARD.posts)
PLACES = sorted(BOARD.number)
PHASES = ("S1901M", "F1901M", "S1901R", "F1908R", "W1901A", "S9998M")


def packed(body: object) -> str:
    """The address of a body, whatever it is."""
    text = zlib.compress(json.dumps(body, separators=(",", ":")).encode(), 9)
    return address.VERSION + base64.urlsafe_b64encode(text).decode().rstrip("=")


def order(dice: random.Random) -> str:
    """The order of a unit, as an address has it: mostly one that the rules can read."""
    here, there = dice.choice(PLACES), dice.choice(PLACES)
    return dice.choice(
        [
            *("", "H", "D", "B", "WAIVE", "x", "A PAR H"),
            *(f"- {there}", f"- {there} VIA", f"R {there}"),
            *(f"S A {here} - {there}", f"S F {there}", f"C A {here} - {there}"),
        ]
    )


def sheet(dice: random.Random, powers: int, units: int) -> str:
    """The orders of a phase."""
    return ";".join(",".join(order(dice) for _unit in range(units)) for _power in range(powers))


def question(dice: random.Random, number: int, powers: int) -> dict[str, Any]:
    """A position with so many units; they are in different provinces, except now and then."""
    posts = {post[2:5]: post for post in dice.sample(POSTS, len(POSTS))}
    chosen = [*posts.values()][:number]
    if chosen and dice.random() < 0.05:
        chosen.append(chosen[0])
    units: dict[str, list[str]] = {}
    for each in chosen:
        units.setdefault(dice.choice(POWERS[:powers]), []).append(each)
    centers: dict[str, list[str]] = {}
    for each in sorted(BOARD.centers):
        centers.setdefault(dice.choice(POWERS[:powers]), []).append(each)
    return {"phase": dice.choice(PHASES), "units": units, "centers": centers}


def any_address(
    seed: int, setup: str, edition: str, units: int, powers: int, different: int, times: int
) -> str:
    """An address; one in ten is damaged. `different` sheets are repeated `times` times."""
    dice = random.Random(seed)
    sheets = [sheet(dice, powers, -(-units // powers)) for _sheet in range(different)] * times
    start = question(dice, units, powers) if units else None
    text = packed([setup, edition, {}, start, sheets])
    if dice.random() < 0.1:
        place = dice.randrange(len(text))
        text = text[:place] + dice.choice("aZ3-_") + text[place + 1 :]
    return text


addresses = st.builds(
    any_address,
    seed=st.integers(0, 2**32),
    setup=st.sampled_from(["standard", *sorted(SETUPS)]),
    edition=st.sampled_from(sorted(RULES)),
    units=st.integers(0, 75),
    powers=st.integers(1, 7),
    different=st.integers(1, 6),
    times=st.integers(1, 60),
)

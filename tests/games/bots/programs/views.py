"""Views of seats in positions that careless play leads to."""

import random
from collections.abc import Iterator, Mapping, Sequence

from adjudicator import (
    RULES,
    PhaseCode,
    Position,
    Unit,
    adjudicate,
    load_setup,
    must_order,
    opening,
)
from games.bots.programs import novice
from games.bots.programs.view import SeatView
from tests.bench.bot_games import random_player


def seat_view(
    power: str,
    phase: str,
    units: Mapping[str, Sequence[str]],
    centers: Mapping[str, Sequence[str]],
    *,
    setup: str = "standard",
) -> SeatView:
    """Return the view of a seat of a position that is given as texts.

    Centers that nobody owns belong to the seat or, if they are among `centers[""]`, to nobody.
    """
    known = load_setup(setup)
    named = {code for codes in centers.values() for code in codes}
    rest = [code for code in sorted(known.board.centers) if code not in named]
    owned = {each: (*codes,) for each, codes in centers.items() if each}
    owned[power] = (*owned.get(power, ()), *rest)
    standing = {each: tuple(map(Unit.parse, texts)) for each, texts in units.items()}
    position = Position(PhaseCode.parse(phase), standing, owned, setup=known)
    return SeatView.of_position(position, power)


def random_views(setup: str, edition: str, *, phases: int, seed: str) -> Iterator[SeatView]:
    """Yield the view of one seat that has to order in each phase of a game.

    Some orders are random, and some are Novice's, whose attacks dislodge units.
    """
    dice = random.Random(seed)
    position = opening(load_setup(setup))
    for _phase in range(phases):
        powers = sorted(must_order(position))
        yield SeatView.of_position(position, dice.choice(powers), edition=edition)
        orders = {
            power: dice.choice((random_player, novice.choose_orders))(
                SeatView.of_position(position, power, edition=edition), dice=dice, limit=0
            )
            for power in powers
        }
        position = adjudicate(position, orders, RULES[edition]).next

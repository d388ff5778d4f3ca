"""Each set-up is opened, joined and played to its end through the pages of the site."""

import re
import secrets
from collections import Counter
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from adjudicator import SETUPS, Position, load_setup, must_order
from adjudicator.terms import PhaseType
from games.adjudication import due_phases
from games.core import powers
from games.models import Game, Phase
from games.press import rules as press_rules
from games.state import positions
from tests import factories

from . import conqueror
from .conftest import signed_in, words
from .test_lobby import form, join

pytestmark = pytest.mark.django_db

# All of them can march: a conqueror has armies only.
CONQUERORS = {"france_austria": "FRANCE", "germany_italy": "GERMANY", "chaos": "MUNICH"}
CONQUEROR = "GERMANY"
YEARS = 30


# Two people play from 1914, and the coin of 1914 is tossed both ways.
COIN = {"two won by the coin": 1, "two lost by the coin": 0}


@pytest.mark.parametrize("name", [*sorted(set(SETUPS) - {"two"}), *COIN])
def test_a_game_of_each_set_up_is_played_until_somebody_owns_enough_centers(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _count: COIN[name])
    setup = load_setup("two" if name in COIN else name)
    game = begin(setup.name)
    conquering = CONQUERORS.get(name, CONQUEROR)
    if conquering in setup.neutral:
        conquering = "FRANCE"
    side = {conquering}
    if setup.together:
        side = next(set(hand) for hand in setup.players if conquering in hand)
    table = {seat.power: signed_in(factories.holder(seat)) for seat in game.seats.held()}
    last: Position | None = None
    for position in phases_of(game):
        last = position
        for power in must_order(position):
            if power not in table:  # the coin has given it to somebody
                table[power] = signed_in(factories.holder(factories.seat(game, power)))
                if COIN.get(name) == 1:
                    side.add(power)
            send(table[power], game, position, power, conquering, side)
    game.refresh_from_db()
    assert last is not None
    assert (game.status, game.ending) == ("finished", "solo")
    assert {seat.power for seat in game.seats.filter(result="won")} == side
    final = table[conquering].get(game.get_absolute_url())
    owned = counted(final.content.decode())
    assert sum(owned[power] for power in side) >= setup.victory
    assert "won" in words(final)
    before = Counter(power in side for power in last.owners.values())[True]
    assert before < setup.victory, "the game ended as soon as somebody owned enough, not later"
    if not setup.together:
        assert max(owned.values()) == owned[conquering]


def begin(name: str, **fields: str) -> Game:
    """Open a game by its form, and join it with as many people as its set-up is for."""
    opener, *others = factories.PersonFactory.create_batch(len(load_setup(name).players))
    press = press_rules.kinds_for(len(others) + 1)[0]
    answer = signed_in(opener).post(reverse("games:new"), form(setup=name, press=press, **fields))
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    for person in others:
        join(game, person)
    game.refresh_from_db()
    assert game.status == "playing"
    return game


def phases_of(game: Game) -> Iterator[Position]:
    """Yield the position of each phase until the game is over; resolve it afterwards."""
    for _number in range(5 * YEARS):
        phase = game.phases.filter(status=Phase.Status.OPEN).first()
        if phase is None:
            return
        yield positions.load(phase)
        with time_machine.travel(factories.deadline(game)):
            assert due_phases.resolve_due() == 1
    pytest.fail(f"nobody has won within {YEARS} years")


def send(
    client: Client, game: Game, position: Position, power: str, conquering: str, side: set[str]
) -> None:
    """Send the orders of a power: those of the conqueror, or holds; nobody else builds."""
    if power == conquering:
        lines = conqueror.orders(position, power, side)
    elif position.phase.type is PhaseType.MOVEMENT:
        lines = [f"{unit} H" for unit in position.units[power]]
    else:
        return
    path = reverse("games:orders", args=[game.slug, str(position.phase), power])
    if lines:
        answer = client.post(path, {"mode": "text", "text": "\n".join(lines)})
        assert answer.status_code == 302, words(answer)


def counted(page: str) -> Counter[str]:
    """The supply centers of each power in the table of the game's page."""
    found = re.findall(r"<tr\b.*?</tr>", page, re.DOTALL)
    codes = {powers.look(code): code for name in SETUPS for code in load_setup(name).powers}
    numbers: Counter[str] = Counter()
    for row in found:
        name = re.search(r"power--(\w+)", row)
        cells = re.findall(r"<td[^>]*>\s*(\d+)", row)
        if name and cells:
            numbers[codes[name[1]]] = int(cells[0])
    return numbers

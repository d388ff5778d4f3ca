"""Practice games: bots order as soon as a phase opens, and the person ends it."""

import json
import subprocess
import uuid
from typing import Any

import pytest

from accounts.models import Bot, User
from games.adjudication import due_phases
from games.bots import playing, seats
from games.core.errors import Refused
from games.lifecycle import practice
from games.models import Game, Order, Phase, Seat
from games.orders import submission
from games.orders.submission import Line
from games.state import reliability
from games.deadlines import readiness
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return factories.person("Ada")


def begin(person: User, *, setup: str = "standard", bot: Bot = Bot.NOVICE, **fields: Any) -> Game:
    return practice.begin(
        person,
        setup=setup,
        power=fields.get("power", "FRANCE"),
        bot=bot,
        edition="2000",
        request_key=fields.get("key", uuid.uuid4()),
    )


def hold(game: Game, person: User) -> None:
    """Let the person hold with all units, or order nothing, and say that they are ready."""
    phase = factories.open_phase(game)
    for seat in Seat.objects.held_by(person).filter(game=game):
        units = seats.view_of(phase, seat.power).units.get(seat.power, ())
        lines = [Line(unit, f"{unit} H") for unit in units] if phase.code.endswith("M") else []
        submission.submit(phase, seat, lines, person=person)
        readiness.set_ready(phase, [seat], ready=True, person=person)


def test_a_game_year_is_played_as_fast_as_the_person_is_ready(person: User):
    game = begin(person)
    seen = []
    while (phase := factories.open_phase(game)).code[1:5] == "1901":
        seen.append(phase.code)
        playing.play_due()
        if not Phase.objects.get(pk=phase.pk).due_at <= phase.opened_at:
            hold(game, person)
        due_phases.resolve_due()
    assert {"S1901M", "F1901M"} <= set(seen)
    assert game.phases.resolved().count() == len(seen)
    moves = game.phases.get(code="S1901M")
    assert Order.objects.filter(phase=moves).count() == 22
    assert not moves.events.filter(kind="no_moves_received").exists()

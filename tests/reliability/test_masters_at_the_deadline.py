"""Masters and players act at the moment their phase is due, while workers resolve it."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import transaction

from accounts import clock
from games.adjudication import due_phases
from games.models import Game, Seat
from tests.soak import SOAK

from .. import factories
from . import faulty_site, master_promises, promises
from .actions import ACTIONS
from .crowd import Answer
from .races import Race

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(900 if SOAK else 240),
]

HITS, ROUNDS = (30, 200) if SOAK else (1, 24)  # hits required of each kind, and most rounds


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Iterator[Race]:
    race = Race(random.Random(faulty_site.seed()))
    race.note_resolutions(monkeypatch)
    yield race
    race.over.set()


def games_in_their_second_phase() -> dict[str, Game]:
    """Begin a game for each kind of action and resolve its first phase."""
    games = {what: factories.begun_game(title=f"To {what}") for what in ACTIONS}
    with transaction.atomic():
        for game in games.values():
            factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() >= len(games)  # a game of an earlier round may be due as well
    Seat.objects.update(disorder_since=None)  # nobody had ordered
    return games


def test_whatever_is_done_at_the_deadline_is_done_once_or_refused(race: Race) -> None:
    rounds = 0
    while rounds < ROUNDS and any(race.hits()[what] < HITS for what in ACTIONS):
        race.run(games_in_their_second_phase())
        rounds += 1
    answers = Counter(f"{action.what}: {action.answer}" for action in race.actions)
    print(f"{rounds} rounds; really at the deadline: {dict(race.hits())};")
    print(f"answered: {dict(sorted(answers.items()))}; sheets: {dict(race.sheets)}")
    assert race.errors == []
    assert all(race.hits()[what] >= HITS for what in ACTIONS), "some race was never run"
    assert race.sheets[Answer.SAVED]
    assert [*master_promises.broken(race.actions), *broken_in_the_rows()] == []


def broken_in_the_rows() -> Iterator[str]:
    yield from promises.every_phase_was_resolved_exactly_once()
    yield from promises.every_game_goes_on()
    yield from promises.every_clock_that_stands_still_was_stopped()
    yield from promises.every_receipt_is_genuine()

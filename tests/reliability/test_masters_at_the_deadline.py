"""Masters and players act at the very moment in which a phase is due, while workers resolve it."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import transaction

from games import clock
from games.deadlines import resolving
from games.models import Game, Seat
from tests.soak import SOAK

from .. import factories
from . import amended, promises, stage
from .crowd import Answer
from .deeds import DEEDS
from .races import Race

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(900 if SOAK else 120),
]

HITS, ROUNDS = (30, 200) if SOAK else (1, 12)  # hits of each kind, and in how many rounds at most


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Iterator[Race]:
    race = Race(random.Random(stage.seed()))
    race.note_resolutions(monkeypatch)
    yield race
    race.over.set()


def games_in_their_second_phase() -> dict[str, Game]:
    """One for each deed, so that there is something to go back to."""
    games = {what: factories.begun_game(title=f"To {what}") for what in DEEDS}
    with transaction.atomic():
        for game in games.values():
            factories.let_be_due(game, clock.now())
    assert resolving.resolve_due() >= len(games)  # one of an earlier round may be due as well
    Seat.objects.update(disorder_since=None)  # nobody had ordered
    return games


def test_whatever_is_done_at_the_deadline_is_done_once_or_refused(race: Race) -> None:
    rounds = 0
    while rounds < ROUNDS and any(race.hits()[what] < HITS for what in DEEDS):
        race.run(games_in_their_second_phase())
        rounds += 1
    answers = Counter(f"{deed.what}: {deed.answer}" for deed in race.deeds)
    print(f"{rounds} rounds; really at the deadline: {dict(race.hits())};")
    print(f"answered: {dict(sorted(answers.items()))}; sheets: {dict(race.sheets)}")
    assert race.errors == []
    assert all(race.hits()[what] >= HITS for what in DEEDS), "some race was never run"
    assert race.sheets[Answer.SAVED]
    assert [*amended.broken(race.deeds), *broken_in_the_rows()] == []


def broken_in_the_rows() -> Iterator[str]:
    yield from promises.every_phase_was_resolved_exactly_once()
    yield from promises.every_game_goes_on()
    yield from promises.every_clock_that_stands_still_was_stopped()
    yield from promises.every_receipt_is_genuine()

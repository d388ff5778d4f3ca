import datetime as dt

import pytest

from accounts import clock
from games.core.errors import SaveFailedError
from games.models import Game
from games.orders import holding, submission
from tests import factories


def test_a_deadline_that_has_moved_since_the_page_was_read_does_not_lose_the_holds(game: Game):
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    phase.due_at = clock.now() - dt.timedelta(seconds=1)  # as it was before it was extended
    holding.be_ready(phase, [seat], person=factories.holder(seat), holding=["FRANCE"])
    assert phase.orders.filter(seat=seat, kind="hold").count() == 3
    seat.refresh_from_db()
    assert seat.ready_phase == phase


def test_a_crash_while_holds_are_saved_tells_its_cause(game: Game, monkeypatch: pytest.MonkeyPatch):
    def broken(*_args: object) -> None:
        raise ValueError("Failing row contains (A PAR H)")

    monkeypatch.setattr(submission, "_replace", broken)
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    with pytest.raises(SaveFailedError, match="ValueError in broken"):
        holding.be_ready(phase, [seat], person=factories.holder(seat), holding=["FRANCE"])

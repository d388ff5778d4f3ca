"""The clock of a running site is set an hour back, right again, and an hour forward."""

from pathlib import Path
from typing import Any

import pytest

from accounts import clock
from games.models import Event, Game, Outage, Phase
from tests import factories
from tests.site import TO_START, running, until

from . import master_promises, play, promises
from .faulty_site import nothing_is_due
from .play import Browser, SiteClock

pytestmark = [pytest.mark.processes, pytest.mark.timeout(600)]

RECOVERY = 60.0  # seconds
SHEETS = (["A PAR - BUR"], ["A PAR - PIC"], ["A PAR - GAS"])


def begin(phase_hours: int, title: str, table: tuple[Any, list[Any]]) -> Game:
    return factories.begun_game(*table, phase_hours=phase_hours, title=title)


def test_a_clock_that_is_set_back_and_forward_costs_nobody_an_order_or_a_turn(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    offset = SiteClock(tmp_path)
    environment = offset.environment | {"ENTENTE_OUTAGE_MINUTES": "3"}
    with (
        running(tmp_path, **environment) as site,
        play.looking_into(site, django_db_blocker),
    ):
        master, players = play.table()
        played, soon = (
            begin(hours, title, (master, players)) for hours, title in ((10, "Played"), (1, "Soon"))
        )
        play.until_alive()
        player = factories.holder(factories.seat(played, "FRANCE"))
        with Browser(site, player) as browser:
            browser.sign_in()
            save(browser, played, SHEETS[0])

            offset.advance(hours=-1)
            save(browser, played, SHEETS[1])
            back = resolves(begin(1, "Back", (master, players)))
            assert_untouched(played, soon)

            offset.advance(hours=1)  # right again: to the site it looks like an outage of an hour
            until(lambda: soon.pk in made_up(), seconds=RECOVERY, what="it is made up for")
            save(browser, played, SHEETS[2])
            right = resolves(begin(1, "Right", (master, players)))

            offset.advance(hours=1.5)
            until(
                lambda: Outage.objects.filter(done_at__isnull=False).count() == 2,
                seconds=RECOVERY,
                what="it is made up for once more",
            )
            assert_untouched(played, soon)
            forward = resolves(played)
        counted = played.phases.get(number=1).orders.filter(typed__isnull=False)
        assert [(order.text, order.outcome != "") for order in counted] == [(SHEETS[2][0], True)]
        assert list(promises.every_phase_was_resolved_exactly_once()) == []
        assert list(promises.every_game_goes_on()) == []
        assert list(master_promises.broken([])) == []
    print(f"resolved {back:.1f} s after an hour back, {right:.1f} s after it was right again,")
    print(f"{forward:.1f} s after an hour and a half forward")


@pytest.mark.soak
def test_without_signs_of_life_a_clock_that_is_set_forward_costs_everybody_a_turn(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    """Negative control of the test above."""
    offset = SiteClock(tmp_path)
    environment = offset.environment | play.without("the signs of life")
    with (
        running(tmp_path, ENTENTE_OUTAGE_MINUTES="3", **environment) as site,
        play.looking_into(site, django_db_blocker),
    ):
        soon = begin(1, "Soon", play.table())
        offset.advance(hours=1.5)
        until(lambda: play.newest(soon).number == 2, seconds=TO_START, what="it is resolved")
        missed = Event.objects.filter(kind=Event.Kind.NO_MOVES_RECEIVED)
        assert (missed.count(), made_up()) == (7, set())


def made_up() -> set[int]:
    return set(Event.objects.filter(kind=Event.Kind.MADE_UP).values_list("game", flat=True))


def save(browser: Browser, game: Game, orders: list[str]) -> None:
    browser.get(f"/games/{game.slug}/S1901M/orders/FRANCE/")
    status, page = browser.order(game, "S1901M", "FRANCE", orders, mode="text")
    assert status == 302, page


def resolves(game: Game) -> float:
    """Return the seconds until a phase that is due now is resolved."""
    factories.let_be_due(game, clock.now())
    return until(nothing_is_due, seconds=RECOVERY, what=f"{game} is resolved")


def assert_untouched(*games: Game) -> None:
    for game in games:
        phase = play.newest(game)
        assert (phase.number, phase.status) == (1, Phase.Status.OPEN), f"{game} was resolved"

"""Many games due at once, real workers: each is resolved once, and a broken one stops no other."""

import contextlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from games.models import Event, Game, Notification, Order, Phase, Unit
from tests import factories
from tests import services as servers
from tests.site import ROOT, TO_START, Site, running, until
from tests.soak import SOAK

from . import play
from .play import Browser, SiteClock

pytestmark = [pytest.mark.processes, pytest.mark.timeout(600)]

GAMES, ROUNDS = (50, 10) if SOAK else (16, 2)
MOST_ROUNDS = 4 * ROUNDS
CLAIMS_APP = "tests.reliability.logged_claims"
NAMES = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")


def begin_games(number: int) -> list[Game]:
    """Begin games that are due within a second, with one master and the same seven players."""
    master, *players = play.people("Mia Master", *NAMES)
    with transaction.atomic():
        return [factories.begun_game(master, players, title=f"Due {n}") for n in range(number)]


def pass_deadline(clock: SiteClock) -> None:
    """Move the clock past every deadline and wait until no phase is due any more."""
    due = Phase.objects.open().filter(due_at__isnull=False)
    last = due.latest("due_at").due_at
    assert last is not None
    factories.keep_played(*Game.objects.all())
    clock.move_past(last)
    until(
        lambda: not due.filter(due_at__lte=last).exists(),
        seconds=60,
        what="all are resolved",
    )


def times_resolved() -> dict[int, int]:
    """Return how often each resolved game was resolved, by the events of the games."""
    events = Event.objects.filter(kind=Event.Kind.PHASE_RESOLVED)
    return dict(Counter(events.values_list("game", flat=True)))


def test_one_poisoned_game_is_set_aside_and_the_others_are_resolved(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    clock = SiteClock(tmp_path)
    with (
        running(tmp_path, **clock.environment) as site,
        play.looking_into(site, django_db_blocker),
    ):
        games = begin_games(GAMES)
        poisoned = games[GAMES // 2]
        others = {game.pk for game in games} - {poisoned.pk}
        # A fleet in the middle of Russia: the database accepts it, and the rules reject it.
        Unit.objects.filter(phase__game=poisoned, province="MOS").update(type="F")
        pass_deadline(clock)

        assert times_resolved() == dict.fromkeys(others, 1)
        statuses = Counter(Game.objects.values_list("status", flat=True))
        assert statuses == {"playing": GAMES - 1, "aside": 1}
        poisoned.refresh_from_db()
        assert poisoned.status == Game.Status.ASIDE
        assert "Error in " in poisoned.error
        phase = play.newest(poisoned)
        assert (phase.number, phase.status, phase.due_at) == (1, Phase.Status.OPEN, None)
        told = Notification.objects.filter(kind=Notification.Kind.SET_ASIDE, channel="site")
        assert [(notification.game, notification.person.name) for notification in told] == [
            (poisoned, "Mia Master")
        ]
        assert_pages_say_so(site, poisoned)

        pass_deadline(clock)  # it is not claimed again, and the others go on
        assert times_resolved() == dict.fromkeys(others, 2)


def assert_pages_say_so(site: Site, game: Game) -> None:
    """The master's page shows the error, a player's page only that the game is stopped."""
    player = game.seats.first().tenures.get().person  # type: ignore[union-attr]
    for person, told in ((game.masterships.get().person, True), (player, False)):
        with Browser(site, person) as browser:
            browser.sign_in()
            page = browser.get(f"/games/{game.slug}/")
        assert "This game has stopped because of an error" in page
        assert ("Error in " in page) == told


@contextlib.contextmanager
def two_workers_and_two_beats(
    folder: Path, clock: SiteClock, blocker: Any, services: dict[str, str], *, lock: str
) -> Iterator[Callable[[], list[tuple[str, str]]]]:
    """Start real processes on one database; yield a function that returns the claims."""
    site = Site(folder, **services, **clock.environment)
    site.migrate()
    claims = folder / "claims"
    claims.touch()
    environment = site.environment | {"CLAIM_LOCK": lock, "CLAIM_LOG": str(claims)}
    logs = []
    with contextlib.ExitStack() as stack:
        for name in ("first", "second"):
            worker = ("worker", "--pool", "solo", "--queues", "deadlines", "--hostname", name)
            for words in (worker, ("beat", "--pidfile=")):
                log = folder / f"{name}-{words[0]}.log"
                command = [
                    sys.executable,
                    "-m",
                    "celery",
                    "--app",
                    "tests.reliability.logged_claims",
                ]
                stack.enter_context(
                    servers.started([*command, *words], log, cwd=ROOT, env=environment)
                )
                logs.append(log)
        stack.enter_context(play.looking_into(site, blocker))
        until(
            lambda: all(" ready" in log.read_text() for log in logs[::2]),
            seconds=TO_START,
            what="both workers are ready",
        )
        yield lambda: [tuple(line.split()) for line in claims.read_text().splitlines()]  # type: ignore[misc]


def test_two_workers_and_two_beats_resolve_each_game_once(
    services: dict[str, str], tmp_path: Path, django_db_blocker: Any
) -> None:
    clock = SiteClock(tmp_path)
    with two_workers_and_two_beats(
        tmp_path, clock, django_db_blocker, services, lock="on"
    ) as claims:
        games = begin_games(GAMES)
        rounds, shares = 0, Counter[str]()
        # On a busy machine one worker may resolve all games of a round before the other begins.
        while rounds < ROUNDS or (len(shares) < 2 and rounds < MOST_ROUNDS):
            rounds += 1
            pass_deadline(clock)
            assert times_resolved() == {game.pk: rounds for game in games}
            shares = Counter(process for _phase, process in claims())
        assert_resolved_once(rounds)
        phases = [phase for phase, _process in claims()]
        assert len(phases) == len(set(phases)) == GAMES * rounds
    print(f"the two workers resolved {sorted(shares.values())}")
    assert len(shares) == 2


def assert_resolved_once(rounds: int) -> None:
    """Check that no work was lost or done twice."""
    phases = Counter(Phase.objects.values_list("number", "status"))
    resolved = {(number, "resolved"): GAMES for number in range(1, rounds + 1)}
    assert phases == {**resolved, (rounds + 1, "open"): GAMES}
    results = Notification.objects.filter(kind=Notification.Kind.RESULTS)
    count = GAMES * rounds * (len(NAMES) + 1)
    assert Counter(results.values_list("channel", flat=True)) == {"site": count, "mail": count}
    orders = Order.objects.filter(phase__status=Phase.Status.RESOLVED)
    assert not orders.filter(outcome="").exists()
    assert orders.count() == GAMES * rounds * 22  # nobody ordered: every unit of the opening holds
    assert Game.objects.filter(status=Game.Status.PLAYING).count() == GAMES


@pytest.mark.soak
def test_without_the_lock_of_the_claim_two_workers_take_the_same_phase(
    services: dict[str, str], tmp_path: Path, django_db_blocker: Any
) -> None:
    """Negative control of the test above."""
    clock = SiteClock(tmp_path)
    with two_workers_and_two_beats(
        tmp_path, clock, django_db_blocker, services, lock="off"
    ) as claims:
        begin_games(GAMES // 2)
        pass_deadline(clock)
        times = Counter(phase for phase, _process in claims())
    assert max(times.values()) > 1

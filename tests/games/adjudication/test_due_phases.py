import contextlib
import datetime as dt
import threading
from collections.abc import Iterator
from itertools import pairwise

import pytest
import structlog
import time_machine
from django.core.management import CommandError, call_command
from django.db import OperationalError, ProgrammingError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import User
from games import tasks
from games.adjudication import due_phases, resolution
from games.core.errors import Refused
from games.deadlines import control, outages, schedule, timetable
from games.models import Event, Game, Notification, Phase
from games.notifications import recipients

from ... import factories
from ..orders.test_submission import submit

ON_SQLITE = pytest.mark.skipif("connection.vendor == 'sqlite'", reason="one writer at a time")


def pass_deadline(game: Game) -> Phase:
    """Let the deadline of the open phase pass; return that phase after it was resolved."""
    phase = factories.open_phase(game)
    with time_machine.travel(phase.due_at):
        due_phases.resolve_due()
    phase.refresh_from_db()
    return phase


def test_nothing_is_resolved_before_its_deadline(game: Game):
    with time_machine.travel(factories.deadline(game) - dt.timedelta(seconds=1), tick=False):
        assert due_phases.resolve_due() == 0


def test_the_deadline_ends_the_phase_and_opens_the_next(game: Game):
    phase = factories.open_phase(game)
    with time_machine.travel(phase.due_at, tick=False):
        assert due_phases.resolve_due() == 1
        assert due_phases.resolve_due() == 0
    phase.refresh_from_db()
    assert phase.status == Phase.Status.RESOLVED
    assert phase.resolved_at == phase.due_at
    follower = factories.open_phase(game)
    assert (follower.number, follower.code) == (2, "F1901M")


def test_deadlines_do_not_drift_with_the_worker(game: Game):
    due_at = factories.deadline(game)
    with time_machine.travel(due_at + dt.timedelta(minutes=9)):
        due_phases.resolve_due()
    assert factories.deadline(game) == due_at + dt.timedelta(hours=24)


def test_after_an_outage_the_next_phase_has_its_whole_length(game: Game):
    now = factories.deadline(game) + dt.timedelta(hours=20)
    with time_machine.travel(now, tick=False):
        due_phases.resolve_due()
    assert factories.open_phase(game).due_at == now + dt.timedelta(hours=24)


def test_a_game_brought_forward_counts_from_when_it_was_ready(game: Game):
    phase = factories.open_phase(game)
    phase.due_at = now = clock.now()
    assert schedule.next_deadline(game, phase.type, phase, clock.now()) == now + dt.timedelta(
        hours=24
    )


def test_a_phase_is_due_by_the_rule_for_its_type(monkeypatch, master: User):
    lengths = [dt.timedelta(hours=number) for number in (30, 6, 12)]
    rule = timetable.Lengths(lengths[0], *map(timetable.PhaseWindow, lengths[1:]))
    monkeypatch.setattr(schedule, "rule_of", lambda *_asked: rule)
    with time_machine.travel("2025-06-01 18:00Z", tick=False):
        game = factories.begun_game(master)
        submit(game, "FRANCE", "A MAR - SPA")
    due = [factories.deadline(game)]
    assert due == [dt.datetime(2025, 6, 3, tzinfo=dt.UTC)]
    for _ in range(3):
        factories.keep_played(game)
        pass_deadline(game)
        due.append(factories.deadline(game))
    codes = list(game.phases.values_list("code", flat=True))
    assert codes == ["S1901M", "F1901M", "W1901A", "S1902M"]
    hours = [(then - now) / dt.timedelta(hours=1) for now, then in pairwise(due)]
    assert hours == [30, 12, 30]


def test_a_resumed_phase_is_due_by_the_rule_for_its_type(monkeypatch, game: Game):
    lengths = [dt.timedelta(hours=number) for number in (30, 6, 12)]
    rule = timetable.Lengths(lengths[0], *map(timetable.PhaseWindow, lengths[1:]))
    monkeypatch.setattr(schedule, "rule_of", lambda *_asked: rule)
    for code, hours in (("S1902M", 30), ("S1902R", 6), ("W1902A", 12)):
        Phase.objects.filter(game=game).update(code=code)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE)
        with time_machine.travel("2025-06-01 18:00Z", tick=False):
            control.restart_set_aside(game, by=None)
            assert factories.deadline(game) == clock.now() + dt.timedelta(hours=hours)


def test_each_of_many_due_games_is_resolved_once(db):
    games = [factories.begun_game(title=f"Game {n}") for n in range(3)]
    with time_machine.travel(factories.open_phase(games[-1]).due_at):
        assert due_phases.resolve_due() == 3
    assert Phase.objects.filter(status=Phase.Status.RESOLVED).count() == 3
    assert Event.objects.filter(kind=Event.Kind.PHASE_RESOLVED).count() == 3


def test_a_phase_is_resolved_in_few_queries(game: Game, django_assert_max_num_queries):
    phase = factories.open_phase(game)
    with time_machine.travel(phase.due_at, tick=False):
        outages.beat()  # once for all phases that are due
        with django_assert_max_num_queries(25):
            due_phases.resolve_due()


def resolving_together(count: int) -> int:
    """Return the number of queries that resolve one phase of each of `count` games at once."""
    games = [factories.begun_game(title=f"{count} games, {n}") for n in range(count)]
    for game in games:
        submit(game, "FRANCE", "A PAR - BUR")
    due_at = factories.deadline(games[-1])
    Phase.objects.filter(game__in=games).update(deadline=due_at, due_at=due_at)
    with time_machine.travel(due_at, tick=False):
        outages.beat()
        with CaptureQueriesContext(connection) as queries:
            assert due_phases.resolve_due() == count
    return len(queries)


def test_phases_that_are_due_together_take_the_queries_of_one(db):
    together = due_phases.BATCH_SIZE_OF_ONE_WRITER
    assert resolving_together(together) == resolving_together(1)


def test_of_phases_that_are_due_together_each_has_its_own_results(db):
    moves = [("A PAR - BUR", "BUR"), ("A PAR - PIC", "PIC"), ("A PAR - GAS", "GAS")]
    games = [factories.begun_game(title=f"To {to}") for _order, to in moves]
    for game, (order, _to) in zip(games, moves, strict=True):
        submit(game, "FRANCE", order)
    phases = [factories.open_phase(game) for game in games]
    with time_machine.travel(factories.deadline(games[-1])):
        assert due_phases.resolve_due() == 3
    for game, phase, (order, to) in zip(games, phases, moves, strict=True):
        given = phase.orders.exclude(typed=None).values_list("seat__game", "text", "outcome")
        assert list(given) == [(game.pk, order, "succeeds")]
        assert phase.orders.count() == 22
        assert phase.orders.exclude(seat__game=game).count() == 0
        follower = factories.open_phase(game)
        french = follower.units.filter(seat__power="FRANCE").values_list("province", flat=True)
        assert set(french) == {"BRE", "MAR", to}
        assert follower.units.exclude(seat__game=game).count() == 0
        assert follower.centers.filter(seat__game=game).count() == 22
        kinds = list(game.events.filter(phase=phase).values_list("kind", flat=True))
        assert kinds.count("phase_resolved") == 1
        told = Notification.objects.filter(
            kind=Notification.Kind.RESULTS, channel="site", game=game
        )
        assert set(told.values_list("person", flat=True)) == recipients.everyone(game)
        assert set(told.values_list("phase", flat=True)) == {phase.pk}


def test_more_phases_than_are_resolved_together_are_all_resolved(db, monkeypatch):
    monkeypatch.setattr(due_phases, "BATCH_SIZE", 2)
    games = [factories.begun_game(title=f"Game {n}") for n in range(5)]
    with time_machine.travel(factories.deadline(games[-1])):
        assert due_phases.resolve_due() == 5
    assert {factories.open_phase(game).code for game in games} == {"F1901M"}


@pytest.fixture
def poisoned(monkeypatch, master: User) -> Game:
    """A game whose adjudication raises an error that quotes an order."""
    game = factories.begun_game(master, title="Poisoned")
    resolve = resolution.resolve

    def poison(due: list[Phase]) -> list[Phase]:
        if game in [phase.game for phase in due]:
            Event.objects.create(kind=Event.Kind.PHASE_RESOLVED, at=clock.now(), game=game)
            raise ValueError("A PAR - BUR made the rules choke")
        return resolve(due)

    monkeypatch.setattr(resolution, "resolve", poison)
    return game


def test_a_game_that_cannot_be_resolved_is_set_aside_and_the_others_go_on(
    poisoned: Game, game: Game, master: User
):
    with time_machine.travel(factories.open_phase(game).due_at):
        assert due_phases.resolve_due() == 2
        assert due_phases.resolve_due() == 0
    poisoned.refresh_from_db()
    assert poisoned.status == Game.Status.ASIDE
    assert poisoned.error.startswith("ValueError in poison")
    assert "PAR" not in poisoned.error
    assert factories.open_phase(poisoned).due_at is None
    assert factories.open_phase(game).code == "F1901M"
    assert not poisoned.events.filter(kind=Event.Kind.PHASE_RESOLVED).exists()
    told = Notification.objects.filter(kind=Notification.Kind.SET_ASIDE).values_list(
        "person", "channel"
    )
    assert set(told) == {(master.pk, "site"), (master.pk, "mail")}


def test_the_master_starts_the_clock_of_a_game_set_aside(poisoned, master, monkeypatch):
    with time_machine.travel(factories.open_phase(poisoned).due_at):
        due_phases.resolve_due()
        control.restart_set_aside(poisoned, by=master)
        assert factories.deadline(poisoned) > clock.now()
        with pytest.raises(Refused):
            control.restart_set_aside(poisoned, by=master)
    poisoned.refresh_from_db()
    assert (poisoned.status, poisoned.error) == (Game.Status.PLAYING, "")


def test_a_database_error_outside_a_game_sets_nothing_aside(game: Game, monkeypatch):
    def broken(**_leaving: object) -> None:
        raise ConnectionError("no database")

    monkeypatch.setattr(due_phases, "claim", broken)
    with pytest.raises(ConnectionError):
        due_phases.resolve_due()
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_trouble_of_the_database_sets_no_game_aside_and_stops_no_other(
    game: Game, monkeypatch, master: User
):
    other = factories.begun_game(master, title="Other")
    resolve = resolution.resolve

    def victim(due: list[Phase]) -> list[Phase]:
        if game in [phase.game for phase in due]:
            raise OperationalError("deadlock detected")
        return resolve(due)

    monkeypatch.setattr(resolution, "resolve", victim)
    with time_machine.travel(factories.deadline(other)):
        assert due_phases.resolve_due() == 1
        assert factories.open_phase(other).code == "F1901M"
        monkeypatch.setattr(resolution, "resolve", resolve)
        assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == "F1901M"


def test_a_late_worker_does_not_stop_a_clock_that_was_started_again(poisoned, master):
    stale = factories.open_phase(poisoned)
    with time_machine.travel(factories.deadline(poisoned)):
        due_phases.resolve_due()
        control.restart_set_aside(poisoned, by=master)
        due_phases.set_aside(stale, "too late")
    poisoned.refresh_from_db()
    assert poisoned.status == Game.Status.PLAYING


def test_every_time_a_game_is_set_aside_its_master_is_told(poisoned, master):
    for _ in range(2):
        with time_machine.travel(factories.deadline(poisoned)):
            due_phases.resolve_due()
            control.restart_set_aside(poisoned, by=master)
    told = Notification.objects.filter(
        kind=Notification.Kind.SET_ASIDE, person=master, channel="site"
    )
    assert told.count() == 2


def test_whoever_runs_the_site_starts_the_clock_by_command(poisoned, capsys):
    with time_machine.travel(factories.deadline(poisoned)):
        due_phases.resolve_due()
        call_command("resume", poisoned.slug)
        assert factories.deadline(poisoned) > clock.now()
    assert "runs again" in capsys.readouterr().out
    with pytest.raises(CommandError, match="This game hasn’t been stopped by an error"):
        call_command("resume", poisoned.slug)
    with pytest.raises(CommandError, match="there is no game"):
        call_command("resume", "nowhere")


def test_after_a_stop_nobody_is_ready_any_more(poisoned, master):
    phase = factories.open_phase(poisoned)
    poisoned.seats.update(ready_phase=phase)
    with time_machine.travel(factories.deadline(poisoned)):
        due_phases.resolve_due()
        control.restart_set_aside(poisoned, by=master)
    assert not poisoned.seats.filter(ready_phase=phase).exists()


def test_the_task_resolves_what_is_due(game: Game):
    with time_machine.travel(factories.open_phase(game).due_at):
        tasks.resolve_due()
    assert factories.open_phase(game).code == "F1901M"


def test_the_claim_locks_its_row_where_the_database_can(game: Game):
    with time_machine.travel(factories.open_phase(game).due_at):
        claimed = due_phases.claim(by=clock.now())
    assert [phase.game for phase in claimed] == [game]
    skips = connection.features.has_select_for_update_skip_locked
    assert skips == (connection.vendor == "postgresql")


def meet_trouble(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    resolve = resolution.resolve

    def broken(due: list[Phase]) -> list[Phase]:
        if game in [phase.game for phase in due]:
            raise ProgrammingError("A PAR - BUR: no such column")
        return resolve(due)

    monkeypatch.setattr(resolution, "resolve", broken)


@pytest.mark.parametrize(
    ("minutes", "level", "event"),
    [(9, "warning", "phase_left_for_later"), (11, "error", "phase_stuck")],
)
def test_trouble_that_lasts_becomes_an_error_in_the_log(
    game: Game, monkeypatch, minutes: int, level: str, event: str
):
    meet_trouble(monkeypatch, game)
    with (
        time_machine.travel(factories.deadline(game) + dt.timedelta(minutes=minutes)),
        structlog.testing.capture_logs([structlog.contextvars.merge_contextvars]) as logged,
    ):
        due_phases.resolve_due()
    (line,) = logged
    assert (line["log_level"], line["event"], line["game"]) == (level, event, game.slug)
    assert "PAR" not in str(line)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_a_game_that_cannot_even_be_set_aside_stops_no_other(poisoned, game, monkeypatch):
    """The failing phase is the older one, so it is claimed first each time."""
    due_at = factories.deadline(game)
    Phase.objects.open().filter(game=poisoned).update(due_at=due_at - dt.timedelta(minutes=1))

    def fail(_phase: Phase, _error: str) -> None:
        raise ValueError("A PAR - BUR")

    monkeypatch.setattr(due_phases, "set_aside", fail)
    with time_machine.travel(due_at), structlog.testing.capture_logs() as logged:
        assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == "F1901M"
    assert "game_not_set_aside" in [line["event"] for line in logged]
    assert "PAR" not in str(logged)


# Rows that another process has locked


@contextlib.contextmanager
def frozen(person: User) -> Iterator[None]:
    """Hold the lock of a person's row, as a process does that was stopped with SIGSTOP."""
    held, over = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                User.objects.select_for_update().get(pk=person.pk)
                held.set()
                over.wait(20)
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert held.wait(10)
        yield
    finally:
        over.set()
        holder.join(10)


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_frozen_process_that_holds_a_row_stops_no_other_game():
    stopped, other = factories.begun_game(title="Stopped"), factories.begun_game(title="Other")
    due_at = factories.deadline(other)
    Phase.objects.filter(game=stopped).update(due_at=due_at - dt.timedelta(minutes=1))
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("10s",)
        cursor.execute("SET lock_timeout = '300ms'")
    try:
        with (
            frozen(factories.holder(factories.seat(stopped, "FRANCE"))),
            time_machine.travel(due_at),
        ):
            assert due_phases.resolve_due() == 1
            assert factories.open_phase(other).code == "F1901M"
            assert factories.open_phase(stopped).code == "S1901M"
        with time_machine.travel(due_at):
            assert due_phases.resolve_due() == 1
    finally:
        connection.close()  # ends the timeout too

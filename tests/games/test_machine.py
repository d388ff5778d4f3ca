"""A game under everything that can happen to it, in any order: what DESIGN.md promises holds.

The machine plays at random – orders, readiness, extensions, pauses, deadlines, missed orders,
replacements, stand-ins, returns, rollbacks, and crashes in the middle of a resolution – and keeps a
book of its own of what was saved. `./run soak` plays 2,000 games.
"""

import datetime as dt
from collections import Counter
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from adjudicator import adjudicate, legal_orders
from games import access, clock, phases, positions
from games.deadlines import readiness, resolving
from games.errors import Refused
from games.mastering import clockwork, repair
from games.models import (
    Event,
    Game,
    Mastership,
    Order,
    Phase,
    Receipt,
    Seat,
    Tenure,
    Unit,
)
from games.orders import submission
from games.seats import sitting

from .. import factories
from ..soak import SOAK

RUNS, STEPS = (2000, 30) if SOAK else (4, 30)
NOW = dt.datetime(2026, 3, 2, 12, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
SUNDAYS = {
    "weekdays": 1 << 6,
    "at": dt.time(20),
    "zone": "Europe/Madrid",
    "least_hours": 72,
    "window_hours": 24,
}
POWERS = st.sampled_from(list(factories.HOLDS))
CONDUCTS = st.fixed_dictionaries(
    {
        "on_missed": st.sampled_from(["none", "grace", "extension"]),
        "ready_minutes": st.sampled_from([0, 30]),
    }
)


class Crash(BaseException):
    """A process that dies: nothing catches it, and its transaction is rolled back."""


class CrashAt:
    """Dies in the given query."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Crash
        return execute(sql, params, many, context)


class GameMachine(RuleBasedStateMachine):
    """`saved` is the book: the sheet of each power that the open phase is to be resolved by."""

    game: Game
    master: User

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.at = NOW
        self.stopped = clock._stopped_at.set(self.at)
        self.saved: dict[str, set[str]] = {}
        self.done: dict[int, dict[str, set[str]]] = {}
        self.events = 0
        self.spare: list[User] = []

    def teardown(self) -> None:
        clock._stopped_at.reset(self.stopped)
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    @initialize(on_sundays=st.booleans(), conduct=CONDUCTS)
    def begin(self, on_sundays: bool, conduct: dict[str, Any]) -> None:
        self.master = factories.person()
        rhythm = SUNDAYS if on_sundays else {"phase_hours": 24}
        self.game = factories.begun_game(self.master, **conduct, **rhythm)
        self.spare = factories.PersonFactory.create_batch(6)

    # Time and its ends

    def _go(self, to: dt.datetime) -> None:
        self.at = max(self.at, to)
        clock._stopped_at.set(self.at)

    @property
    def phase(self) -> Phase | None:
        return phases.current(self.game)

    def _seat(self, power: str) -> Seat:
        return Seat.objects.select_related("game").get(game=self.game, power=power)

    def _holder(self, seat: Seat) -> User | None:
        tenure = seat.tenures.select_related("person").filter(until=None).first()
        return tenure.person if tenure else None

    @rule(hours=st.integers(1, 40))
    def wait(self, hours: int) -> None:
        self._go(self.at + hours * HOUR)
        self._resolve()

    @precondition(lambda self: (phase := self.phase) is not None and phase.due_at is not None)
    @rule()
    def let_it_be_due(self) -> None:
        phase = self.phase
        assert phase is not None
        assert phase.due_at is not None
        self._go(phase.due_at)
        self._resolve()

    def _resolve(self) -> None:
        """As the worker does; then enter in the book what came of it, phase by phase."""
        clockwork.resume_due()
        while True:
            phase = self.phase
            if phase is None or phase.due_at is None or phase.due_at > self.at:
                return
            expected, when = self.saved, positions.load(phase)
            resolving.resolve_due()
            self._enter(phase, expected, when)

    def _enter(self, before: Phase, expected: dict[str, set[str]], position: Any) -> None:
        before.refresh_from_db()
        if before.status == Phase.Status.OPEN:
            assert before.excused_at is not None, "it was not resolved, and not put off either"
            return
        assert before.status == Phase.Status.RESOLVED
        given = Order.objects.filter(phase=before, typed__isnull=False)
        assert self._by_power(given) == {p: texts for p, texts in expected.items() if texts}
        told = {power: sorted(texts) for power, texts in expected.items()}
        resolution = adjudicate(position, told, positions.rules_of(self.game))
        follower = Phase.objects.get(game=self.game, number=before.number + 1)
        follower.game = self.game
        assert positions.load(follower).units == resolution.next.units
        self.done[before.number] = expected
        self.saved = {}

    @precondition(lambda self: (phase := self.phase) is not None and phase.due_at is not None)
    @rule(query=st.integers(0, 25))
    def die_in_the_middle_of_a_resolution(self, query: int) -> None:
        phase = self.phase
        assert phase is not None
        assert phase.due_at is not None
        self._go(phase.due_at)
        before = (Event.objects.count(), Order.objects.count(), Phase.objects.count())
        expected, position = self.saved, positions.load(phase)
        try:
            with transaction.atomic(), connection.execute_wrapper(CrashAt(query)):
                resolving.resolve_due()
        except Crash:
            assert before == (Event.objects.count(), Order.objects.count(), Phase.objects.count())
        else:
            self._enter(phase, expected, position)
        self._resolve()

    # Players

    @precondition(lambda self: self.phase is not None)
    @rule(power=POWERS, data=st.data())
    def submit(self, power: str, data: st.DataObject) -> None:
        phase, seat = self.phase, self._seat(power)
        assert phase is not None
        holder = self._holder(seat)
        sheet = self._some_orders(phase, power, data)
        if holder is None:
            return
        saved = submission.submit(
            phase,
            seat,
            [submission.Line(str(n), text) for n, text in enumerate(sheet)],
            person=holder,
        )
        self.saved[power] = set(sheet)
        assert saved.receipt.person == holder

    @staticmethod
    def _some_orders(phase: Phase, power: str, data: st.DataObject) -> list[str]:
        position = positions.load(phase)
        due = phases.due(phase).get(power, 0)
        rules = positions.rules_of(phase.game)
        found: dict[str, str] = {}
        for unit in position.units.get(power, ()):
            choices = [str(order) for order in legal_orders(position, unit, rules)]
            if choices and len(found) < due and data.draw(st.integers(0, 3)):
                found[unit.province] = data.draw(st.sampled_from(choices[:40]))
        for each in position.dislodged.get(power, ()):
            choices = [str(order) for order in legal_orders(position, each.unit, rules)]
            if choices:
                found[f"dislodged {each.unit.province}"] = data.draw(st.sampled_from(choices))
        return list(found.values())

    @precondition(lambda self: self.phase is not None)
    @rule(power=POWERS, wanted=st.booleans())
    def say_ready(self, power: str, wanted: bool) -> None:
        phase, seat = self.phase, self._seat(power)
        assert phase is not None
        holder = self._holder(seat)
        if holder is None:
            return
        try:
            readiness.set_ready(phase, seat, ready=wanted, person=holder)
        except Refused:
            assert wanted
            assert not self.saved.get(power)

    @precondition(lambda self: self.phase is not None)
    @rule()
    def all_are_ready(self) -> None:
        for power in factories.HOLDS:
            self.say_ready(power, True)

    @precondition(lambda self: self.phase is not None)
    @rule(power=POWERS)
    def resign(self, power: str) -> None:
        seat = self._seat(power)
        holder = self._holder(seat)
        if holder is None:
            return
        sitting.resign(seat, holder)
        if self._holder(seat) is not None:  # a stand-in's seat goes back to its player
            self.saved.pop(power, None)

    @precondition(lambda self: self.phase is not None)
    @rule(power=POWERS, person=st.integers(0, 5))
    def take(self, power: str, person: int) -> None:
        seat = self._seat(power)
        try:
            sitting.take(seat, self.spare[person])
        except Refused:
            return
        self.saved.pop(power, None)

    # The master

    @precondition(lambda self: self.phase is not None)
    @rule(power=POWERS, person=st.integers(0, 5), phases_lent=st.integers(0, 3))
    def replace(self, power: str, person: int, phases_lent: int) -> None:
        seat, newcomer = self._seat(power), self.spare[person]
        try:
            if phases_lent:
                sitting.lend(seat, newcomer, number=phases_lent, by=self.master)
            else:
                sitting.replace(seat, newcomer, by=self.master)
        except Refused:
            return
        self.saved.pop(power, None)

    @precondition(lambda self: self.phase is not None)
    @rule(power=POWERS)
    def give_back(self, power: str) -> None:
        seat = self._seat(power)
        before = self._holder(seat)
        try:
            sitting.give_back(seat, by=self.master)
        except Refused:
            return
        if self._holder(seat) != before:
            self.saved.pop(power, None)

    @precondition(lambda self: self.phase is not None)
    @rule(hours=st.one_of(st.none(), st.integers(1, 100)))
    def extend(self, hours: int | None) -> None:
        phase = self.phase
        assert phase is not None
        before = phase.deadline
        try:
            to = before + hours * HOUR if before and hours else None
            clockwork.extend(self.game, to=to, by=self.master)
        except Refused:
            return
        after = self.phase
        assert before is not None
        assert after is not None
        assert after.deadline is not None
        assert after.deadline > before

    @precondition(lambda self: self.phase is not None)
    @rule(hours=st.integers(1, 200))
    def pause(self, hours: int) -> None:
        try:
            clockwork.pause(self.game, until=self.at + hours * HOUR, by=self.master)
        except Refused:
            phase = self.phase
            assert phase is not None
            assert phase.due_at is None or phase.due_at <= self.at

    @precondition(lambda self: self.phase is not None)
    @rule()
    def resume(self) -> None:
        try:
            clockwork.resume(self.game, by=self.master)
        except Refused:
            return
        phase = self.phase
        assert phase is not None
        assert phase.deadline is not None
        assert phase.deadline > self.at

    @precondition(lambda self: self.phase is not None)
    @rule()
    def process_now(self) -> None:
        try:
            clockwork.hurry(self.game, by=self.master)
        except Refused:
            return
        self._resolve()

    @precondition(lambda self: self.phase is not None and bool(self.done))
    @rule(back=st.integers(1, 3))
    def roll_back(self, back: int) -> None:
        resolved = self.game.phases.filter(status=Phase.Status.RESOLVED).order_by("-number")
        chosen = list(resolved[:back])[-1:]
        if not chosen:
            return
        code = chosen[0].code
        repair.roll_back(self.game, chosen[0].number, by=self.master, reason="A slip.")
        self.saved = {}
        phase = self.phase
        assert phase is not None
        assert phase.code == code

    # What holds after each step

    def _by_power(self, rows: Any) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for order in rows.select_related("seat"):
            found.setdefault(order.seat.power, set()).add(order.text)
        return found

    @invariant()
    def one_phase_is_open_and_numbers_only_grow(self) -> None:
        if not hasattr(self, "game"):
            return
        rows = list(self.game.phases.order_by("number"))
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        self.game.refresh_from_db()
        open_ones = [row for row in rows if row.status == Phase.Status.OPEN]
        assert len(open_ones) == (0 if self.game.status == Game.Status.FINISHED else 1)
        counted = Counter(row.code for row in rows if row.status != Phase.Status.SUPERSEDED)
        assert set(counted.values()) <= {1}

    @invariant()
    def what_was_saved_last_is_what_is_stored(self) -> None:
        if not hasattr(self, "game") or (phase := self.phase) is None:
            return
        stored = self._by_power(Order.objects.filter(phase=phase))
        assert stored == {power: texts for power, texts in self.saved.items() if texts}

    @invariant()
    def the_clock_runs_or_stands_for_a_reason(self) -> None:
        if not hasattr(self, "game") or (phase := self.phase) is None:
            return
        self.game.refresh_from_db()
        running = phase.pauses.filter(ended_at=None).count()
        assert running == (self.game.status == Game.Status.PAUSED)
        assert (phase.due_at is None) == (self.game.status == Game.Status.PAUSED)
        assert self.game.status in (Game.Status.PLAYING, Game.Status.PAUSED), self.game.error
        if phase.due_at is not None:
            assert phase.deadline is not None
            assert phase.due_at <= phase.deadline

    @invariant()
    def each_phase_was_resolved_once_and_not_before_its_time(self) -> None:
        if not hasattr(self, "game"):
            return
        resolved = self.game.phases.filter(resolved_at__isnull=False)
        times = Counter(
            self.game.events.filter(kind=Event.Kind.PHASE_RESOLVED).values_list("phase", flat=True)
        )
        assert times == Counter(resolved.values_list("pk", flat=True))
        for phase in resolved.filter(status=Phase.Status.RESOLVED):
            assert phase.resolved_at is not None
            assert phase.due_at is not None
            assert phase.resolved_at >= phase.due_at
            assert not phase.orders.filter(outcome="").exists()

    @invariant()
    def nobody_sits_and_masters(self) -> None:
        if not hasattr(self, "game"):
            return
        playing = Tenure.objects.filter(seat__game=self.game).values("person")
        assert not Mastership.objects.filter(game=self.game, person__in=playing).exists()
        for seat in self.game.seats.all():
            assert seat.tenures.filter(until=None).count() <= 1
            if not seat.tenures.filter(until=None).exists() and self.phase is not None:
                assert seat.disorder_since is not None

    @invariant()
    def orders_that_were_never_resolved_are_nobodys(self) -> None:
        if not hasattr(self, "game"):
            return
        for phase in self.game.phases.filter(resolved_at=None):
            assert not access.may_read_orders(phase)

    @invariant()
    def nothing_is_unwritten(self) -> None:
        if not hasattr(self, "game"):
            return
        count = Event.objects.count() + Receipt.objects.count() + Unit.objects.count()
        assert count >= self.events
        self.events = count


@pytest.mark.django_db
@pytest.mark.timeout(7200 if SOAK else 120)
def test_whatever_happens_to_a_game_its_promises_hold() -> None:
    run_state_machine_as_test(
        GameMachine,
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            phases=[Stage.generate],  # a story is read; to make it shorter takes minutes
            suppress_health_check=list(HealthCheck),
        ),
    )

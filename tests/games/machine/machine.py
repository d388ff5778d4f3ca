"""A state machine that plays a game at random, and keeps its own record of the saved orders."""

import datetime as dt
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

from django.db import connection, transaction
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from accounts import clock
from accounts.models import User
from adjudicator import Position, adjudicate, adjustment, legal_orders
from adjudicator.terms import PhaseType
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import control, readiness
from games.game_master import corrections
from games.models import Game, Phase
from games.orders import submission
from games.seats import substitutes, tenures
from games.state import phase_clock, phases, positions

from ... import factories
from . import game_state, promises
from .game_state import GameState

NOW = dt.datetime(2026, 3, 2, 12, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
SPARE = 6  # people who wait for a seat
SUNDAYS = {
    "weekdays": 1 << 6,
    "at": dt.time(20),
    "zone": "Europe/Madrid",
    "least_hours": 72,
    "window_hours": 24,
}
# Two powers are chosen most often, so that actions interfere with each other.
POWERS = st.sampled_from(["FRANCE", "TURKEY"]) | st.sampled_from(list(factories.HOLDS))
Step = TypeVar("Step", bound=Callable[..., None])
LUCK = st.integers(0, 2**32 - 1)
SPARES = st.integers(0, SPARE - 1)


class Crash(BaseException):
    """The death of a process: nothing catches it, and the transaction is rolled back."""


class CrashAt:
    """Execute wrapper that raises Crash at the query `number`. Rolling back still works."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        if self.left == -1:
            raise Crash
        return execute(sql, params, many, context)


@dataclass(frozen=True)
class Start:
    """A game that has just begun, its master, and people who wait for a seat of it."""

    game: Game
    master: User
    spare: list[User]
    phase: Phase

    @cached_property
    def people(self) -> dict[int, User]:
        return {person.pk: person for person in User.objects.all()}


@dataclass
class Stories:
    """The starting points of stories, and their figures.

    Games are created once; the changes of each story are rolled back.
    """

    starts: dict[tuple[Any, ...], Start] = field(default_factory=dict)
    told: int = 0
    steps: int = 0
    resolved: int = 0
    crashes: int = 0

    def start(self, *, on_sundays: bool, on_missed: str, ready_minutes: int) -> Start:
        key = (on_sundays, on_missed, ready_minutes)
        if key not in self.starts:
            rhythm: dict[str, Any] = SUNDAYS if on_sundays else {"phase_hours": 24}
            settings: dict[str, Any] = {"on_missed": on_missed, "ready_minutes": ready_minutes}
            master = factories.person()
            game = factories.begun_game(master, **settings, **rhythm)
            spare = factories.PersonFactory.create_batch(SPARE)
            phase = factories.open_phase(game)
            self.starts[key] = Start(game, master, spare, phase)
            # No deadline until a story begins.
            Phase.objects.filter(pk=phase.pk).update(deadline=None, remind_at=None, due_at=None)
        return self.starts[key]

    def figures(self) -> dict[str, int]:
        return {
            "stories": self.told,
            "steps": self.steps,
            "phases resolved": self.resolved,
            "deaths in the middle of a resolution": self.crashes,
        }


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)


def while_open(**drawn: Any) -> Callable[[Step], Step]:
    """Decorate a rule that applies only while a phase accepts orders."""

    def decorate(step: Step) -> Step:
        opened = precondition(lambda self: self.takes_orders)
        ruled: Any = opened(rule(**drawn)(step))
        return cast("Step", ruled)

    return decorate


def while_the_clock_runs(**drawn: Any) -> Callable[[Step], Step]:
    def decorate(step: Step) -> Step:
        runs = precondition(lambda self: self.seen.phase is not None and self.due_at is not None)
        ruled: Any = runs(rule(**drawn)(step))
        return cast("Step", ruled)

    return decorate


class GameMachine(RuleBasedStateMachine):
    """The machine.

    `saved` is its record of the sheet of each power in the open phase, and `seen` the state of the
    rows after the last step.
    """

    seen: GameState

    def __init__(self, stories: Stories) -> None:
        super().__init__()
        self.stories = stories
        self.undone = ExitStack()
        self.at = NOW
        self.saved: dict[str, list[str]] = {}
        self.done: dict[int, dict[str, list[str]]] = {}  # by the key of the phase
        self.opened: dict[int, set[tuple[object, ...]]] = {}  # the snapshots at the start of phases
        self._go(NOW)

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None:  # the story ran to its end
                self._look_back()
        finally:
            self.undone.close()
            clock._stopped_at.set(None)

    @initialize(
        on_sundays=st.booleans(),
        on_missed=st.sampled_from(["none", "grace", "extension"]),
        ready_minutes=st.sampled_from([0, 30]),
    )
    def begin(self, **how: Any) -> None:
        self.start = self.stories.start(**how)
        self.undone.enter_context(rolled_back())
        self.start.phase.save(update_fields=phase_clock.DEADLINE_FIELDS)

    # The state between the steps

    @property
    def phase(self) -> Phase:
        assert self.seen.phase is not None
        return self.seen.phase

    @property
    def due_at(self) -> dt.datetime | None:
        return self.phase.due_at

    @property
    def takes_orders(self) -> bool:
        """Whether the phase accepts orders. After its end it may still wait for a worker."""
        phase = self.seen.phase
        return phase is not None and (phase.due_at is None or phase.due_at > self.at)

    @property
    def game(self) -> Game:
        return self.seen.game

    @property
    def master(self) -> User:
        return self.start.master

    def _holder(self, power: str) -> User | None:
        key = self.seen.holder(power)
        return None if key is None else self.start.people[key]

    def _changed_hands(self, power: str) -> bool:
        now = self.seen.seats[power].tenures.current().values_list("person", flat=True)
        return list(now) not in ([self.seen.holder(power)], [])

    # Time and deadlines

    def _go(self, to: dt.datetime) -> None:
        self.at = max(self.at, to)
        clock._stopped_at.set(self.at)

    @rule(hours=st.integers(1, 40))
    def wait(self, hours: int) -> None:
        self._go(self.at + hours * HOUR)
        self._resolve()

    @while_the_clock_runs()
    def let_it_be_due(self) -> None:
        assert self.due_at is not None
        self._go(self.due_at)
        self._resolve()

    @while_the_clock_runs(power=POWERS)
    def come_too_late(self, power: str) -> None:
        assert self.due_at is not None
        self._go(self.due_at)
        if (holder := self._holder(power)) is not None:
            self._save_in_vain(power, holder)
        self._resolve()

    def _resolve(self) -> None:
        """Resolve due phases as the worker does, and check and record each result."""
        control.resume_due()
        while True:
            phase = phases.current(self.start.game)
            if phase is None or phase.due_at is None or phase.due_at > self.at:
                return
            position = positions.load(phase)
            due_phases.resolve_due()
            assert self._enter(phase, position), f"{phase} was not resolved, and not put off either"

    def _enter(self, before: Phase, position: Position) -> bool:
        """Return whether the phase was resolved, by the saved orders, or put off."""
        after = Phase.objects.get(pk=before.pk)
        if after.status == Phase.Status.OPEN:
            return after.excused_at != before.excused_at
        assert after.status == Phase.Status.RESOLVED
        expected = {power: sorted(texts) for power, texts in self.saved.items() if texts}
        assert game_state.sheets([before.pk]).get(before.pk, {}) == expected
        resolution = adjudicate(position, expected, positions.rules_of(before))
        follower = Phase.objects.select_related("game").get(
            game=before.game_id, number=before.number + 1
        )
        assert positions.load(follower).units == resolution.next.units
        self.done[before.pk] = expected
        self.saved = {}
        self.stories.resolved += 1
        return True

    @while_the_clock_runs(query=st.integers(0, 90))
    def die_in_the_middle_of_a_resolution(self, query: int) -> None:
        """A worker dies while it resolves: everything was committed, or nothing."""
        assert self.due_at is not None
        self._go(self.due_at)
        phase, position = self.phase, positions.load(self.phase)
        try:
            with connection.execute_wrapper(CrashAt(query)):
                due_phases.resolve_due()
        except Crash:
            self.stories.crashes += 1
        if not self._enter(phase, position):
            assert game_state.read(self.game).rows() == self.seen.rows(), "half of it was done"
        self._resolve()

    # Players

    @while_open(power=POWERS, luck=LUCK)
    def submit(self, power: str, luck: int) -> None:
        self._submit(power, random.Random(luck))

    @while_open(luck=LUCK)
    def all_order(self, luck: int) -> None:
        chance = random.Random(luck)
        for power in factories.HOLDS:
            self._submit(power, chance)

    def _submit(self, power: str, chance: random.Random) -> None:
        holder, seat = self._holder(power), self.seen.seats[power]
        if holder is None:
            return
        sheet = self._some_orders(power, chance)
        lines = [submission.Line(str(n), text) for n, text in enumerate(sheet)]
        saved = submission.submit(self.phase, seat, lines, person=holder)
        self.saved[power] = sheet
        assert saved.receipt.person == holder
        assert sorted(saved.receipt.text.splitlines()) == sorted(sheet)

    @while_open(power=POWERS, person=SPARES)
    def order_for_others(self, power: str, person: int) -> None:
        somebody = self.start.spare[person]
        if self._holder(power) != somebody:
            self._save_in_vain(power, somebody)

    def _save_in_vain(self, power: str, person: User) -> None:
        try:
            submission.submit(self.phase, self.seen.seats[power], [], person=person)
        except Refused:
            return
        raise AssertionError(f"{person} saved orders of {power}, and must not")

    def _some_orders(self, power: str, chance: random.Random) -> list[str]:
        position, rules = positions.load(self.phase), positions.rules_of(self.phase)
        if self.phase.type == PhaseType.ADJUSTMENT:
            return self._some_adjustments(position, power, chance)
        units = position.units.get(power, ())
        if self.phase.type == PhaseType.RETREAT:
            units = tuple(each.unit for each in position.dislodged.get(power, ()))
        return [
            chance.choice(sorted(map(str, legal_orders(position, unit, rules))))
            for unit in units
            if chance.random() < 0.8
        ]

    def _some_adjustments(self, position: Position, power: str, chance: random.Random) -> list[str]:
        """At most one order for each province, and any number of waives."""
        due = adjustment(position, power)
        by_province: dict[str, list[str]] = {}
        for order in due.options:
            assert order.unit is not None
            by_province.setdefault(order.unit.province, []).append(str(order))
        most = min(due.builds or due.removals, len(by_province))
        provinces = chance.sample(sorted(by_province), chance.randint(0, most))
        found = [chance.choice(sorted(by_province[province])) for province in provinces]
        return found + ["WAIVE"] * chance.randint(0, max(0, due.builds - len(found)))

    @while_open(power=POWERS, wanted=st.booleans())
    def say_ready(self, power: str, wanted: bool) -> None:
        self._say_ready(power, wanted=wanted)

    @while_open()
    def all_are_ready(self) -> None:
        for power in factories.HOLDS:
            self._say_ready(power, wanted=True)

    def _say_ready(self, power: str, *, wanted: bool) -> None:
        holder, seat = self._holder(power), self.seen.seats[power]
        if holder is None:
            return
        try:
            readiness.set_ready(self.phase, [seat], ready=wanted, person=holder)
        except Refused:
            # Without a delay the phase ends when the last power is ready; then others are refused.
            over = Phase.objects.filter(pk=self.phase.pk, due_at__lte=self.at).exists()
            assert over or (wanted and not self.saved.get(power))

    @while_open(power=POWERS)
    def resign(self, power: str) -> None:
        holder = self._holder(power)
        if holder is None:
            return
        tenures.resign(self.seen.seats[power], holder)
        if self._changed_hands(power):  # the seat of a substitute goes back to its player
            self.saved.pop(power, None)

    @while_open(power=POWERS, person=SPARES)
    def take(self, power: str, person: int) -> None:
        self._try(power, lambda seat: tenures.take(seat, self.start.spare[person]))

    # The master

    @while_open(power=POWERS, person=SPARES)
    def replace(self, power: str, person: int) -> None:
        newcomer = self.start.spare[person]
        self._try(power, lambda seat: factories.replace(seat, newcomer, by=self.master))

    @while_open(power=POWERS, person=SPARES, number=st.integers(1, 3))
    def start_substitute(self, power: str, person: int, number: int) -> None:
        stand_in = self.start.spare[person]
        self._try(
            power,
            lambda seat: factories.lend(seat, stand_in, number=number, by=self.master),
        )

    @while_open(power=POWERS)
    def end_substitute(self, power: str) -> None:
        self._try(power, lambda seat: substitutes.end_substitute(seat, by=self.master))

    def _try(self, power: str, act: Any) -> None:
        """Give a seat to somebody; its saved orders become void."""
        try:
            act(self.seen.seats[power])
        except Refused:
            return
        assert self._changed_hands(power)
        self.saved.pop(power, None)

    @while_open(hours=st.one_of(st.none(), st.integers(1, 100)))
    def extend(self, hours: int | None) -> None:
        before = self.phase.deadline
        try:
            to = before + hours * HOUR if before and hours else None
            control.extend(self.game, to=to, by=self.master)
        except Refused:
            return
        after = Phase.objects.get(pk=self.phase.pk).deadline
        assert before is not None
        assert after is not None
        assert after > before

    @while_open(hours=st.integers(1, 200))
    def pause(self, hours: int) -> None:
        try:
            control.pause(self.game, until=self.at + hours * HOUR, by=self.master)
        except Refused:
            assert self.due_at is None or self.due_at <= self.at

    @while_open()
    def resume(self) -> None:
        try:
            control.resume(self.game, by=self.master)
        except Refused:
            assert not self.seen.pauses
            return
        deadline = Phase.objects.get(pk=self.phase.pk).deadline
        assert deadline is not None
        assert deadline > self.at

    @while_open()
    def process_now(self) -> None:
        try:
            control.end_now(self.game, by=self.master)
        except Refused:
            return
        self._resolve()

    @precondition(lambda self: self.seen.phase is not None and bool(self.done))
    @rule(back=st.integers(1, 3))
    def roll_back(self, back: int) -> None:
        resolved = [each for each in self.seen.phases if each.status == Phase.Status.RESOLVED]
        if not resolved:
            return
        chosen = resolved[-back:][0]
        again = corrections.roll_back(self.game, chosen.number, by=self.master, reason="A slip.")
        self.saved = {}
        assert again.code == chosen.code
        assert game_state.snapshots([again.pk])[again.pk] == self.opened[chosen.pk]

    # Checks after each step and at the end

    @invariant()
    def what_is_promised_holds(self) -> None:
        now = game_state.read(self.start.game)
        broken = [*promises.broken_now(now, self.saved)]
        if self.opened:
            broken += promises.broken_since(self.seen, now)
        new = [phase for phase in now.phases if phase.pk not in self.opened]
        self.opened |= game_state.snapshots([phase.pk for phase in new])
        assert not broken, "\n".join(broken)
        self.seen = now
        self.stories.steps += 1

    def _look_back(self) -> None:
        """Check that all past phases are unchanged."""
        if not self.opened:
            return
        self.stories.told += 1
        played = self.seen.phases
        assert game_state.snapshots([phase.pk for phase in played]) == self.opened
        over = {phase.pk for phase in played if phase.resolved_at is not None}
        assert over == self.done.keys()
        assert game_state.sheets(over) == {key: texts for key, texts in self.done.items() if texts}
        assert list(promises.without_an_outcome(played)) == []

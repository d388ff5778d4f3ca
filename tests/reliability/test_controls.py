"""Negative controls of constraints and unique keys: without them, work done twice is stored twice.

The tests use the database of the run. The controls of the locks are in test_due and
test_late_orders, that of the single transaction in test_torn.
"""

import contextlib
import copy
import os
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.models.constraints import BaseConstraint

from accounts import clock
from games.adjudication import resolution
from games.core import audit, bulk
from games.core.errors import Refused
from games.deadlines import open_phase
from games.lifecycle import creation
from games.models import Game, Notification, Phase, Receipt
from games.notifications import notify, recipients
from games.orders import submission

from .. import factories
from . import promises

pytestmark = pytest.mark.django_db(transaction=True)

ON_SQLITE = "sqlite" in os.environ.get("DATABASE_URL", "sqlite")
PHASES = ("one_phase_a_game_and_number", "one_open_phase_a_game", "one_phase_a_game_and_code")


def at_once(times: int, act: Callable[[], object]) -> list[Exception]:
    """Call `act` in `times` threads at once; return the errors."""
    start = threading.Barrier(times)
    errors: list[Exception] = []

    def run() -> None:
        try:
            start.wait(10)
            act()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads), "somebody hangs"
    return errors


@contextlib.contextmanager
def without(model: type[models.Model], *names: str) -> Iterator[None]:
    """Remove constraints for the block; then delete all rows and add the constraints again."""
    every = model._meta.constraints
    taken = [each for each in every if each.name in names]
    assert len(taken) == len(names)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model._meta, "constraints", [each for each in every if each not in taken])
        change("remove_constraint", model, taken)
        try:
            yield
        finally:
            remove_all_rows()
            patch.undo()
            change("add_constraint", model, taken)


@contextlib.contextmanager
def without_unique(model: type[models.Model], name: str) -> Iterator[None]:
    """Do the same for a field with `unique=True`."""
    unique = model._meta.get_field(name)
    assert isinstance(unique, models.Field)
    plain = copy.copy(unique)
    vars(plain).update(_unique=False, unique=False)  # `unique` is a cached property
    assert unique.unique
    with connection.schema_editor() as editor:
        editor.alter_field(model, unique, plain)
    try:
        yield
    finally:
        remove_all_rows()
        with connection.schema_editor() as editor:
            editor.alter_field(model, plain, unique)


def remove_all_rows() -> None:
    with connection.schema_editor() as editor:
        audit.unguard(editor)
    call_command("flush", interactive=False, verbosity=0)
    with connection.schema_editor() as editor:
        audit.guard(editor)


def change(what: str, model: type[models.Model], constraints: list[BaseConstraint]) -> None:
    with connection.schema_editor() as editor:
        if connection.vendor == "sqlite":  # a table is rebuilt from the current state of the model
            editor._remake_table(model)  # type: ignore[attr-defined]
            return
        for constraint in constraints:
            getattr(editor, what)(model, constraint)


def most_notifications(game: Game) -> int:
    """Notify seven people in four workers; return the most notifications of one person."""
    phase = factories.open_phase(game)
    people = recipients.players(game)
    tell = partial(notify.notify, Notification.Kind.RESULTS, people, game=game, phase=phase)
    assert at_once(4, tell) == []
    told = Notification.objects.filter(
        kind=Notification.Kind.RESULTS, channel=Notification.Channel.SITE
    )
    times = Counter(told.values_list("person", flat=True))
    assert times.keys() == set(people)
    return max(times.values())


def test_who_is_told_by_four_workers_at_once_is_told_once() -> None:
    assert most_notifications(factories.begun_game()) == 1


def test_without_the_constraint_on_notifications_people_are_told_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # `bulk.insert` names the constraint, and fails without it.
    insert = bulk.insert
    monkeypatch.setattr(bulk, "insert", lambda *rows, skip_existing=(): insert(*rows))
    with without(Notification, "told_once_by_each_channel"):
        assert most_notifications(factories.begun_game()) == 4


def resolve_by_two_claims(game: Game) -> None:
    """Resolve a phase for two workers, as if both could claim it."""
    claims = [factories.open_phase(game), factories.open_phase(game)]
    for phase in claims:
        with transaction.atomic():
            resolution.resolve([phase])


@pytest.mark.parametrize("kept", PHASES)
def test_each_constraint_on_phases_alone_refuses_to_resolve_a_phase_twice(kept: str) -> None:
    with without(Phase, *(name for name in PHASES if name != kept)):
        game = factories.begun_game()
        with pytest.raises(IntegrityError):
            resolve_by_two_claims(game)
        assert list(promises.every_phase_was_resolved_exactly_once()) == []
        assert game.phases.count() == 2


def test_without_the_constraints_on_phases_one_is_resolved_twice() -> None:
    with without(Phase, *PHASES):
        game = factories.begun_game()
        resolve_by_two_claims(game)
        assert game.phases.count() == 3
        broken = list(promises.every_phase_was_resolved_exactly_once())
        assert f"{game.slug}: its phases are numbered [1, 2, 2]" in broken
        assert f"{game.slug} S1901M: resolved, resolved 2 times" in broken


def games_made_of_one_form() -> int:
    """Send the form of one game in four requests at once; return the number of games."""
    maker, key = factories.person(), uuid.uuid4()
    assert at_once(4, lambda: factories.open_game(maker, request_key=key)) == []
    return Game.objects.count()


def test_a_form_sent_four_times_at_once_makes_one_game() -> None:
    assert games_made_of_one_form() == 1


@pytest.fixture
def all_looked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each request look before the others have stored: it finds no game and no name taken."""

    def store(request_key: uuid.UUID, defaults: dict[str, Any]) -> tuple[Game, bool]:
        try:
            with transaction.atomic():
                return Game.objects.create(request_key=request_key, **defaults), True
        except IntegrityError:
            return Game.objects.get(request_key=request_key), False

    monkeypatch.setattr(Game.objects, "get_or_create", store)
    monkeypatch.setattr(creation, "_free_slug", lambda _title: uuid.uuid4().hex)


@pytest.mark.usefixtures("all_looked_before")
def test_the_key_of_a_form_alone_refuses_to_make_a_game_twice() -> None:
    assert games_made_of_one_form() == 1


@pytest.mark.usefixtures("all_looked_before")
def test_without_its_unique_key_a_form_sent_four_times_makes_four_games() -> None:
    with without_unique(Game, "request_key"):
        assert games_made_of_one_form() == 4
    assert games_made_of_one_form() == 1  # the constraint is back


def receipts_of_one_sheet() -> int:
    """Send one sheet in four requests at once; return the number of receipts.

    The sheet is empty, so that no constraint on orders can refuse it.
    """
    game = factories.begun_game()
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    holder = factories.holder(seat)

    def save() -> None:
        submission.submit(Phase.objects.get(pk=phase.pk), seat, [], person=holder)

    assert at_once(4, save) == []
    return Receipt.objects.filter(phase=phase, seat=seat).count()


def test_a_sheet_sent_four_times_at_once_has_one_receipt() -> None:
    assert receipts_of_one_sheet() == 1


@pytest.mark.skipif(
    ON_SQLITE,
    reason="on SQLite it is the IMMEDIATE transaction that locks, and it cannot be left out",
)
def test_without_the_lock_of_the_phase_a_sheet_sent_four_times_is_saved_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    together = threading.Barrier(4)

    def look_without_lock(phase: Phase, *, late: bool) -> Phase:
        phase = Phase.objects.select_related("game").get(pk=phase.pk)
        if not phase.is_open or (phase.due_at is not None and phase.due_at <= clock.now()):
            raise Refused("too late")
        return phase

    def must_hold(*_who: Any) -> None:
        together.wait(10)  # all have checked, and none has saved

    monkeypatch.setattr(open_phase, "lock_open", look_without_lock)
    monkeypatch.setattr(open_phase, "must_hold", must_hold)
    assert receipts_of_one_sheet() == 4

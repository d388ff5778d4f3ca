"""What the constraints and keys hold: with them work that is done twice shows once; without, twice.

On the database that the tests run on. The controls of the locks are in test_due and
test_late_orders, that of the one transaction in test_torn.
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

from games import adjudication, audit, batch, clock, lobby, phases
from games.deadlines import readiness
from games.errors import Refused
from games.models import Game, Notice, Phase, Receipt
from games.orders import submission
from games.telling import notifications

from .. import factories
from . import promises

pytestmark = pytest.mark.django_db(transaction=True)

ON_SQLITE = "sqlite" in os.environ.get("DATABASE_URL", "sqlite")
PHASES = ("one_phase_a_game_and_number", "one_open_phase_a_game", "one_phase_a_game_and_code")


def at_once(times: int, act: Callable[[], object]) -> list[Exception]:
    """Do the same thing `times` over, in as many threads; returns what went wrong."""
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
    """Take constraints out; afterwards all rows are gone, and the constraints there again."""
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
    """The same for a field that is unique by itself."""
    unique = model._meta.get_field(name)
    assert isinstance(unique, models.Field)
    plain = copy.copy(unique)
    vars(plain).update(_unique=False, unique=False)  # the second is a property that is kept
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
        if connection.vendor == "sqlite":  # where a table is made anew, as the model has it now
            editor._remake_table(model)  # type: ignore[attr-defined]
            return
        for constraint in constraints:
            getattr(editor, what)(model, constraint)


def most_often_told(game: Game) -> int:
    """Four workers tell seven people of the same; returns how often one of them was told."""
    phase = factories.open_phase(game)
    people = notifications.players(game)
    tell = partial(notifications.tell, Notice.Kind.RESULTS, people, game=game, phase=phase)
    assert at_once(4, tell) == []
    told = Notice.objects.filter(kind=Notice.Kind.RESULTS, channel=Notice.Channel.SITE)
    times = Counter(told.values_list("person", flat=True))
    assert times.keys() == set(people)
    return max(times.values())


def test_who_is_told_by_four_workers_at_once_is_told_once() -> None:
    assert most_often_told(factories.begun_game()) == 1


def test_without_the_constraint_on_notices_people_are_told_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What writes them names the constraint, and fails where there is none.
    insert = batch.insert
    monkeypatch.setattr(batch, "insert", lambda *rows, unless=(): insert(*rows))
    with without(Notice, "told_once_by_each_channel"):
        assert most_often_told(factories.begun_game()) == 4


def resolve_by_two_claims(game: Game) -> None:
    """Two workers have claimed the phase, as they could without the lock of the claim."""
    claims = [factories.open_phase(game), factories.open_phase(game)]
    for phase in claims:
        with transaction.atomic():
            adjudication.resolve([phase])


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
    """Four requests send it at once."""
    maker, key = factories.person(), uuid.uuid4()
    assert at_once(4, lambda: factories.open_game(maker, request_key=key)) == []
    return Game.objects.count()


def test_a_form_sent_four_times_at_once_makes_one_game() -> None:
    assert games_made_of_one_form() == 1


@pytest.fixture
def all_looked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody finds the game that another request is making, nor its name taken."""

    def store(request_key: uuid.UUID, defaults: dict[str, Any]) -> tuple[Game, bool]:
        try:
            with transaction.atomic():
                return Game.objects.create(request_key=request_key, **defaults), True
        except IntegrityError:
            return Game.objects.get(request_key=request_key), False

    monkeypatch.setattr(Game.objects, "get_or_create", store)
    monkeypatch.setattr(lobby, "_free_slug", lambda _title: uuid.uuid4().hex)


@pytest.mark.usefixtures("all_looked_before")
def test_the_key_of_a_form_alone_refuses_to_make_a_game_twice() -> None:
    assert games_made_of_one_form() == 1


@pytest.mark.usefixtures("all_looked_before")
def test_without_its_unique_key_a_form_sent_four_times_makes_four_games() -> None:
    with without_unique(Game, "request_key"):
        assert games_made_of_one_form() == 4
    assert games_made_of_one_form() == 1  # it is there again


def receipts_of_one_sheet() -> int:
    """The same sheet is sent by four requests at once. It is empty: no order's constraint helps."""
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

    def look_without_lock(phase: Phase) -> Phase:
        phase = Phase.objects.select_related("game").get(pk=phase.pk)
        if not phase.is_open or (phase.due_at is not None and phase.due_at <= clock.now()):
            raise Refused("too late")
        return phase

    def must_hold(*_who: Any) -> None:
        together.wait(10)  # all have looked, and none has saved

    monkeypatch.setattr(phases, "lock_open", look_without_lock)
    monkeypatch.setattr(readiness, "must_hold", must_hold)
    assert receipts_of_one_sheet() == 4

"""Many rows are written by one statement, with the types of their columns."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from accounts import clock
from games.core import bulk
from games.models import Game, Notification, Order, Phase
from games.notifications.notify import FIELDS

from ... import factories
from ..orders.test_submission import submit


def test_each_row_gets_its_own_values(game: Game) -> None:
    submit(game, "FRANCE", "A PAR H", "A MAR H")
    first, second = Order.objects.order_by("pk")
    first.outcome, first.reason_params = "succeeds", {"by": "A BUR"}
    second.outcome, second.reason_params = "fails", {}
    bulk.update_each([first, second], ["outcome", "reason_params"])
    stored = Order.objects.order_by("pk").values_list("outcome", "reason_params")
    assert list(stored) == [("succeeds", {"by": "A BUR"}), ("fails", {})]


@pytest.mark.parametrize("name", ["excused_at", "resolved_at"])
def test_a_column_may_get_nothing_but_null(game: Game, name: str) -> None:
    Phase.objects.update(**{name: clock.now()})
    phases = list(Phase.objects.all())
    for phase in phases:
        setattr(phase, name, None)
    bulk.update_each(phases, [name])
    assert not Phase.objects.exclude(**{name: None}).exists()


def test_a_text_that_is_too_long_is_not_cut(game: Game) -> None:
    """A cast to varchar(80) would truncate it."""
    title = game.title = "x" * 500
    try:
        with transaction.atomic():
            bulk.update_each([game], ["title"])
    except DatabaseError:
        return  # PostgreSQL checks the length
    game.refresh_from_db()
    assert game.title == title  # SQLite does not


@pytest.mark.parametrize(
    "text", ["", "NULL", "null", "\\", '"', "'", "{1,2}", 'a\\"b', " A PAR\n- BUR ", "Б%s", "🂡"]
)
def test_a_text_is_stored_as_it_is(game: Game, text: str) -> None:
    phase = factories.open_phase(game)
    game.title, game.house_rules = "another", text
    bulk.update_each([game], ["title", "house_rules"])
    game.refresh_from_db()
    assert (game.title, game.house_rules) == ("another", text)
    submit(game, "FRANCE", "A PAR H")
    order = phase.orders.get()
    bulk.update(Order, ["reason_params"], [(order.pk, {text: [text, None, True, 1]})])
    order.refresh_from_db()
    assert order.reason_params == {text: [text, None, True, 1]}


def test_a_row_that_is_gone_is_an_error(game: Game) -> None:
    phase = factories.open_phase(game)
    gone = Phase(pk=phase.pk + 1000, due_at=clock.now())
    with pytest.raises(DatabaseError, match="1 of 2 rows"), transaction.atomic():
        bulk.update_each([phase, gone], ["due_at"])


def notification(
    game: Game, key: str, kind: str = "news", phase: int | None = None
) -> list[object]:
    person = factories.seat(game, "FRANCE").tenures.get().person_id
    told = [key, kind, "site", person, game.pk, phase]
    return [*told, None, None, clock.now(), None, False]


def test_new_rows_get_their_values_and_what_the_table_gives_by_itself(game: Game) -> None:
    phase = factories.open_phase(game).pk
    bulk.insert(
        Notification, FIELDS, [notification(game, 'a{},"%s', phase=phase), notification(game, "b")]
    )
    first, second = Notification.objects.filter(kind="news").order_by("pk")
    assert (first.key, first.phase_id, first.attempts) == ('a{},"%s', phase, 0)
    assert (second.key, second.phase_id, second.sent_at) == ("b", None, None)
    assert abs(first.created_at - clock.now()).total_seconds() < 60


def test_a_row_that_stands_stays_as_it_is_and_the_others_come(game: Game) -> None:
    bulk.insert(Notification, FIELDS, [notification(game, "a")])
    again = [notification(game, "a", kind="vote"), notification(game, "b", kind="vote")]
    bulk.insert(Notification, FIELDS, again, skip_existing=["key", "person", "channel"])
    told = Notification.objects.filter(key__in=["a", "b"]).order_by("key")
    assert [notification.kind for notification in told] == ["news", "vote"]


@pytest.mark.parametrize(("key", "kind"), [("a", "news"), ("c", "nonsense")])
def test_a_new_row_that_breaks_a_constraint_is_an_error(game: Game, key: str, kind: str) -> None:
    """Skipping existing rows hides no other error."""
    bulk.insert(Notification, FIELDS, [notification(game, "a")])
    existing = ["key", "person", "channel"] if key == "c" else []
    with pytest.raises(IntegrityError), transaction.atomic():
        bulk.insert(
            Notification, FIELDS, [notification(game, key, kind=kind)], skip_existing=existing
        )

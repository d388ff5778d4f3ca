"""Many rows written by one statement, with the types that their columns have."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from games import batch, clock
from games.models import Game, Notice, Order, Phase
from games.telling.notifications import FIELDS

from .. import factories
from .orders.test_submission import submit


def test_each_row_gets_its_own_values(game: Game) -> None:
    submit(game, "FRANCE", "A PAR H", "A MAR H")
    first, second = Order.objects.order_by("pk")
    first.outcome, first.reason_params = "succeeds", {"by": "A BUR"}
    second.outcome, second.reason_params = "fails", {}
    batch.update_each([first, second], ["outcome", "reason_params"])
    stored = Order.objects.order_by("pk").values_list("outcome", "reason_params")
    assert list(stored) == [("succeeds", {"by": "A BUR"}), ("fails", {})]


@pytest.mark.parametrize("name", ["excused_at", "resolved_at"])
def test_a_column_may_get_nothing_but_null(game: Game, name: str) -> None:
    Phase.objects.update(**{name: clock.now()})
    phases = list(Phase.objects.all())
    for phase in phases:
        setattr(phase, name, None)
    batch.update_each(phases, [name])
    assert not Phase.objects.exclude(**{name: None}).exists()


def test_a_text_that_is_too_long_is_not_cut(game: Game) -> None:
    """A cast to varchar(80) would."""
    title = game.title = "x" * 500
    try:
        with transaction.atomic():
            batch.update_each([game], ["title"])
    except DatabaseError:
        return  # PostgreSQL minds
    game.refresh_from_db()
    assert game.title == title  # SQLite does not


def test_a_row_that_is_gone_is_an_error(game: Game) -> None:
    phase = factories.open_phase(game)
    gone = Phase(pk=phase.pk + 1000, due_at=clock.now())
    with pytest.raises(DatabaseError, match="1 of 2 rows"), transaction.atomic():
        batch.update_each([phase, gone], ["due_at"])


def notice(game: Game, key: str, kind: str = "news", phase: int | None = None) -> list[object]:
    person = factories.seat(game, "FRANCE").tenures.get().person_id
    told = [key, kind, "site", person, game.pk, phase]
    return [*told, None, None, clock.now(), None, False]


def test_new_rows_get_their_values_and_what_the_table_gives_by_itself(game: Game) -> None:
    phase = factories.open_phase(game).pk
    batch.insert(Notice, FIELDS, [notice(game, 'a{},"%s', phase=phase), notice(game, "b")])
    first, second = Notice.objects.filter(kind="news").order_by("pk")
    assert (first.key, first.phase_id, first.attempts) == ('a{},"%s', phase, 0)
    assert (second.key, second.phase_id, second.sent_at) == ("b", None, None)
    assert abs(first.created_at - clock.now()).total_seconds() < 60


def test_a_row_that_stands_stays_as_it_is_and_the_others_come(game: Game) -> None:
    batch.insert(Notice, FIELDS, [notice(game, "a")])
    again = [notice(game, "a", kind="vote"), notice(game, "b", kind="vote")]
    batch.insert(Notice, FIELDS, again, unless=["key", "person", "channel"])
    told = Notice.objects.filter(key__in=["a", "b"]).order_by("key")
    assert [notice.kind for notice in told] == ["news", "vote"]


@pytest.mark.parametrize(("key", "kind"), [("a", "news"), ("c", "nonsense")])
def test_a_new_row_that_breaks_a_constraint_is_an_error(game: Game, key: str, kind: str) -> None:
    """Whoever leaves rows out that stand leaves out no others."""
    batch.insert(Notice, FIELDS, [notice(game, "a")])
    unless = ["key", "person", "channel"] if key == "c" else []
    with pytest.raises(IntegrityError), transaction.atomic():
        batch.insert(Notice, FIELDS, [notice(game, key, kind=kind)], unless=unless)

import pytest
from django.db import DatabaseError, connection, transaction

from games.core import audit
from games.models import Event, Game, Receipt

from ... import factories
from ..orders.test_submission import submit


@pytest.mark.parametrize("model", [Event, Receipt])
def test_what_is_on_record_can_neither_be_changed_nor_deleted(game: Game, model):
    submit(game, "FRANCE", "A PAR - BUR")
    before = list(model.objects.values())
    for change in (
        lambda: (
            model.objects.update(game=None) if model is Event else model.objects.update(text="")
        ),
        lambda: model.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    assert list(model.objects.values()) == before


def test_the_triggers_stand_after_all_migrations(db):
    query = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        found = {name for (name,) in cursor.fetchall()}
    verbs = audit.VERBS if connection.vendor == "postgresql" else audit.VERBS[:2]
    assert {f"{table}_no_{verb}" for table in audit.APPEND_ONLY for verb in verbs} <= found


def test_each_act_names_its_actor(game: Game, master):
    created = game.events.get(kind=Event.Kind.GAME_CREATED)
    assert created.actor == master
    seat = factories.seat(game, "FRANCE")
    submit(game, "FRANCE", "A PAR - BUR")
    saved = game.events.get(kind=Event.Kind.ORDERS_SAVED)
    assert (saved.seat, saved.actor) == (seat, factories.holder(seat))

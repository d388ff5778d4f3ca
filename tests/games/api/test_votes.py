"""Votes by the API: who shares a draw."""

from games.models import Game, Vote

from .conftest import Table

POWERS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


def test_a_power_that_is_named_twice_shares_a_draw_once(table: Table):
    Game.objects.filter(pk=table.game.pk).update(draw_shared_by=Game.DrawSharedBy.NAMED)
    france = table.programs["FRANCE"]
    draw = {"power": "FRANCE", "kind": "draw"}
    answer = france.post(f"{table.path}/votes", draw | {"sharers": ["FRANCE", "FRANCE"]})
    assert (answer.status_code, answer.json()["field"]) == (422, "sharers")
    named = ["FRANCE", "TURKEY", "FRANCE"]
    answer = france.post(f"{table.path}/votes", draw | {"sharers": named})
    assert answer.status_code == 201, answer.content
    assert Vote.objects.get().sharers.count() == 2


def test_a_draw_that_names_all_survivors_is_that_of_all(table: Table):
    votes = f"{table.path}/votes"
    draw = {"power": "FRANCE", "kind": "draw"}
    first = table.programs["FRANCE"].post(votes, draw | {"sharers": POWERS})
    again = table.programs["FRANCE"].post(votes, draw)
    assert (first.status_code, first.json()["id"]) == (201, again.json()["id"])
    assert not Vote.objects.get().sharers.exists()

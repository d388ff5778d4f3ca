"""Powers added to threads, maps as pictures, and amendments by players, by the API."""

import pytest
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.lifecycle import endings
from games.models import Animation, Game, Mastership, MemberProposal, Vote
from tests import factories

from ..press.message_helpers import write
from ..web.views.conftest import signed_in
from .conftest import Table, program


def test_a_power_joins_a_thread_once_all_agree(table: Table):
    thread = write(table.game, "FRANCE", "GERMANY", text="before", topic="Burgundy").thread
    path = f"{table.path}/threads/topic.{thread.key}/members"
    france, germany = table.programs["FRANCE"], table.programs["GERMANY"]
    assert "ITALY" in france.get(path).json()["newcomers"]
    sent = {"newcomer": "ITALY", "text": "Welcome."}
    made = france.post(path, sent)
    assert (made.status_code, made.json()["waits_for"]) == (201, [])
    twice = france.post(path, sent)
    assert (twice.status_code, twice.json()["code"]) == (409, "refused")
    read = germany.get(path).json()
    assert read["newcomers"] == []
    [proposal] = read["proposals"]
    assert (proposal["power"], proposal["text"]) == ("FRANCE", "Welcome.")
    assert (proposal["answers"], proposal["waits_for"]) == ({}, ["GERMANY"])
    answer = {"power": "GERMANY", "agrees": True}
    for other in ("ITALY", "TURKEY"):
        assert table.programs[other].get(path).status_code == 404
        assert table.programs[other].put(f"{path}/{proposal['key']}", answer).status_code == 404
    assert germany.put(f"{path}/{'0' * 32}", answer).status_code == 404
    assert germany.put(f"{path}/{proposal['key']}", answer).status_code == 200
    assert MemberProposal.objects.get().outcome == "joined"
    [message] = (
        table.programs["ITALY"].get(f"{path.removesuffix('members')}messages").json()["messages"]
    )
    assert message["text"] == "Welcome."
    assert france.get(path).json()["proposals"][0]["outcome"] == "joined"


def test_a_thread_without_a_title_never_grows(table: Table):
    write(table.game, "FRANCE", "GERMANY", text="before")
    path = f"{table.path}/threads/FRANCE.GERMANY/members"
    france = table.programs["FRANCE"]
    assert france.get(path).json() == {"proposals": [], "newcomers": []}
    assert france.post(path, {"newcomer": "ITALY", "text": "Welcome."}).status_code == 404


def test_a_key_fetches_the_map_at_the_address_in_the_answer(master: User):
    game = factories.begun_game(master, visibility=Game.Visibility.PRIVATE)
    seat = factories.seat(game, "FRANCE")
    france, stranger = program(factories.holder(seat)), program(factories.person())
    path = f"/games/{game.slug}"
    france.put(f"{path}/seats/FRANCE/orders", {"phase": "S1901M", "orders": ["A PAR - BUR"]})
    shown = france.get(f"{path}/map").json()["pictures"]
    open_now = france.get(_within(shown["svg"]))
    assert (open_now.status_code, open_now["Content-Type"]) == (200, "image/svg+xml")
    assert 'data-order="A PAR' not in open_now.content.decode()
    without = france.get(f"{_within(shown['svg'])}?orders=false").content
    assert without == open_now.content  # not even one's own orders
    again = france.get(_within(shown["svg"]), If_None_Match=open_now["ETag"])
    assert again.status_code == 304
    factories.let_be_due(game, game.created_at)
    due_phases.resolve_due()
    shown = france.get(f"{path}/phases/S1901M").json()["pictures"]
    resolved = france.get(_within(shown["svg"])).content
    assert resolved != without == france.get(f"{_within(shown['svg'])}?orders=false").content
    picture = france.get(f"{_within(shown['png'])}?width=1")
    assert picture.content.startswith(b"\x89PNG")
    for kind in ("svg", "png"):
        assert stranger.get(_within(shown[kind])).status_code == 404
        assert france.get(f"{_within(shown[kind])}?theme=pink").status_code == 422


def test_a_key_has_a_finished_game_drawn_and_fetches_it(master: User):
    game = factories.begun_game(master, visibility=Game.Visibility.PRIVATE)
    bot, path = program(master), f"/games/{game.slug}/animation"
    assert bot.post(path, {}).status_code == 404
    endings.close(game, by=master, reason="Over.")
    assert bot.get(path).status_code == 404
    assert bot.post(path, {}).status_code == 200
    Animation.objects.update(made_at=clock.now(), draw_at=None, size=5, content=b"drawn")
    fetched = bot.get(path)
    assert (fetched.content, fetched["Content-Type"]) == (b"drawn", "image/webp")
    page = signed_in(master).get(reverse("games:animation", args=[game.slug]))
    assert fetched["ETag"] == page["ETag"]
    stranger = program(factories.person())
    assert stranger.post(path, {}).status_code == stranger.get(path).status_code == 404


def _within(address: str) -> str:
    return address.partition("/api/v1")[2]


@pytest.mark.parametrize("led", [True, False])
def test_players_amend_the_rules_while_nobody_masters_the_game(table: Table, led: bool):
    if not led:
        Mastership.objects.all().delete()
    answer = table.programs["FRANCE"].post(f"{table.path}/amendment", {"house_rules": "Be kind."})
    assert answer.status_code == (404 if led else 200), answer.content
    assert Vote.objects.filter(kind=Vote.Kind.AMEND).exists() is not led


def test_a_master_amends_by_the_same_address_with_the_scope(game: Game, master: User):
    path, body = f"/games/{game.slug}/amendment", {"house_rules": "Be kind."}
    refused = program(master, master=False).post(path, body)
    assert (refused.status_code, refused.json()["needed_scope"]) == (403, "master")
    assert program(master).post(path, body).status_code == 200

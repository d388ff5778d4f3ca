"""Players without an account by the API: declared, changed, removed, and linked to an account."""

from typing import Any

import pytest

from accounts.models import User
from games.models import DeclaredPlayer, Event, Game, Tenure
from games.seats import tenures
from tests import factories

from ..web.views.conftest import signed_in
from .conftest import Program, program


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def act(game: Game, *parts: str) -> str:
    return "/".join([f"/games/{game.slug}/master", *parts])


def begun(master: User, players: list[User] | None = None) -> Game:
    """A game whose master enters orders, and in which nobody plays France any more."""
    game = factories.begun_game(master, players, orders_by_master=True)
    france = factories.seat(game, "FRANCE")
    tenures.resign(france, factories.holder(france))
    return game


def rows(game: Game) -> list[Any]:
    """The rows of a declaration, as far as they do not differ from game to game."""
    players = game.declared_players.order_by("pk")
    ended = [each.until is not None for each in players]
    events = game.events.exclude(kind=Event.Kind.RESIGNED).order_by("pk")
    return [
        *ended,
        *players.values_list("hand", "name", "email"),
        *events.values_list("kind", "actor", "text"),
    ]


def test_a_place_in_a_lobby_by_the_api_is_that_of_the_page(mia: Program, master: User):
    one, other = (factories.open_game(master, orders_by_master=True) for _number in range(2))
    sent = {"name": "Nell", "email": ""}
    asked = mia.post(act(one, "declare"), sent)
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    confirmed = sent | {"confirmed": True}
    assert mia.post(act(one, "declare"), confirmed).status_code == 200
    twice = mia.post(act(one, "declare"), confirmed)
    assert (twice.status_code, twice.json()["field"]) == (422, "name")
    browser = signed_in(master)
    assert browser.post(f"/games/{other.slug}/declare/", sent).status_code == 302
    assert rows(one) == rows(other) != []
    removal = {"name": "Nell", "confirmed": True}
    assert mia.post(act(one, "declare", "remove"), removal).status_code == 200
    assert not one.declared_players.exists()
    again = mia.post(act(one, "declare", "remove"), removal)
    assert (again.status_code, again.json()["field"]) == (422, "name")


def test_a_seat_is_declared_changed_and_ended_as_on_the_pages(
    mia: Program, master: User, players: list[User]
):
    one, other = begun(master, players), begun(master, players)
    browser, page = signed_in(master), f"/games/{other.slug}/seats/FRANCE"
    for name, body in (
        ("declare", {"name": "Nell", "email": ""}),
        ("declared", {"name": "Nell Quick", "email": ""}),
        ("undeclare", {}),
    ):
        asked = mia.post(act(one, "seats/FRANCE", name), body)
        assert asked.status_code == (200 if name == "declared" else 409), asked.content
        if name != "declared":
            sent = body | {"confirmed": True}
            assert mia.post(act(one, "seats/FRANCE", name), sent).status_code == 200
        if name == "declared":
            known = mia.get(act(one, "seats/FRANCE/declared")).json()
            assert (known["name"], known["email"]) == ("Nell Quick", "")
            assert known["email_confirmed"] is False
        assert browser.post(f"{page}/{name}/", body).status_code == 302
        assert rows(one) == rows(other)
    assert mia.get(act(one, "seats/FRANCE/declared")).status_code == 404


def test_a_declared_player_takes_the_seat_by_the_link(mia: Program, master: User):
    game = begun(master)
    Game.objects.filter(pk=game.pk).update(house_rules="Be kind.")
    declared = {"name": "Nell", "confirmed": True}
    mia.post(act(game, "seats/FRANCE/declare"), declared)
    assert mia.post(act(game, "seats/FRANCE/account"), {}).status_code == 409
    made = mia.post(act(game, "seats/FRANCE/account"), {"confirmed": True}).json()
    key = DeclaredPlayer.objects.get().invitation_key
    assert made["link"].endswith(f"/games/{game.slug}/players/{key}/")
    nell = factories.person("Nell Account")
    bot, offer = program(nell), f"/games/{game.slug}/players/{key}"
    read = bot.get(offer).json()
    assert (read["name"], read["powers"], read["problem"]) == ("Nell", ["FRANCE"], "")
    asked = bot.post(f"{offer}/take", {}).json()
    assert (asked["code"], asked["house_rules"]) == ("needs_confirmation", "Be kind.")
    assert bot.post(f"{offer}/take", {"house_rules_accepted": True}).status_code == 200
    assert Tenure.objects.current().get(seat__game=game, seat__power="FRANCE").person == nell
    for gone in (offer, f"/games/{game.slug}/players/{'0' * 32}"):
        assert bot.get(gone).status_code == 404


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("name", "Ada Account"),
        ("name", "a@b"),
        ("name", ""),
        ("name", "x" * 41),
        ("name", "\ufdfa" * 5),  # grows when it is normalized
        ("email", "nobody"),
        ("email", "a\x00@example.org"),
    ],
)
def test_a_name_or_an_address_that_cannot_be_is_refused(
    mia: Program, master: User, field: str, wrong: str
):
    factories.person("Ada Account")
    game = factories.open_game(master, orders_by_master=True)
    sent = {"name": "Nell", "email": "", "confirmed": True, field: wrong}
    answer = mia.post(act(game, "declare"), sent)
    assert (answer.status_code, answer.json()["field"]) == (422, field), answer.content
    assert not DeclaredPlayer.objects.exists()


def test_other_games_and_other_people_have_no_such_address(mia: Program, master: User):
    usual = factories.open_game(master)
    sent = {"name": "Nell", "confirmed": True}
    assert mia.post(act(usual, "declare"), sent).status_code == 404
    assert signed_in(master).get(f"/games/{usual.slug}/declare/").status_code == 404
    game = begun(master)
    stranger = program(factories.person())
    assert stranger.post(act(game, "seats/FRANCE/declare"), sent).status_code == 404
    small = program(master, master=False)
    assert small.post(act(game, "seats/FRANCE/declare"), sent).status_code == 403


def test_a_player_lets_the_master_order_and_takes_it_back(master: User):
    game = factories.begun_game(master, orders_by_master=True)
    seat = factories.seat(game, "ITALY")
    italy, path = program(factories.holder(seat)), f"/games/{game.slug}/seats/ITALY/master-orders"
    assert italy.get(path).json() == {"offered": True, "allowed": False}
    sent = {"allowed": True, "confirmed": True}
    small = program(factories.holder(seat), orders=False)
    assert small.put(path, sent).json()["needed_scope"] == "orders"
    asked = italy.put(path, {"allowed": True}).json()
    assert (asked["code"], "reads your orders" in asked["detail"]) == ("needs_confirmation", True)
    assert not game.seats.entered_by_master().exists()
    assert italy.put(path, sent).json() == {"offered": True, "allowed": True}
    assert list(game.seats.entered_by_master()) == [seat]
    assert small.put(path, {"allowed": False}).status_code == 200
    assert not game.seats.entered_by_master().exists()
    usual = factories.begun_game(master)
    italy = program(factories.holder(factories.seat(usual, "ITALY")))
    path = f"/games/{usual.slug}/seats/ITALY/master-orders"
    assert italy.get(path).json() == {"offered": False, "allowed": False}
    assert italy.put(path, sent).json()["code"] == "refused"

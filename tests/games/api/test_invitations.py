"""Invitations to seats and lobbies, and the waiting list, by the API."""

import pytest

from accounts import clock
from accounts.models import User
from games import access
from games.lifecycle import endings, lobby_invitations
from games.models import Event, Game, LobbyInvitation, SeatInvitation, Tenure, Volunteer
from games.seats import invitations, replacing, waiting_list
from tests import factories

from ..web.views.conftest import signed_in
from .conftest import Program, program

MINE = "/me/invitations"


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(
        master, players, title="The hidden table", visibility=Game.Visibility.PRIVATE
    )


@pytest.fixture
def nina(db: None) -> User:
    return factories.person("Nina Newcomer")


@pytest.fixture
def invitation(game: Game, master: User, nina: User) -> SeatInvitation:
    return invitations.invite(factories.seat(game, "FRANCE"), nina, by=master, reason="Gone.")


def path_of(invitation: SeatInvitation, act: str = "") -> str:
    return f"{MINE}/seats/{invitation.key}{act}"


def test_an_invited_person_reads_and_accepts(invitation: SeatInvitation, nina: User, game: Game):
    Game.objects.filter(pk=game.pk).update(house_rules="Be kind.")
    bot = program(nina)
    listed = bot.get(MINE)
    assert "hidden table" not in listed.content.decode()  # the title may say anything
    [line] = listed.json()["seats"]
    assert (line["key"], line["powers"], line["invited_by"]) == (
        invitation.key, ["FRANCE"], "Mia Master",
    )  # fmt: skip
    read = bot.get(path_of(invitation)).json()
    assert (read["title"], read["public"], read["problem"]) == ("The hidden table", False, "")
    assert bot.get(f"/games/{game.slug}").status_code == 404
    asked = bot.post(path_of(invitation, "/accept"), {}).json()
    assert (asked["code"], asked["house_rules"]) == ("needs_confirmation", "Be kind.")
    assert (
        bot.post(path_of(invitation, "/accept"), {"house_rules_accepted": True}).status_code == 200
    )
    assert Tenure.objects.current().get(seat__power="FRANCE").person == nina
    assert bot.get(f"/games/{game.slug}").json()["my_powers"] == ["FRANCE"]
    assert bot.get(path_of(invitation)).status_code == 404
    assert bot.post(path_of(invitation, "/accept"), {}).status_code == 404


def test_only_the_invited_person_finds_an_invitation(invitation: SeatInvitation, master: User):
    for person in (factories.person(), master):
        bot = program(person)
        assert bot.get(path_of(invitation)).status_code == 404
        for act in ("/accept", "/decline"):
            assert bot.post(path_of(invitation, act), {}).status_code == 404
    small = program(invitation.person, account=False)
    assert small.post(path_of(invitation, "/accept"), {}).json()["needed_scope"] == "account"
    assert SeatInvitation.objects.exists()


def test_declining_and_refusing_leave_nothing_open(invitation: SeatInvitation, nina: User):
    bot = program(nina)
    assert bot.post(path_of(invitation, "/decline"), {}).status_code == 200
    assert invitation.game.events.filter(kind=Event.Kind.DECLINED).exists()
    assert bot.post(f"{MINE}/refuse", {}).status_code == 200
    nina.refresh_from_db()
    assert bot.get(MINE).json() == {"seats": [], "games": [], "takes_invitations": False}


def test_a_lobby_lists_whom_one_has_invited_and_withdraws(nina: User, master: User):
    ada = factories.person("Ada")
    game = factories.open_game(ada, as_master=False, visibility=Game.Visibility.PRIVATE)
    lobby_invitations.invite(game, [nina], by=ada)
    bot, path = program(ada), f"/games/{game.slug}/lobby/invitations"
    read = bot.get(path).json()
    assert (read["invited"], read["may_renew"]) == (["Nina Newcomer"], True)
    [line] = program(nina).get(MINE).json()["games"]
    assert (line["game"], line["invited_by"]) == (game.slug, "Ada")
    assert read["link"].endswith(f"/invitation/{line['invitation']}/")
    joined = {"invitation": line["invitation"]}
    assert program(nina).get(f"/games/{game.slug}/lobby").status_code == 404
    assert bot.post(f"{path}/withdraw", {"name": "Nina Newcomer"}).status_code == 409
    sent = {"name": "Nina Newcomer", "confirmed": True}
    assert bot.post(f"{path}/withdraw", sent).status_code == 200
    assert not LobbyInvitation.objects.exists()
    assert bot.post(f"{path}/withdraw", sent).json()["code"] == "refused"
    assert bot.post(f"{path}/renew", {"confirmed": True}).status_code == 200
    late = program(nina).post(f"/games/{game.slug}/lobby/join", joined)
    assert late.status_code == 404
    for act in ("", "/withdraw", "/renew"):
        sent_by_stranger = program(factories.person())
        answer = (
            sent_by_stranger.post(f"{path}{act}", {"name": "x"} if act == "/withdraw" else {})
            if act
            else sent_by_stranger.get(path)
        )
        assert answer.status_code == 404


def test_an_anonymous_lobby_tells_its_players_of_no_invitation(nina: User, master: User):
    game = factories.open_game(master, anonymous=True)
    ada = factories.person("Ada")
    program(ada).post(f"/games/{game.slug}/lobby/join", {})
    lobby_invitations.invite(game, [nina], by=ada)
    path = f"/games/{game.slug}/lobby/invitations"
    read = program(ada).get(path).json()
    assert (read["invited"], read["may_renew"]) == ([], False)
    assert access.invitation_path(game) in read["link"]
    sent = {"name": "Nina Newcomer", "confirmed": True}
    assert program(ada).post(f"{path}/withdraw", sent).status_code == 409
    assert program(nina).get(MINE).json()["games"][0]["invited_by"] == ""
    by_master = program(master)
    assert by_master.get(path).json()["invited"] == ["Nina Newcomer"]
    act = f"/games/{game.slug}/master/invitations/withdraw"
    assert by_master.post(act, sent).status_code == 200
    assert not LobbyInvitation.objects.exists()
    assert program(factories.person()).get(path).json()["link"] is None


def test_a_master_uses_the_invitations_of_a_lobby_only_with_that_scope(nina: User, master: User):
    game = factories.open_game(master)
    lobby_invitations.invite(game, [nina], by=factories.person("Ada"))
    small, path = program(master, master=False), f"/games/{game.slug}/lobby/invitations"
    sent = {"name": "Nina Newcomer", "confirmed": True}
    assert small.post(f"{path}/withdraw", sent).json()["needed_scope"] == "master"
    assert small.post(f"{path}/renew", {"confirmed": True}).json()["needed_scope"] == "master"
    assert LobbyInvitation.objects.exists()
    key = game.invitation_key
    game.refresh_from_db()
    assert game.invitation_key == key
    assert program(master).post(f"{path}/renew", {"confirmed": True}).status_code == 200


def test_a_key_that_only_reads_tells_no_invitation_link(nina: User, master: User):
    game = factories.open_game(master, visibility=Game.Visibility.PRIVATE)
    ada, path = factories.person("Ada"), f"/games/{game.slug}/lobby/invitations"
    game.entries.create(person=ada, joined_at=clock.now())
    lobby_invitations.invite(game, [nina], by=master)
    for person in (ada, master):
        answer = program(person, account=False, master=False).get(path)
        assert (answer.status_code, answer.json()["link"]) == (200, None)
    for bot in (program(ada, master=False), program(master, account=False)):
        assert game.invitation_key in bot.get(path).json()["link"]
    invited = program(nina, account=False).get(MINE)
    assert [each["game"] for each in invited.json()["games"]] == [game.slug]
    assert game.invitation_key not in invited.content.decode()


def test_declining_a_game_ends_the_invitation(nina: User, master: User):
    game = factories.open_game(master)
    lobby_invitations.invite(game, [nina], by=master)
    bot = program(nina)
    for status in (200, 404):
        assert bot.post(f"{MINE}/games/{game.slug}/decline", {}).status_code == status
    assert bot.get(MINE).json()["games"] == []


def test_a_person_waits_for_a_seat_and_masters_read_it(master: User, nina: User):
    game = factories.begun_game(master)
    bot: Program = program(nina)
    assert bot.get("/me/waiting-list").json()["since"] is None
    entered = bot.put("/me/waiting-list", {"remark": "Evenings."}).json()
    assert bot.put("/me/waiting-list", {"remark": "Mornings."}).json()["since"] == entered["since"]
    waiting_list.enlist(factories.holder(factories.seat(game, "ITALY")), "")
    mia, path = program(master), f"/games/{game.slug}/master/seats/FRANCE/waiting-list"
    first, second = mia.get(path).json()["volunteers"]
    assert (first["name"], first["remark"], first["problem"]) == (
        "Nina Newcomer", "Mornings.", "",
    )  # fmt: skip
    assert second["problem"]
    assert bot.get(path).status_code == 404
    assert bot.send("DELETE", "/me/waiting-list").status_code == 200
    assert not Volunteer.objects.filter(person=nina).exists()
    assert bot.put("/me/waiting-list", {"remark": "x" * 201}).status_code == 422


def test_the_waiting_list_is_read_for_seats_that_can_be_given_away(master: User, nina: User):
    game = factories.begun_game(master)
    waiting_list.enlist(nina, "Evenings.")
    endings.close(game, by=master, reason="Over.")
    read = program(master).get(f"/games/{game.slug}/master/seats/FRANCE/waiting-list")
    assert (read.status_code, read.json()["code"]) == (409, "refused")
    page = signed_in(master).get(f"/games/{game.slug}/seats/FRANCE/replace/", follow=True)
    assert "Evenings." not in page.content.decode()
    assert "This can’t be done now." in page.content.decode()


def test_people_of_the_game_on_the_waiting_list_cost_no_more_queries(
    master: User, django_assert_max_num_queries
):
    game = factories.begun_game(master)
    for seat in game.seats.all():
        waiting_list.enlist(factories.holder(seat), "")
    france = factories.seat(game, "FRANCE")
    with django_assert_max_num_queries(6):
        _eligible, ineligible = replacing.volunteers_for(master, france)
    assert len(ineligible) == 7

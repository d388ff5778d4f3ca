"""Rename a game, delete one that never began, and take over the assignment of its powers."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.errors import Refused
from games.lifecycle import lobby, lobby_invitations
from games.models import Event, Game, LobbyInvitation, Mastership, Notification, PowerWish
from games.wording.notifications import notification_sentence
from tests import factories

from .conftest import Answer, alerts, nothing_changes, signed_in, words


@pytest.fixture
def waiting(db: None) -> User:
    return factories.person("Walter Waiting")


@pytest.fixture
def lobby_game(master: User, waiting: User) -> Game:
    game = factories.open_game(master, title="Old table", house_rules="No stabs before tea.")
    lobby.join(game, waiting, house_rules_accepted=True)
    return game


@pytest.fixture
def admin(db: None) -> User:
    return factories.person("Olga", is_staff=True, is_superuser=True)


def url(game: Game, name: str) -> str:
    return reverse(f"games:master_{name}", args=[game.slug])


def act(person: User, game: Game, action: str, /, **sheet: str) -> Answer:
    return signed_in(person).post(url(game, action), sheet, follow=True)


def told(event: Event) -> dict[str, str]:
    """The sentences by which people were told on the site, by their names."""
    rows = Notification.objects.filter(event=event, channel=Notification.Channel.SITE)
    return {str(row.person): notification_sentence(row) for row in rows}


# Titles


def test_a_master_renames_a_game_and_its_address_stays(game: Game, master: User) -> None:
    address, before = game.get_absolute_url(), game.title
    page = act(master, game, "rename", name="  The  long   table ", reason="A typo.")
    assert "The game has a new title." in words(page)
    game.refresh_from_db()
    assert (game.title, game.get_absolute_url()) == ("The long table", address)
    log = words(signed_in(master).get(reverse("games:log", args=[game.slug])))
    assert f"The game was renamed: “{before}” → “The long table”." in log
    assert "A typo." in log
    assert len(told(game.events.get(kind=Event.Kind.RENAMED))) == 7  # not its master


def test_those_who_wait_learn_the_new_title(lobby_game: Game, master: User) -> None:
    act(master, lobby_game, "rename", name="New table")
    (news,) = told(lobby_game.events.get(kind=Event.Kind.RENAMED)).items()
    assert news == (
        "Walter Waiting",
        "“New table”: The game was renamed: “Old table” → “New table”.",
    )


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_title_of_no_use_is_refused(game: Game, master: User, name: str) -> None:
    with nothing_changes():
        assert alerts(act(master, game, "rename", name=name))


def test_the_same_title_is_refused(game: Game, master: User) -> None:
    with nothing_changes():
        page = act(master, game, "rename", name=game.title)
    assert "The game already has this title." in words(page)


def test_an_administrator_renames_a_private_lobby_and_players_rename_nothing(
    lobby_game: Game, waiting: User, admin: User
) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    assert act(waiting, lobby_game, "rename", name="Mine").status_code == 404
    act(admin, lobby_game, "rename", name="A decent title", reason="Insults.")
    lobby_game.refresh_from_db()
    assert lobby_game.title == "A decent title"


def test_a_title_with_marks_stays_text_in_the_log(game: Game, master: User) -> None:
    act(master, game, "rename", name="<b>%(old)s</b>", reason="%d\nand <i>more</i>")
    page = signed_in(master).get(reverse("games:log", args=[game.slug])).content.decode()
    assert "&lt;b&gt;%(old)s&lt;/b&gt;" in page
    assert "&lt;i&gt;more&lt;/i&gt;" in page
    assert "<i>more" not in page


# Deleted games


def test_a_game_that_never_began_is_deleted_and_all_concerned_are_told(
    lobby_game: Game, master: User, waiting: User
) -> None:
    invited, unwilling = factories.person("Ines"), factories.person("Uwe", takes_invitations=False)
    lobby_invitations.invite(lobby_game, [invited, unwilling], by=master)
    asked = words(signed_in(master).get(url(lobby_game, "delete")))
    assert "2 people who wait or are invited are notified." in asked
    assert "This can’t be undone." in asked
    page = act(master, lobby_game, "delete", reason="Too few.")
    assert "“Old table” is deleted." in words(page)
    sentence = "“Old table” was deleted before it began. Reason: Too few."
    event = lobby_game.events.get(kind=Event.Kind.GAME_DELETED)
    assert told(event) == {"Walter Waiting": sentence, "Ines": sentence}


def test_nobody_sees_a_deleted_game_and_nothing_typed_is_left_but_its_title(
    lobby_game: Game, master: User, waiting: User, client: Client
) -> None:
    key = lobby_game.invitation_key
    lobby_invitations.invite(lobby_game, [factories.person("Ines")], by=master)
    act(master, lobby_game, "delete")
    for person in (master, waiting, factories.person()):
        reader = signed_in(person)
        for path in ("", "join/", "log/", "feed.atom", "calendar.ics", f"invitation/{key}/"):
            assert reader.get(f"{lobby_game.get_absolute_url()}{path}").status_code == 404, path
        assert "/games/old-table/" not in reader.get(reverse("games:mine")).content.decode()
    assert "Old table" not in words(client.get(reverse("games:index") + "?status=expired"))
    lobby_game.refresh_from_db()
    assert (lobby_game.house_rules, lobby_game.entries.count()) == ("", 0)
    assert not LobbyInvitation.objects.exists()
    assert not Mastership.objects.current().exists()


def test_a_deleted_game_keeps_its_address_and_its_log(lobby_game: Game, master: User) -> None:
    act(master, lobby_game, "delete")
    again = factories.open_game(master, title="Old table")
    assert again.slug != lobby_game.slug
    kinds = set(lobby_game.events.values_list("kind", flat=True))
    assert kinds >= {Event.Kind.GAME_CREATED, Event.Kind.JOINED, Event.Kind.GAME_DELETED}


def test_a_game_that_did_not_fill_is_deleted_too(lobby_game: Game, master: User) -> None:
    Game.objects.update(status=Game.Status.EXPIRED)
    page = signed_in(master).get(lobby_game.get_absolute_url()).content.decode()
    assert url(lobby_game, "delete") in page
    act(master, lobby_game, "delete")
    lobby_game.refresh_from_db()
    assert lobby_game.status == Game.Status.DELETED


def test_a_game_that_has_begun_is_never_deleted(game: Game, master: User) -> None:
    with nothing_changes():
        page = act(master, game, "delete")
    assert "This can’t be done now." in alerts(page)


def test_who_joins_while_the_game_is_deleted_is_told_so(
    lobby_game: Game, master: User, waiting: User
) -> None:
    act(master, lobby_game, "delete")
    with pytest.raises(Refused, match="was deleted"):
        lobby.join(lobby_game, factories.person(), house_rules_accepted=True)


# Powers by the master's hand


def powers_sheet(game: Game, hands: dict[User, str], **more: str) -> dict[str, str]:
    keys = {entry.person: f"entry-{entry.pk}" for entry in game.entries.all()}
    return {keys[person]: hand for person, hand in hands.items()} | more


def test_a_master_takes_over_the_assignment_and_tells_those_who_wait(
    lobby_game: Game, master: User, waiting: User
) -> None:
    Game.objects.update(allotment=Game.Allotment.WISHES)
    lobby.wish(lobby_game, waiting, [2, 3])
    act(master, lobby_game, "assign")
    lobby_game.refresh_from_db()
    assert lobby_game.allotment == Game.Allotment.MASTER
    assert not PowerWish.objects.exists()
    news = told(lobby_game.events.get(kind=Event.Kind.ALLOTMENT_CHANGED))
    assert "By the players’ preferences → The game master decides" in news["Walter Waiting"]
    assert "Assign the powers" in words(signed_in(master).get(lobby_game.get_absolute_url()))
    lobby.leave(lobby_game, waiting)


def test_a_game_whose_master_assigns_already_or_that_is_live_offers_nothing(
    lobby_game: Game, master: User
) -> None:
    Game.objects.update(allotment=Game.Allotment.MASTER)
    page = signed_in(master).get(lobby_game.get_absolute_url()).content.decode()
    assert url(lobby_game, "assign") not in page
    assert url(lobby_game, "rename") in page


def test_the_rest_is_assigned_at_random_and_what_was_chosen_stays(
    lobby_game: Game, master: User, waiting: User
) -> None:
    Game.objects.update(allotment=Game.Allotment.MASTER)
    for person in factories.PersonFactory.create_batch(6):
        lobby.join(lobby_game, person, house_rules_accepted=True)
    sheet = powers_sheet(lobby_game, {waiting: "2"}, rest="yes")
    signed_in(master).post(reverse("games:powers", args=[lobby_game.slug]), sheet)
    hands = dict(lobby_game.entries.values_list("person", "hand"))
    assert hands[waiting.pk] == 2
    assert set(hands.values()) == set(range(7))


def test_two_powers_are_swapped_by_saving_once(
    lobby_game: Game, master: User, waiting: User
) -> None:
    other = factories.person()
    lobby.join(lobby_game, other, house_rules_accepted=True)
    Game.objects.update(allotment=Game.Allotment.MASTER)
    for hands in ({waiting: "2", other: "3"}, {waiting: "3", other: "2"}):
        sheet = powers_sheet(lobby_game, hands)
        signed_in(master).post(reverse("games:powers", args=[lobby_game.slug]), sheet)
    given = dict(lobby_game.entries.values_list("person", "hand"))
    assert given == {waiting.pk: 3, other.pk: 2}


def test_after_renaming_a_lobby_its_master_is_back_in_it(lobby_game: Game, master: User) -> None:
    client = signed_in(master)
    url = reverse("games:master_rename", args=[lobby_game.slug])
    answer = client.post(url, {"name": "A better title"}, follow=True)
    assert answer.redirect_chain[-1][0] == lobby_game.get_absolute_url()
    assert answer.status_code == 200

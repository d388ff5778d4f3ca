"""Invitations to a game that has not begun: they notify, and seat nobody."""

import json

import pytest
import time_machine
from django.urls import reverse

from accounts import account_closing
from accounts.models import User
from games import access
from games.lifecycle import lobby, lobby_invitations
from games.models import Game, LobbyInvitation, MailChoice, Notification
from games.notifications import content, preferences
from games.wording.notifications import notification_sentence
from tests import factories
from tests.mails import delivered

from ..own_data.test_own_data import files_of
from ..web.views.conftest import signed_in, words


@pytest.fixture
def nora(db: None) -> User:
    return factories.person("Nora")


@pytest.fixture
def game(master: User, nora: User) -> Game:
    return factories.open_game(master, visibility="private", invited=[nora, master])


def test_an_invited_person_is_notified_and_does_not_sit_in_the_game(game: Game, nora: User):
    assert not game.entries.exists()
    [found] = access.lobby_invitations(nora)
    assert (found.game, LobbyInvitation.objects.count()) == (game, 1)
    told = Notification.objects.get(person=nora, channel="site")
    assert notification_sentence(told) == "You’re invited to play in a new game."
    [mail] = delivered()
    assert mail.to == [nora.email]
    assert access.invitation_path(game) in str(mail.body)
    assert game.title not in f"{mail.subject} {mail.body}"


def test_the_pages_of_the_invited_person_lead_to_the_game(game: Game, nora: User):
    client = signed_in(nora)
    for name in ("games:mine", "games:seat_invitations"):
        page = client.get(reverse(name))
        assert access.invitation_path(game) in page.content.decode()
        assert game.title not in words(page)


def test_joining_and_declining_end_the_invitation(game: Game, nora: User, master: User):
    other = factories.open_game(master, invited=[nora])
    lobby.join(game, nora, house_rules_accepted=False)
    assert [each.game for each in access.lobby_invitations(nora)] == [other]
    url = reverse("games:decline_game", args=[other.slug])
    answer = signed_in(nora).post(url, follow=True)
    assert "You’ve declined. Nobody is notified, but" in words(answer)
    assert not access.lobby_invitations(nora).exists()
    assert signed_in(nora).post(url).status_code == 302  # the second of two clicks


def test_the_page_of_an_invitation_names_inviter_and_set_up_and_has_both_answers(
    game: Game, nora: User, master: User
):
    guest = factories.person("Otto")
    told, other = (
        signed_in(each).get(access.invitation_path(game)).content.decode() for each in (nora, guest)
    )
    assert f"{master} invites you to play in a new game." in told
    assert "<dt>Set-up</dt><dd>Standard</dd>" in told
    assert ">Join</button>" in told
    assert '<button class="button button--quiet" form="decline">Decline</button>' in told
    assert "invites you" not in other
    assert "Decline" not in other


def test_the_page_of_an_invitation_does_not_name_a_hidden_player(nora: User):
    game = factories.open_game(factories.person("Vera"), as_master=False, invited=[nora])
    Game.objects.filter(pk=game.pk).update(anonymous=True)
    page = words(signed_in(nora).get(access.invitation_path(game)))
    assert "You’re invited to play in a new game." in page
    assert "Vera" not in page


def test_the_game_master_sees_who_is_invited_and_nobody_else_does(
    game: Game, nora: User, master: User
):
    waiting = factories.person("Otto")
    lobby.join(game, waiting, house_rules_accepted=False)
    shown = [
        "Nora no answer yet" in words(signed_in(each).get(game.get_absolute_url()))
        for each in (master, waiting)
    ]
    assert shown == [True, False]
    lobby_invitations.end(game.slug, nora)
    assert "Nora not joining" in words(signed_in(master).get(game.get_absolute_url()))
    lobby.join(game, nora, house_rules_accepted=False)
    assert "Nora not joining" not in words(signed_in(master).get(game.get_absolute_url()))


@pytest.mark.parametrize("anonymous", [True, False])
def test_a_player_sees_whom_they_invited_unless_names_are_hidden(nora: User, anonymous: bool):
    vera, otto = factories.person("Vera"), factories.person("Otto")
    game = factories.open_game(vera, as_master=False, invited=[nora], anonymous=anonymous)
    lobby.join(game, otto, house_rules_accepted=False)
    shown = [
        "Nora no answer yet" in words(signed_in(each).get(game.get_absolute_url()))
        for each in (vera, otto)
    ]
    assert shown == [not anonymous, False]


def test_an_answer_is_new_to_those_who_see_the_invitation(game: Game, nora: User, master: User):
    url = reverse("games:state", args=[game.slug])
    before = signed_in(master).get(url).json()["state"]
    lobby_invitations.end(game.slug, nora)
    assert signed_in(master).get(url).json()["state"] != before


def test_an_invitation_is_withdrawn_after_a_question(game: Game, nora: User, master: User):
    client, row = signed_in(master), LobbyInvitation.objects.get()
    url = reverse("games:withdraw_game_invitation", args=[game.slug, row.pk])
    assert "Withdraw the invitation for Nora?" in words(client.get(url))
    assert access.lobby_invitations(nora).exists()
    assert "The invitation is withdrawn." in words(client.post(url, follow=True))
    assert not access.lobby_invitations(nora).exists()
    assert "This invitation is no longer open." in words(client.post(url, follow=True))


def test_nobody_withdraws_an_invitation_that_they_do_not_see(nora: User, master: User):
    game = factories.open_game(master, invited=[nora])
    url = reverse(
        "games:withdraw_game_invitation", args=[game.slug, LobbyInvitation.objects.get().pk]
    )
    page = signed_in(factories.person("Otto")).post(url, follow=True)
    assert "This invitation is no longer open." in words(page)
    assert LobbyInvitation.objects.exists()


def test_nobody_declines_for_somebody_else(game: Game):
    url = reverse("games:decline_game", args=[game.slug])
    signed_in(factories.person("Otto")).post(url)
    assert LobbyInvitation.objects.count() == 1


def test_a_person_who_wants_no_invitations_sees_none_and_gets_no_mail(master: User, nora: User):
    preferences.refuse_invitations(nora)
    factories.open_game(master, invited=[nora])
    assert not access.lobby_invitations(nora).exists()
    assert not delivered()
    assert "invites you" not in words(signed_in(nora).get(reverse("games:mine")))


def test_a_closed_lobby_has_no_invitations(game: Game, nora: User):
    with time_machine.travel(game.lobby_closes_at, tick=False):
        assert not access.lobby_invitations(nora).exists()
        lobby.expire_lobbies()
    assert not LobbyInvitation.objects.exists()


def test_the_beginning_of_a_game_ends_its_invitations(game: Game, nora: User, players: list[User]):
    for player in players:
        lobby.join(game, player, house_rules_accepted=False)
    assert not LobbyInvitation.objects.exists()


@pytest.mark.parametrize("leaves", ["nora", "master"])
def test_a_closed_account_has_no_invitations(game: Game, nora: User, master: User, leaves: str):
    account_closing.close({"nora": nora, "master": master}[leaves])
    assert not LobbyInvitation.objects.exists()


@pytest.mark.parametrize(
    ("fields", "is_named"),
    [
        ({"anonymous": True, "as_master": False}, False),
        ({"anonymous": True}, True),
        ({"as_master": False}, True),
    ],
    ids=["hidden player", "hidden names, but their game master", "open names"],
)
def test_an_invitation_does_not_name_a_player_whose_name_is_hidden(
    nora: User, fields: dict[str, bool], is_named: bool
):
    vera = factories.person("Vera")
    factories.open_game(vera, invited=[nora], **fields)
    sentence = f"{vera} invites you to play" if is_named else "You’re invited to play"
    client = signed_in(nora)
    shown = [words(client.get(reverse(name))) for name in ("games:mine", "games:seat_invitations")]
    shown.append(words(client.get(reverse("games:front"))))
    [mail] = delivered()
    shown.append(f"{mail.subject} {mail.body}")
    shown += [str(text.context) for text in texts_of(nora)]
    assert all(f"{sentence} in a new game." in text for text in shown)
    files = files_of(nora)
    [row] = json.loads(files["invitations.json"])["new_games"]
    assert row["invited_by"] == (str(vera) if is_named else None)
    assert any(str(vera) in text for text in (*shown, *files.values())) == is_named


def texts_of(person: User) -> list[content.NotificationText]:
    """The texts of a person's notifications in a channel that tells each at once, such as push."""
    rows = Notification.objects.filter(person=person)
    texts = [content.text_for_channel(row, MailChoice.How.AT_ONCE) for row in rows]
    return [text for text in texts if text is not None]

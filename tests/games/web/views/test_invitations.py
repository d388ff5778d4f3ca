"""The pages of invitations to seats, their mail, and the way to say that one wants none."""

from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.core.links import absolute_url
from games.models import Event, Game, GameSettings, Notification, SeatInvitation
from games.notifications import preferences
from games.notifications.mail import delivery
from games.notifications.push import content
from games.seats import invitations, waiting_list
from tests import factories

from .conftest import alerts, nothing_changes, signed_in, words
from .test_take_over import SHORT, hidden_fields, sheet
from .test_take_over import URL as TAKE_OVER

LIST = "/invitations/"
STOP = "/invitations/stop/"
FREE_TEXT = "Buy cheap dots at dots.example"


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(
        master, players, title=FREE_TEXT, visibility=Game.Visibility.PRIVATE
    )


@pytest.fixture
def nina(db: None) -> User:
    return factories.person("Nina Newcomer")


@pytest.fixture
def invitation(game: Game, master: User, nina: User) -> SeatInvitation:
    return invitations.invite(factories.seat(game, "FRANCE"), nina, by=master, reason="Gone.")


def page_of(invitation: SeatInvitation) -> str:
    return reverse("games:seat_invitation", args=[invitation.key])


def replace_url(game: Game, power: str = "FRANCE") -> str:
    return reverse("games:replace", args=[game.slug, power])


def withdraw_url(game: Game) -> str:
    return reverse("games:withdraw_invitation", args=[game.slug, "FRANCE"])


def form(**fields: str) -> dict[str, str]:
    return {
        "name": "Nina Newcomer", "term": "good", "reason": "No orders.", "confirmed": "yes",
        **fields,
    }  # fmt: skip


def holder(game: Game) -> User:
    return factories.holder(factories.seat(game, "FRANCE"))


def delivered(to: User) -> list[EmailMessage]:
    mail.outbox.clear()
    delivery.deliver_due()
    return [message for message in mail.outbox if message.to == [to.email]]


# The page


def test_the_page_says_what_is_accepted(nina: User, invitation: SeatInvitation):
    text = words(signed_in(nina).get(page_of(invitation)))
    assert "Invitation to play France" in text
    assert "Mia Master invites you to play until the end of the game." in text
    assert FREE_TEXT in text
    assert "Deadline" in text
    assert "Set-up Standard" in text
    assert "Game master Mia Master" in text
    assert "You get a whole phase for your first orders" in text
    assert "Gone." not in text  # the reason is for the people of the game


def test_a_stand_in_reads_for_how_long(game: Game, master: User, nina: User):
    seat = factories.seat(game, "FRANCE")
    invitation = invitations.invite(seat, nina, by=master, number=2)
    text = words(signed_in(nina).get(page_of(invitation)))
    assert "invites you to play as a substitute for 2 phases" in text
    assert "You can’t read the messages your predecessor wrote" in text


def test_who_accepts_gets_the_seat_and_goes_to_the_game(
    game: Game, nina: User, invitation: SeatInvitation
):
    client = signed_in(nina)
    assert client.get(game.get_absolute_url()).status_code == 404
    with nothing_changes():
        client.get(page_of(invitation))
    answer = client.post(page_of(invitation), {"answer": "accept"}, follow=True)
    assert answer.redirect_chain[-1][0] == game.get_absolute_url()
    assert "The seat is yours." in words(answer)
    assert holder(game) == nina
    again = client.post(page_of(invitation), {"answer": "accept", "game": game.slug})
    assert again["Location"] == game.get_absolute_url()
    page = client.get(page_of(invitation))
    assert page.status_code == 404
    assert "If you accepted it, the game is under “My games”." in words(page)


def test_the_form_of_an_invitation_sent_late_leads_only_players_to_the_game(
    game: Game, nina: User, invitation: SeatInvitation, master: User
):
    client = signed_in(nina)
    assert f'name="game" value="{game.slug}"' in client.get(page_of(invitation)).content.decode()
    invitations.withdraw(invitation, by=master)
    late = client.post(page_of(invitation), {"answer": "accept", "game": game.slug})
    assert late.status_code == 404


def test_the_second_of_two_clicks_leads_to_the_game(
    game: Game, nina: User, invitation: SeatInvitation, monkeypatch: pytest.MonkeyPatch
):
    accept = invitations.accept

    def accept_twice(found: SeatInvitation, person: User) -> None:
        accept(found, person)
        accept(found, person)

    monkeypatch.setattr(invitations, "accept", accept_twice)
    answer = signed_in(nina).post(page_of(invitation), {"answer": "accept"})
    assert answer.headers["Location"] == game.get_absolute_url()
    assert holder(game) == nina


def test_who_declines_stays_a_stranger_and_the_master_is_told(
    game: Game, nina: User, invitation: SeatInvitation, master: User
):
    client, before = signed_in(nina), holder(game)
    answer = client.post(page_of(invitation), {"answer": "decline"}, follow=True)
    assert "You’ve declined." in words(answer)
    assert holder(game) == before
    assert client.get(game.get_absolute_url()).status_code == 404
    news = words(signed_in(master).get("/games/mine/"))
    assert "The invitation to play France was declined." in news


def test_an_invitation_of_who_may_send_none_any_more_ends_with_a_sentence(game: Game, nina: User):
    admin = factories.person("Ada Admin", is_superuser=True)
    page = page_of(invitations.invite(factories.seat(game, "FRANCE"), nina, by=admin))
    User.objects.filter(pk=admin.pk).update(is_superuser=False)
    client, before = signed_in(nina), holder(game)
    answer = client.post(page, {"answer": "accept"}, follow=True)
    assert "This invitation has ended: Ada Admin can no longer invite people" in alerts(answer)
    assert holder(game) == before
    assert client.get(page).status_code == 404


def test_an_invitation_that_has_ended_looks_like_one_that_never_was(
    nina: User, master: User, invitation: SeatInvitation
):
    page = page_of(invitation)
    invitations.withdraw(invitation, by=master)
    unknown = reverse("games:seat_invitation", args=["0" * len(invitation.key)])
    for reader in (nina, factories.person()):
        client = signed_in(reader)
        answers = [client.get(url) for url in (page, unknown)]
        assert [each.status_code for each in answers] == [404, 404]
        assert words(answers[0]) == words(answers[1])
        assert "You can’t use this invitation" in words(answers[0])


def test_an_unclear_answer_changes_nothing(nina: User, invitation: SeatInvitation):
    with nothing_changes():
        for data in ({}, {"answer": "yes"}):
            answer = signed_in(nina).post(page_of(invitation), data)
            assert "Accept the seat" in words(answer)


def test_the_house_rules_have_to_be_accepted(master: User, players: list[User], nina: User):
    game = factories.begun_game(master, players, house_rules="Be kind.")
    page = page_of(invitations.invite(factories.seat(game, "FRANCE"), nina, by=master))
    client = signed_in(nina)
    assert "Be kind." in words(client.get(page))
    with nothing_changes():
        answer = client.post(page, {"answer": "accept"})
    assert "This field is required." in alerts(answer)
    client.post(page, {"answer": "accept", "accept": "on"})
    assert holder(game) == nina


def test_what_is_not_possible_now_is_said_and_the_invitation_stays(
    game: Game, nina: User, invitation: SeatInvitation
):
    factories.let_be_due(game, game.created_at)
    answer = signed_in(nina).post(page_of(invitation), {"answer": "accept"}, follow=True)
    assert "The deadline has passed. The phase is being resolved." in alerts(answer)
    assert SeatInvitation.objects.exists()


def test_the_page_is_for_the_invited_person_alone(
    game: Game, master: User, invitation: SeatInvitation, client: Client
):
    for person in (master, holder(game), factories.person(), factories.person(is_superuser=True)):
        for method in ("get", "post"):
            answer = getattr(signed_in(person), method)(page_of(invitation))
            assert answer.status_code == 404
    assert client.get(page_of(invitation))["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("page", [LIST, "/games/mine/"])
def test_a_list_names_power_and_sender_and_not_the_game(
    nina: User, invitation: SeatInvitation, page: str
):
    answer = signed_in(nina).get(page)
    text = words(answer)
    assert "Mia Master invites you" in text
    assert "France" in text
    assert page_of(invitation) in answer.content.decode()
    assert FREE_TEXT not in text


def test_an_empty_list_says_so(nina: User):
    assert "You have no open invitations" in words(signed_in(nina).get(LIST))


# The mail


def test_the_mail_has_no_free_text_and_leads_to_the_page(nina: User, invitation: SeatInvitation):
    [message] = delivered(nina)
    assert message.subject == "You’re invited to a seat in a game"
    body = str(message.body)
    assert "Mia Master invites you to play France in a game in progress." in body
    assert absolute_url(page_of(invitation)) in body
    assert FREE_TEXT not in str(message.message())
    assert "Gone." not in body


def test_an_invitation_that_has_ended_sends_no_mail(
    game: Game, nina: User, master: User, invitation: SeatInvitation
):
    invitations.withdraw(invitation, by=master)
    invitations.invite(factories.seat(game, "ITALY"), nina, by=master)
    [message] = delivered(nina)
    assert "Italy" in str(message.body)


def test_a_push_message_says_it_in_the_same_words(nina: User, invitation: SeatInvitation):
    notification = Notification.objects.get(person=nina, channel="mail")
    shown = content.compose(notification)
    assert shown is not None
    assert shown.title == "You’re invited to a seat in a game"
    assert shown.text == "Mia Master invites you to play France in a game in progress."
    assert shown.path == page_of(invitation)


# Stop all invitations


def test_one_click_in_the_mail_ends_invitations_from_everybody(
    game: Game, nina: User, master: User, invitation: SeatInvitation
):
    [message] = delivered(nina)
    link = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert link in str(message.body)
    path = "/" + link.split("/", 3)[3]
    with nothing_changes():
        assert "Stop all invitations?" in words(Client().get(path))
    nina.refresh_from_db()
    assert nina.takes_invitations
    program = Client(enforce_csrf_checks=True)
    answer = program.post(path, {"List-Unsubscribe": "One-Click"})
    assert "You no longer get invitations to seats." in words(answer)
    nina.refresh_from_db()
    assert not nina.takes_invitations
    assert signed_in(nina).get(page_of(invitation)).status_code == 404
    italy = factories.seat(game, "ITALY")
    invitations.withdraw(invitation, by=master)
    invitations.invite(italy, nina, by=master)
    assert not delivered(nina)


@pytest.mark.parametrize("page", ["list", "invitation"])
def test_a_button_on_the_pages_ends_them_too(nina: User, invitation: SeatInvitation, page: str):
    client = signed_in(nina)
    shown = client.get(LIST if page == "list" else page_of(invitation)).content.decode()
    assert f'action="{STOP}"' in shown
    assert "You’ll get no more invitations." in words(client.post(STOP, follow=True))
    assert "You don’t get invitations" in words(client.get(LIST))
    assert client.get(STOP).status_code == 405


def test_the_preference_brings_them_back(nina: User, invitation: SeatInvitation):
    client = signed_in(nina)
    fields = {"name": nina.name, "time_zone": "UTC", "language": "en"}
    client.post("/accounts/preferences/", fields)
    assert client.get(page_of(invitation)).status_code == 404
    client.post("/accounts/preferences/", fields | {"takes_invitations": "on"})
    assert client.get(page_of(invitation)).status_code == 200


def test_the_master_gets_the_same_answers_whoever_wants_none(game: Game, master: User):
    """No oracle: pages and log are the same, apart from names and keys."""
    answers = []
    with time_machine.travel(clock.now(), tick=False):
        for name, takes in (("Nina", True), ("Ninb", False)):
            factories.person(name, takes_invitations=takes)
            client = signed_in(master)
            seen = [words(client.post(replace_url(game), form(name=name), follow=True))]
            seen += [
                words(client.get(page))
                for page in (
                    replace_url(game),
                    reverse("games:master", args=[game.slug]),
                    withdraw_url(game),
                )
            ]
            client.post(withdraw_url(game))
            answers.append([text.replace(name, "…") for text in seen])
    assert answers[0] == answers[1]
    kinds = list(game.events.filter(kind__contains="invit").values_list("kind", flat=True))
    assert kinds == ["invited", "invitation_ended"] * 2


def test_the_master_waits_for_the_same_work_whoever_wants_none(game: Game, master: User):
    """No oracle by time: the same statements, and as many rows."""
    work = []
    for name, takes in (("Nina", True), ("Ninb", False)):
        person = factories.person(name, takes_invitations=takes)
        client = signed_in(master)
        client.get(replace_url(game))
        with CaptureQueriesContext(connection) as captured:
            assert client.post(replace_url(game), form(name=name)).status_code == 302
        statements = [each["sql"].split()[0] for each in captured.captured_queries]
        work.append((statements, Notification.objects.filter(person=person).count()))
        client.post(withdraw_url(game))
    assert work[0] == work[1]
    assert not delivered(person)


def test_who_wants_none_is_shown_none_among_the_news(nina: User, invitation: SeatInvitation):
    sentence = "You are invited to a seat in a game."
    assert sentence in words(signed_in(nina).get("/games/mine/"))
    preferences.refuse_invitations(nina)
    assert sentence not in words(signed_in(nina).get("/games/mine/"))


# Masters


def test_the_master_sees_who_has_not_answered_and_nobody_else_does(
    game: Game, master: User, nina: User, invitation: SeatInvitation, players: list[User]
):
    for page in (reverse("games:master", args=[game.slug]), replace_url(game)):
        answer = signed_in(master).get(page)
        assert "Nina Newcomer is invited and hasn’t answered yet." in words(answer)
        assert withdraw_url(game) in answer.content.decode()
    for page in (game.get_absolute_url(), reverse("games:log", args=[game.slug])):
        assert "Nina" not in words(signed_in(players[0]).get(page))


def test_a_vacant_seat_shows_its_invitation_to_the_master(
    game: Game, master: User, invitation: SeatInvitation, players: list[User]
):
    game.seats.filter(power="FRANCE").update(disorder_since=game.created_at)
    assert "Nina Newcomer is invited" in words(signed_in(master).get(game.get_absolute_url()))
    assert "Nina" not in words(signed_in(players[0]).get(game.get_absolute_url()))


def test_an_invitation_is_withdrawn_after_a_question(
    game: Game, master: User, nina: User, invitation: SeatInvitation
):
    client = signed_in(master)
    with nothing_changes():
        question = words(client.get(withdraw_url(game)))
    assert "Withdraw the invitation for Nina Newcomer to play France?" in question
    assert "The invitation is withdrawn." in words(client.post(withdraw_url(game), follow=True))
    assert signed_in(nina).get(page_of(invitation)).status_code == 404


def test_an_invitation_that_is_withdrawn_twice_has_ended(
    game: Game, master: User, invitation: SeatInvitation
):
    client = signed_in(master)
    client.post(withdraw_url(game))
    for again in (client.post, client.get):
        assert "This invitation is no longer open." in words(again(withdraw_url(game), follow=True))
    assert signed_in(factories.person()).post(withdraw_url(game)).status_code == 404


def test_beyond_a_days_invitations_nothing_typed_is_lost(
    game: Game, master: User, nina: User, settings: Any
):
    settings.ACCOUNT_RATE_LIMITS = {"seat_invitations": "1/d/user"}
    factories.person("Otto Other")
    client = signed_in(master)
    assert client.post(replace_url(game), form()).status_code == 302
    with nothing_changes():
        sent = form(name="Otto Other", reason="Still no orders.")
        answer = client.post(replace_url(game, "ITALY"), sent)
    assert answer.status_code == 429
    assert "You’ve reached the daily limit for invitations." in alerts(answer)
    assert 'value="Otto Other"' in answer.content.decode()
    assert "Still no orders." in answer.content.decode()


def test_volunteers_are_not_counted(game: Game, master: User, nina: User, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = {"seat_invitations": "0/d/user"}
    row = waiting_list.enlist(nina, "")
    fields = form(name="", volunteer=str(row.pk))
    assert signed_in(master).post(replace_url(game), fields).status_code == 302
    assert holder(game) == nina


def test_a_game_is_taken_over_with_all_its_invitations_or_not_at_all(master: User, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = {"seat_invitations": "3/d/user"}
    people = {name: factories.person(name) for name in ("Clara", "David", "Emma")}
    client = signed_in(master)
    shown = client.post(TAKE_OVER, sheet(SHORT))
    sent = hidden_fields(shown) | {"begin": "yes"}
    for _click in range(2):  # the second one invites nobody, and counts none
        assert client.post(TAKE_OVER, sent).status_code == 302
    with nothing_changes():
        answer = client.post(TAKE_OVER, sheet(SHORT, begin="yes", house_rules="Be kind."))
    assert answer.status_code == 429
    assert "You’ve reached the daily limit for invitations." in alerts(answer)
    assert "FRANCE (Clara): A PAR, F BRE" in answer.content.decode()
    assert "Be kind." in answer.content.decode()
    one = SHORT.replace(" (David)", "").replace("Clara", "Emma")
    assert client.post(TAKE_OVER, sheet(one, begin="yes")).status_code == 302
    assert people["Emma"].seat_invitations.exists()


def test_a_person_who_is_named_plays_only_once_they_accept(game: Game, master: User, nina: User):
    """Also one on the waiting list: only who is chosen from the list is seated at once."""
    waiting_list.enlist(nina, "")
    before = holder(game)
    signed_in(master).post(replace_url(game), form(volunteer=""))
    assert holder(game) == before
    assert nina.seat_invitations.exists()


def test_the_log_says_what_happened_without_names(
    master: User, players: list[User], nina: User, client: Client
):
    game = factories.begun_game(master, players)
    GameSettings.objects.filter(game=game).update(seats_open_to="anyone")
    invitation = invitations.invite(factories.seat(game, "FRANCE"), nina, by=master)
    log = reverse("games:log", args=[game.slug])
    text = words(client.get(log))
    assert "Someone was invited to play France." in text
    assert "Nina" not in text
    signed_in(nina).post(page_of(invitation), {"answer": "accept"})
    assert "France has a new player: Nina Newcomer." in words(client.get(log))
    assert Event.objects.get(kind=Event.Kind.REPLACED).actor == master

"""Complaints: who handles them, what handlers read, and the secrecy of the reporter."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client, override_settings
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games import access
from games.core.errors import Refused
from games.models import Complaint, Game, Message, Notification, Tenure
from games.notifications.mail.compose import compose
from games.press.moderation import can_be_heard, close_complaint, complain, hears_alone
from games.seats import invitations, tenures

from ... import factories
from ...accounts.second_factor_helpers import add_passkey
from ...passkeys import Device
from ..web.views.conftest import signed_in, words
from ..web.views.test_take_over import SHORT, sheet
from ..web.views.test_take_over import URL as TAKE_OVER
from .message_helpers import agree, hand_over, note, write

RUDE = "I know where your fleet sleeps."
URL = "/games/complaints/"


@pytest.fixture
def admin(db: None) -> User:
    return factories.person("Ada Admin", is_superuser=True, is_staff=True)


@pytest.fixture
def private(game: Game, admin: User) -> Message:
    return write(game, "FRANCE", "GERMANY", text=RUDE)


@pytest.fixture
def public(game: Game, admin: User) -> Message:
    return write(game, "FRANCE", text=RUDE)


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def page_of(message: Message) -> str:
    return reverse("games:report_message", args=[message.thread.game.slug, message.key])


def report(message: Message, power: str = "GERMANY", reason: str = "A threat.") -> Complaint:
    return complain(message, by=holder(message.thread.game, power), reason=reason)


def notified_of_complaints() -> set[User]:
    told = Notification.objects.filter(
        kind=Notification.Kind.COMPLAINT, channel=Notification.Channel.SITE
    )
    return {notification.person for notification in told}


def test_a_private_message_is_shown_to_administrators_alone(
    game: Game, master: User, admin: User, players: list[User], private: Message
):
    write(game, "GERMANY", "FRANCE", text="Nobody reports this one.")
    report(private)
    assert notified_of_complaints() == {admin}
    text = words(signed_in(admin).get(URL))
    assert RUDE in text
    assert "A threat." in text
    assert "Nobody reports this one." not in text
    for person in (master, *players):
        page = words(signed_in(person).get(URL))
        assert "No reported messages" in page
        assert RUDE not in page


def test_a_public_message_is_for_the_masters_too(
    game: Game, master: User, admin: User, public: Message
):
    report(public, "ITALY")
    assert notified_of_complaints() == {master, admin}
    page = signed_in(master).get(URL)
    assert RUDE in words(page)
    assert reverse("games:message", args=[game.slug, public.key]) in page.content.decode()
    assert RUDE not in words(signed_in(factories.person("Max")).get(URL))


def test_who_runs_the_site_and_plays_hears_nothing_of_their_game(
    master: User, players: list[User], admin: User
):
    game = factories.begun_game(master, [admin, *players[1:]])
    powers = [seat.power for seat in game.seats.exclude(tenures__person=admin).order_by("place")]
    message = write(game, powers[0], powers[1], text=RUDE)
    with pytest.raises(
        Refused, match="Nobody on this site outside this game can review your report"
    ):
        report(message, powers[1])
    assert not Complaint.objects.exists()
    other = factories.person("Olga Other", is_superuser=True)
    report(message, powers[1])
    assert notified_of_complaints() == {other}
    assert RUDE not in words(signed_in(admin).get(URL))


def test_a_master_hears_no_complaint_of_their_own_message(game: Game, master: User, admin: User):
    message = write(game, "FRANCE", text=RUDE)
    Message.objects.filter(pk=message.pk).update(seat=None, person=master)
    message.refresh_from_db()
    report(message)
    assert notified_of_complaints() == {admin}
    assert not access.complaints(master).exists()


def test_no_page_or_mail_says_who_complained(
    game: Game, master: User, admin: User, public: Message
):
    report(public, "ITALY")
    reporter = holder(game, "ITALY")
    for person in (master, admin):
        page = words(signed_in(person).get(URL))
        assert str(reporter) not in page
        assert "Italy" not in page
    assert {
        notification.person for notification in Notification.objects.filter(kind="complaint")
    } == {master, admin}
    for notification in Notification.objects.filter(
        kind="complaint", channel=Notification.Channel.MAIL
    ):
        mail = compose(notification)
        assert mail is not None
        assert RUDE not in str(mail.body)
        assert str(reporter) not in str(mail.body)
        assert URL in str(mail.body)
    assert not game.events.filter(actor=reporter, kind__contains="message").exists()


def test_an_administrator_gets_the_mail_of_a_private_game_too(master: User, admin: User):
    game = factories.begun_game(master, visibility=Game.Visibility.PRIVATE)
    report(write(game, "FRANCE", "GERMANY", text=RUDE))
    notification = Notification.objects.get(kind="complaint", channel=Notification.Channel.MAIL)
    assert compose(notification) is not None


def test_an_unsigned_message_stays_unsigned(game: Game, master: User, admin: User):
    agree(game, unsigned_messages=True)
    report(write(game, "FRANCE", text=RUDE, unsigned=True), "ITALY")
    for person in (master, admin):
        text = words(signed_in(person).get(URL))
        assert "Unsigned" in text
        assert "France" not in text


def test_a_message_is_reported_once_a_person_and_by_several(game: Game, public: Message):
    report(public, "ITALY")
    with pytest.raises(Refused, match="already"):
        report(public, "ITALY")
    report(public, "TURKEY")
    assert Complaint.objects.count() == 2


def test_the_page_says_who_will_read_it_before_it_is_reported(game: Game, private: Message):
    reader = signed_in(holder(game, "GERMANY"))
    question = reader.get(page_of(private))
    assert "the site’s administrators get a copy of this message" in words(question)
    assert not Complaint.objects.exists()
    assert reader.post(page_of(private), {"reason": " "}).status_code == 200
    there = reader.post(page_of(private), {"reason": "A threat."})["Location"]
    assert there.endswith(f"#message-{private.key}")
    assert page_of(private) in reader.get(there).content.decode()
    again = reader.post(page_of(private), {"reason": "Once more."})
    assert "You’ve already reported this message." in words(again)


def test_the_page_names_the_game_masters_only_where_there_are_some(game: Game, public: Message):
    reader = signed_in(holder(game, "ITALY"))
    with_masters = "The game masters of this game and the site’s administrators are notified."
    assert with_masters in words(reader.get(page_of(public)))
    game.masterships.all().delete()
    page = words(reader.get(page_of(public)))
    assert "The site’s administrators are notified." in page
    assert with_masters not in page


def test_who_has_reported_a_message_is_told_before_they_type_anything(game: Game, private: Message):
    report(private)
    answer = signed_in(holder(game, "GERMANY")).get(page_of(private), follow=True)
    assert "You’ve already reported this message." in words(answer)
    assert "Report this message?" not in words(answer)


def test_the_pages_that_ask_about_a_message_show_it(
    game: Game, master: User, admin: User, public: Message
):
    assert RUDE in words(signed_in(holder(game, "ITALY")).get(page_of(public)))
    complaint = report(public, "ITALY", "A threat.")
    closing = words(signed_in(admin).get(f"{URL}{complaint.pk}/close/"))
    assert RUDE in closing
    assert "Reason: A threat." in closing
    hiding = reverse("games:hide_message", args=[game.slug, public.key])
    asked = signed_in(master).get(hiding)
    assert RUDE in words(asked)
    assert f'#message-{public.key}">Cancel' in asked.content.decode()


@pytest.mark.parametrize("anonymous", [False, True])
def test_an_administrator_reads_who_wrote_it_where_the_game_hides_no_names(
    master: User, admin: User, anonymous: bool
):
    game = factories.begun_game(master, anonymous=anonymous)
    report(write(game, "FRANCE", "GERMANY", text=RUDE))
    name = str(holder(game, "FRANCE"))
    assert (name in words(signed_in(admin).get(URL))) is not anonymous


def test_only_who_has_or_had_a_seat_and_may_read_a_message_reports_it(
    game: Game, master: User, private: Message, public: Message
):
    for person in (holder(game, "FRANCE"), holder(game, "ITALY"), master, factories.person()):
        assert signed_in(person).post(page_of(private), {"reason": "x"}).status_code == 404
    for person in (holder(game, "FRANCE"), master, factories.person()):
        assert signed_in(person).post(page_of(public), {"reason": "x"}).status_code == 404
    mine = note(game, "FRANCE", RUDE)
    assert signed_in(holder(game, "FRANCE")).get(page_of(mine)).status_code == 404
    assert Client().get(page_of(public))["Location"].startswith("/accounts/login/")


def test_who_has_lost_the_seat_still_reports_what_came_before(game: Game, private: Message):
    former = hand_over(game, "GERMANY", factories.person())
    after = write(game, "FRANCE", "GERMANY", text="Welcome.")
    reader = signed_in(former)
    assert reader.post(page_of(after), {"reason": "A threat."}).status_code == 404
    assert reader.post(page_of(private), {"reason": "A threat."}).status_code == 302


def test_a_complaint_is_closed_once_with_a_remark(
    game: Game, master: User, admin: User, public: Message
):
    complaint = report(public, "ITALY")
    page, client = f"{URL}{complaint.pk}/close/", signed_in(master)
    assert signed_in(holder(game, "ITALY")).get(page).status_code == 404
    assert client.post(page, {"remark": ""}).status_code == 200
    assert client.post(page, {"remark": "We have talked."})["Location"] == URL
    complaint.refresh_from_db()
    assert (complaint.closed_by, complaint.remark) == (master, "We have talked.")
    assert "No reported messages" in words(signed_in(admin).get(URL))
    with pytest.raises(Refused, match="already"):
        close_complaint(complaint, by=admin, remark="Me too.")


def test_beyond_the_limit_the_reason_comes_back(game: Game, private: Message, settings):
    settings.ACCOUNT_RATE_LIMITS = {"complaints": "0/h/user"}
    answer = signed_in(holder(game, "GERMANY")).post(page_of(private), {"reason": "A threat."})
    assert answer.status_code == 429
    assert "A threat." in words(answer)
    assert not Complaint.objects.exists()


def test_the_database_closes_nothing_without_a_remark(game: Game, master: User, public: Message):
    complaint = report(public, "ITALY")
    with pytest.raises(IntegrityError), transaction.atomic():
        Complaint.objects.filter(pk=complaint.pk).update(closed_at=clock.now(), closed_by=master)


def test_many_complaints_take_as_many_queries_as_one(
    game: Game, admin: User, public: Message, django_assert_num_queries
):
    client = signed_in(admin)
    report(public, "ITALY")
    with django_assert_num_queries(5):
        client.get(URL)
    for power in ("TURKEY", "RUSSIA", "AUSTRIA"):
        report(public, power)
    with django_assert_num_queries(5):
        assert words(client.get(URL)).count("A threat.") == 4


# Who plays hears nothing, and nobody can be made a player


@pytest.mark.parametrize("term", ["good", "lent"])
def test_a_master_does_not_blind_the_administrator_by_giving_them_a_seat(
    game: Game, master: User, admin: User, public: Message, term: str
):
    complaint = report(public, "ITALY")
    sent = {"name": admin.name, "term": term, "phases": "3", "reason": "x", "confirmed": "yes"}
    url = reverse("games:replace", args=[game.slug, "TURKEY"])
    assert signed_in(master).post(url, sent).status_code == 302
    assert RUDE in words(signed_in(admin).get(URL))
    assert complaint in access.complaints(admin)


def test_a_master_does_not_blind_the_administrator_by_naming_them_in_a_take_over(
    master: User, admin: User
):
    factories.person("Clara")
    sent = sheet(SHORT.replace("David", admin.name), begin="yes", title="Mine")
    assert signed_in(master).post(TAKE_OVER, sent).status_code == 302
    game = Game.objects.get(title="Mine")
    for invitation in game.seat_invitations.exclude(person=admin):
        invitations.accept(invitation, invitation.person)
    assert Tenure.objects.filter(seat__game=game).count() == 1
    factories.replace(factories.seat(game, "AUSTRIA"), factories.person(), by=master)
    complaint = report(write(game, "FRANCE", "AUSTRIA", text=RUDE), "AUSTRIA")
    assert complaint in access.complaints(admin)
    assert RUDE in words(signed_in(admin).get(URL))


def test_once_the_administrator_has_accepted_the_others_hear_it(
    game: Game, master: User, admin: User, private: Message
):
    other = factories.person("Olga Other", is_superuser=True)
    complaint = report(private)
    factories.replace(factories.seat(game, "TURKEY"), admin, by=master)
    assert not access.complaints(admin).exists()
    assert complaint in access.complaints(other)


def test_who_complains_reads_that_nobody_can_hear_it(
    game: Game, master: User, admin: User, private: Message
):
    nobody = "Right now, nobody on this site outside this game can review reports of this message."
    reader = signed_in(holder(game, "GERMANY"))
    assert nobody not in words(reader.get(page_of(private)))
    factories.replace(factories.seat(game, "TURKEY"), admin, by=master)
    assert nobody in words(reader.get(page_of(private)))
    admin.is_superuser = False
    admin.save(update_fields=["is_superuser"])
    factories.person("Olga Other", is_superuser=True)
    assert nobody not in words(reader.get(page_of(private)))


def test_a_complaint_that_nobody_can_hear_any_more_stays_and_its_author_is_told(
    game: Game, master: User, admin: User, private: Message
):
    report(private)
    factories.replace(factories.seat(game, "TURKEY"), admin, by=master)
    answer = signed_in(holder(game, "GERMANY")).get(page_of(private), follow=True)
    assert "nobody on this site outside this game" in words(answer)
    complaint = Complaint.objects.get()
    other = factories.person("Olga Other", is_superuser=True)
    assert complaint in access.complaints(other)


def test_a_complaint_can_be_heard_exactly_if_somebody_would_be_told(
    game: Game, master: User, admin: User, private: Message, public: Message
):
    for taken in (False, True):
        if taken:
            factories.replace(factories.seat(game, "TURKEY"), admin, by=master)
        for message, power in ((private, "GERMANY"), (public, "ITALY")):
            Complaint.objects.all().delete()
            heard = can_be_heard(message)
            assert heard is not (taken and message is private)
            if heard:
                report(message, power)
            else:
                with pytest.raises(
                    Refused, match="Nobody on this site outside this game can review your report"
                ):
                    report(message, power)


ALONE = "You’re the only administrator"


def test_the_only_administrator_is_warned_before_they_join_or_accept(
    game: Game, master: User, admin: User
):
    lobby = factories.open_game(master, title="Lobby")
    seat = factories.seat(game, "FRANCE")
    tenures.resign(seat, factories.holder(seat))
    found = invitations.invite(factories.seat(game, "ITALY"), admin, by=master)
    pages = [
        reverse("games:join", args=[lobby.slug]),
        lobby.get_absolute_url(),
        reverse("games:take", args=[game.slug, "FRANCE"]),
        reverse("games:seat_invitation", args=[found.key]),
        reverse("games:waiting_list"),
    ]
    for page in pages:
        assert ALONE in words(signed_in(admin).get(page)), page
    guest = factories.person("Gus Guest")
    for page in (*pages[:3], pages[4]):
        assert ALONE not in words(signed_in(guest).get(page)), page
    other = factories.person("Olga Other", is_superuser=True)
    for page in pages:
        assert ALONE not in words(signed_in(admin).get(page)), page
    with override_settings(ADMIN_SECOND_FACTOR=True):
        add_passkey(signed_in(admin), admin, Device())
        for page in pages:  # the other one could do nothing
            assert ALONE in words(signed_in(admin).get(page)), page
    factories.replace(factories.seat(game, "TURKEY"), other, by=master)
    for page in pages[2:4]:  # the other one plays in that game
        assert ALONE in words(signed_in(admin).get(page)), page


def test_an_administrator_without_the_second_factor_hears_nothing(
    admin: User, private: Message, settings: Any
):
    settings.ADMIN_SECOND_FACTOR = True
    assert not can_be_heard(private)
    with pytest.raises(
        Refused, match="Nobody on this site outside this game can review your report"
    ):
        report(private)
    add_passkey(signed_in(admin), admin, Device())
    report(private)
    assert Notification.objects.filter(kind="complaint", person=admin).exists()


def test_who_is_no_administrator_costs_no_query_of_the_others(
    game: Game, master: User, admin: User, django_assert_num_queries
):
    with django_assert_num_queries(0):
        assert not hears_alone(master, game)
        assert not hears_alone(master)
    assert hears_alone(admin, game)

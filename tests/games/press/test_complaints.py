"""Reporting a letter: who hears of it, what they read, and that nobody learns who complained."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import access, clock
from games.errors import Refused
from games.models import Complaint, Game, Letter, Notice
from games.press.complaints import close, complain
from games.telling.mails.message import compose

from ... import factories
from ..views.conftest import signed_in, words
from .post import agree, hand_over, note, write

RUDE = "I know where your fleet sleeps."
URL = "/games/complaints/"


@pytest.fixture
def admin(db: None) -> User:
    return factories.person("Ada Admin", is_superuser=True, is_staff=True)


@pytest.fixture
def private(game: Game, admin: User) -> Letter:
    return write(game, "FRANCE", "GERMANY", text=RUDE)


@pytest.fixture
def public(game: Game, admin: User) -> Letter:
    return write(game, "FRANCE", text=RUDE)


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def page_of(letter: Letter) -> str:
    return reverse("games:report_letter", args=[letter.thread.game.slug, letter.key])


def report(letter: Letter, power: str = "GERMANY", reason: str = "A threat.") -> Complaint:
    return complain(letter, by=holder(letter.thread.game, power), reason=reason)


def told_of_it() -> set[User]:
    told = Notice.objects.filter(kind=Notice.Kind.COMPLAINT, channel=Notice.Channel.SITE)
    return {notice.person for notice in told}


def test_a_private_letter_is_shown_to_administrators_alone(
    game: Game, master: User, admin: User, players: list[User], private: Letter
):
    write(game, "GERMANY", "FRANCE", text="Nobody reports this one.")
    report(private)
    assert told_of_it() == {admin}
    text = words(signed_in(admin).get(URL))
    assert RUDE in text
    assert "A threat." in text
    assert "Nobody reports this one." not in text
    for person in (master, *players):
        page = words(signed_in(person).get(URL))
        assert "No letter is reported" in page
        assert RUDE not in page


def test_a_public_letter_is_for_the_masters_too(
    game: Game, master: User, admin: User, public: Letter
):
    report(public, "ITALY")
    assert told_of_it() == {master, admin}
    page = signed_in(master).get(URL)
    assert RUDE in words(page)
    assert reverse("games:letter", args=[game.slug, public.key]) in page.content.decode()
    assert RUDE not in words(signed_in(factories.person("Max")).get(URL))


def test_who_runs_the_site_and_plays_hears_nothing_of_their_game(
    master: User, players: list[User], admin: User
):
    game = factories.begun_game(master, [admin, *players[1:]])
    powers = [seat.power for seat in game.seats.exclude(tenures__person=admin).order_by("place")]
    letter = write(game, powers[0], powers[1], text=RUDE)
    with pytest.raises(Refused, match="nobody on this site"):
        report(letter, powers[1])
    assert not Complaint.objects.exists()
    other = factories.person("Olga Other", is_superuser=True)
    report(letter, powers[1])
    assert told_of_it() == {other}
    assert RUDE not in words(signed_in(admin).get(URL))


def test_a_master_hears_no_complaint_of_their_own_letter(game: Game, master: User, admin: User):
    letter = write(game, "FRANCE", text=RUDE)
    Letter.objects.filter(pk=letter.pk).update(seat=None, person=master)
    letter.refresh_from_db()
    report(letter)
    assert told_of_it() == {admin}
    assert not access.complaints(master).exists()


def test_no_page_or_mail_says_who_complained(game: Game, master: User, admin: User, public: Letter):
    report(public, "ITALY")
    reporter = holder(game, "ITALY")
    for person in (master, admin):
        page = words(signed_in(person).get(URL))
        assert str(reporter) not in page
        assert "Italy" not in page
    assert {notice.person for notice in Notice.objects.filter(kind="complaint")} == {master, admin}
    for notice in Notice.objects.filter(kind="complaint", channel=Notice.Channel.MAIL):
        mail = compose(notice)
        assert mail is not None
        assert RUDE not in str(mail.body)
        assert str(reporter) not in str(mail.body)
        assert URL in str(mail.body)
    assert not game.events.filter(actor=reporter, kind__contains="letter").exists()


def test_an_administrator_gets_the_mail_of_a_private_game_too(master: User, admin: User):
    game = factories.begun_game(master, visibility=Game.Visibility.PRIVATE)
    report(write(game, "FRANCE", "GERMANY", text=RUDE))
    notice = Notice.objects.get(kind="complaint", channel=Notice.Channel.MAIL)
    assert compose(notice) is not None


def test_an_unsigned_letter_stays_unsigned(game: Game, master: User, admin: User):
    agree(game, unsigned_letters=True)
    report(write(game, "FRANCE", text=RUDE, unsigned=True), "ITALY")
    for person in (master, admin):
        text = words(signed_in(person).get(URL))
        assert "Unsigned" in text
        assert "France" not in text


def test_a_letter_is_reported_once_a_person_and_by_several(game: Game, public: Letter):
    report(public, "ITALY")
    with pytest.raises(Refused, match="already"):
        report(public, "ITALY")
    report(public, "TURKEY")
    assert Complaint.objects.count() == 2


def test_the_page_says_who_will_read_it_before_it_is_reported(game: Game, private: Letter):
    reader = signed_in(holder(game, "GERMANY"))
    question = reader.get(page_of(private))
    assert "goes to the administrators" in words(question)
    assert not Complaint.objects.exists()
    assert reader.post(page_of(private), {"reason": " "}).status_code == 200
    there = reader.post(page_of(private), {"reason": "A threat."})["Location"]
    assert there.endswith(f"#letter-{private.key}")
    assert page_of(private) in reader.get(there).content.decode()
    again = reader.post(page_of(private), {"reason": "Once more."})
    assert "reported this letter already" in words(again)


def test_who_has_reported_a_letter_is_told_before_they_type_anything(game: Game, private: Letter):
    report(private)
    answer = signed_in(holder(game, "GERMANY")).get(page_of(private), follow=True)
    assert "You have reported this letter already." in words(answer)
    assert "Report this letter?" not in words(answer)


def test_the_pages_that_ask_about_a_letter_show_it(
    game: Game, master: User, admin: User, public: Letter
):
    assert RUDE in words(signed_in(holder(game, "ITALY")).get(page_of(public)))
    complaint = report(public, "ITALY", "A threat.")
    closing = words(signed_in(admin).get(f"{URL}{complaint.pk}/close/"))
    assert RUDE in closing
    assert "Reason: A threat." in closing
    hiding = reverse("games:hide_letter", args=[game.slug, public.key])
    asked = signed_in(master).get(hiding)
    assert RUDE in words(asked)
    assert f'#letter-{public.key}">Cancel' in asked.content.decode()


@pytest.mark.parametrize("anonymous", [False, True])
def test_an_administrator_reads_who_wrote_it_where_the_game_hides_no_names(
    master: User, admin: User, anonymous: bool
):
    game = factories.begun_game(master, anonymous=anonymous)
    report(write(game, "FRANCE", "GERMANY", text=RUDE))
    name = str(holder(game, "FRANCE"))
    assert (name in words(signed_in(admin).get(URL))) is not anonymous


def test_only_who_has_or_had_a_seat_and_may_read_a_letter_reports_it(
    game: Game, master: User, private: Letter, public: Letter
):
    for person in (holder(game, "FRANCE"), holder(game, "ITALY"), master, factories.person()):
        assert signed_in(person).post(page_of(private), {"reason": "x"}).status_code == 404
    for person in (holder(game, "FRANCE"), master, factories.person()):
        assert signed_in(person).post(page_of(public), {"reason": "x"}).status_code == 404
    mine = note(game, "FRANCE", RUDE)
    assert signed_in(holder(game, "FRANCE")).get(page_of(mine)).status_code == 404
    assert Client().get(page_of(public))["Location"].startswith("/accounts/login/")


def test_who_has_lost_the_seat_still_reports_what_came_before(game: Game, private: Letter):
    former = hand_over(game, "GERMANY", factories.person())
    after = write(game, "FRANCE", "GERMANY", text="Welcome.")
    reader = signed_in(former)
    assert reader.post(page_of(after), {"reason": "A threat."}).status_code == 404
    assert reader.post(page_of(private), {"reason": "A threat."}).status_code == 302


def test_a_complaint_is_closed_once_with_a_remark(
    game: Game, master: User, admin: User, public: Letter
):
    complaint = report(public, "ITALY")
    page, desk = f"{URL}{complaint.pk}/close/", signed_in(master)
    assert signed_in(holder(game, "ITALY")).get(page).status_code == 404
    assert desk.post(page, {"remark": ""}).status_code == 200
    assert desk.post(page, {"remark": "We have talked."})["Location"] == URL
    complaint.refresh_from_db()
    assert (complaint.closed_by, complaint.remark) == (master, "We have talked.")
    assert "No letter is reported" in words(signed_in(admin).get(URL))
    with pytest.raises(Refused, match="already"):
        close(complaint, by=admin, remark="Me too.")


def test_beyond_the_limit_the_reason_comes_back(game: Game, private: Letter, settings):
    settings.ACCOUNT_RATE_LIMITS = {"complaints": "0/h/user"}
    answer = signed_in(holder(game, "GERMANY")).post(page_of(private), {"reason": "A threat."})
    assert answer.status_code == 429
    assert "A threat." in words(answer)
    assert not Complaint.objects.exists()


def test_the_database_closes_nothing_without_a_remark(game: Game, master: User, public: Letter):
    complaint = report(public, "ITALY")
    with pytest.raises(IntegrityError), transaction.atomic():
        Complaint.objects.filter(pk=complaint.pk).update(closed_at=clock.now(), closed_by=master)


def test_many_complaints_take_as_many_queries_as_one(
    game: Game, admin: User, public: Letter, django_assert_num_queries
):
    client = signed_in(admin)
    report(public, "ITALY")
    with django_assert_num_queries(5):
        client.get(URL)
    for power in ("TURKEY", "RUSSIA", "AUSTRIA"):
        report(public, power)
    with django_assert_num_queries(5):
        assert words(client.get(URL)).count("A threat.") == 4

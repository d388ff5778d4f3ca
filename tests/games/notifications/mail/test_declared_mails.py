"""Mails to players without an account, and the link by which they confirm or stop them."""

import datetime as dt
import re
import smtplib

import pytest
import time_machine
from django.core import mail
from django.test import Client

from accounts import clock
from accounts.models import AccountMail, User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import reminders
from games.game_master import corrections
from games.lifecycle import endings
from games.models import AddressRequest, DeclaredPlayer, Game
from games.notifications.mail import declared_addresses, declared_links, declared_mails, delivery
from games.seats import declared_players, tenures
from tests import factories

from ...orders.test_submission import submit
from .test_delivery import Post

pytestmark = pytest.mark.django_db
ADDRESS = "nell@example.org"
DAY = dt.timedelta(days=1)


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    game = factories.begun_game(master, players, phase_hours=72, orders_by_master=True)
    england = factories.seat(game, "ENGLAND")
    tenures.resign(england, factories.holder(england))
    return game


@pytest.fixture
def nell(game: Game, master: User) -> DeclaredPlayer:
    seat = factories.seat(game, "ENGLAND")
    return declared_players.declare(seat, name="Nell", email=ADDRESS, by=master)


def queued() -> list[AccountMail]:
    return list(AccountMail.objects.filter(to=ADDRESS).order_by("pk"))


def link() -> str:
    """The path of the link in the newest mail to the address."""
    found = re.search(r"https?://[^/\s]+(/mail/player/\S+)", queued()[-1].text)
    assert found is not None
    return found[1]


def confirm(player: DeclaredPlayer) -> None:
    declared_addresses.confirm(player)


def resolve(game: Game) -> None:
    submit(game, "FRANCE", "A PAR H")
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()


def test_one_mail_asks_the_owner_and_nothing_else_is_sent(nell: DeclaredPlayer, game: Game):
    (request,) = queued()
    assert "Confirm your address" in request.text
    resolve(game)
    assert declared_mails.queue_results() == 0
    assert len(queued()) == 1


def test_a_get_changes_nothing_and_the_button_confirms(nell: DeclaredPlayer):
    path, browser = link(), Client()
    assert "Confirm my address" in browser.get(path).content.decode()
    nell.refresh_from_db()
    assert nell.confirmed_at is None
    browser.post(path, {"answer": "confirm"})
    nell.refresh_from_db()
    assert nell.confirmed_at is not None


def test_a_confirmed_address_gets_the_results_once(nell: DeclaredPlayer, game: Game):
    confirm(nell)
    resolve(game)
    assert declared_mails.queue_results() == 1
    assert declared_mails.queue_results() == 0
    results = queued()[-1]
    assert "results of Spring 1901" in results.subject
    assert "A PAR" in results.text
    assert "/mail/player/" in results.text


def test_the_last_results_ask_for_no_more_orders(nell: DeclaredPlayer, game: Game, master: User):
    confirm(nell)
    resolve(game)
    declared_mails.queue_results()
    assert "Send your next orders" in queued()[-1].text
    resolve(game)
    endings.close(game, by=master, reason="Nobody has time.")
    declared_mails.queue_results()
    assert "results of Fall 1901" in queued()[-1].subject
    assert "orders to the game master" not in queued()[-1].text


def test_a_phase_that_is_open_again_is_told_with_the_reason(
    nell: DeclaredPlayer, game: Game, master: User
):
    confirm(nell)
    resolve(game)
    number = game.phases.resolved().get().number
    corrections.roll_back(game, number, by=master, reason="These orders were of another game.")
    mail = queued()[-1]
    assert "Spring 1901, movement is open again" in mail.subject
    assert "The game was rolled back to the beginning of Spring 1901, movement." in mail.text
    assert "These orders were of another game." in mail.text
    assert "Send your orders for this phase again" in mail.text


def test_results_from_before_the_confirmation_are_not_sent(nell: DeclaredPlayer, game: Game):
    resolve(game)
    confirm(nell)
    assert declared_mails.queue_results() == 0


def test_a_confirmed_address_is_reminded_of_missing_orders(
    nell: DeclaredPlayer, game: Game, master: User
):
    confirm(nell)
    phase = factories.open_phase(game)
    assert phase.remind_at is not None
    with time_machine.travel(phase.remind_at + dt.timedelta(minutes=1), tick=False):
        reminders.remind()
    reminder = queued()[-1]
    assert "your orders are missing" in reminder.subject
    assert "England" in reminder.text


def test_nobody_is_reminded_once_the_master_has_entered_the_orders(
    nell: DeclaredPlayer, game: Game, master: User
):
    confirm(nell)
    submit(game, "ENGLAND", "A LVP H", person=master)
    phase = factories.open_phase(game)
    assert phase.remind_at is not None
    with time_machine.travel(phase.remind_at + dt.timedelta(minutes=1), tick=False):
        reminders.remind()
    assert len(queued()) == 1


def test_saving_the_same_address_asks_nobody_again(nell: DeclaredPlayer, master: User):
    confirm(nell)
    player = DeclaredPlayer.objects.get(pk=nell.pk)
    declared_players.change(player, name="Nelly", email="Nell@Example.org", by=master)
    player.refresh_from_db()
    assert player.confirmed_at is not None
    assert len(queued()) == 1


def test_the_link_is_too_old_after_two_weeks_but_still_stops(nell: DeclaredPlayer):
    path, browser = link(), Client()
    with time_machine.travel(clock.now() + 15 * DAY, tick=False):
        page = browser.post(path, {"answer": "confirm"}).content.decode()
        nell.refresh_from_db()
        assert nell.confirmed_at is None
        assert "too old" in page
        browser.post(path, {"answer": "stop"})
    nell.refresh_from_db()
    assert nell.email == ""


def test_who_stops_is_never_written_to_again_by_any_master(
    nell: DeclaredPlayer, game: Game, master: User
):
    Client().post(link(), {"answer": "stop"})
    other = factories.begun_game(factories.person(), orders_by_master=True)
    england = factories.seat(other, "ENGLAND")
    tenures.resign(england, factories.holder(england))
    by = other.masterships.get().person
    with time_machine.travel(clock.now() + 100 * DAY, tick=False):
        with pytest.raises(Refused, match="wants no emails"):
            declared_players.change(nell, name="Nell", email=ADDRESS.upper(), by=master)
        factories.let_be_due(other, None)
        with pytest.raises(Refused, match="wants no emails"):
            declared_players.declare(england, name="Nell", email=ADDRESS, by=by)
    assert not other.declared_players.exists()


def test_the_owner_removes_the_name_too(nell: DeclaredPlayer):
    Client().post(link(), {"answer": "remove"})
    nell.refresh_from_db()
    assert (nell.name, nell.email) == ("", "")
    assert not AddressRequest.objects.filter(digest__contains="nell").exists()


def test_the_owner_removes_the_name_after_the_address_was_deleted(
    nell: DeclaredPlayer, game: Game, master: User
):
    path, browser = link(), Client()
    browser.post(path, {"answer": "stop"})
    assert "Remove my name" in browser.get(path).content.decode()
    declared_players.change(nell, name="Nell", email="", by=master)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, ending=Game.Ending.CLOSED, final_at=clock.now()
    )
    with time_machine.travel(clock.now() + 400 * DAY, tick=False):
        declared_mails.forget_addresses()
        browser.post(path, {"answer": "confirm"})
        nell.refresh_from_db()
        assert (nell.name, nell.confirmed_at) == ("Nell", None)
        browser.post(path, {"answer": "remove"})
        assert browser.get(path).status_code == 404
    nell.refresh_from_db()
    assert nell.name == ""
    assert AddressRequest.objects.filter(refused=True).count() == 1


def test_the_end_of_a_declaration_forgets_who_it_was(nell: DeclaredPlayer, master: User):
    path = link()
    declared_players.withdraw(nell, by=master)
    nell.refresh_from_db()
    assert (nell.name, nell.email, nell.owner_digest) == ("", "", "")
    assert Client().get(path).status_code == 404


def test_a_tag_makes_no_other_address(nell: DeclaredPlayer, master: User):
    for variant in ("nell+1@example.org", "Nell+a+b@Example.org"):
        with pytest.raises(Refused, match="asked recently"):
            declared_players.change(nell, name="Nell", email=variant, by=master)
    Client().post(link(), {"answer": "stop"})
    with (
        time_machine.travel(clock.now() + 100 * DAY, tick=False),
        pytest.raises(Refused, match="wants no emails"),
    ):
        declared_players.change(nell, name="Nell", email="nell+2@example.org", by=master)
    assert not AccountMail.objects.filter(to__contains="+").exists()


def test_a_changed_link_or_that_of_a_former_address_leads_nowhere(
    nell: DeclaredPlayer, master: User
):
    path = link()
    assert Client().get(f"{path[:-2]}x/").status_code == 404
    declared_players.change(nell, name="Nell", email="other@example.org", by=master)
    answer = Client().get(path)
    assert answer.status_code == 404
    assert "no longer works" in answer.content.decode()


def test_an_address_is_asked_once_a_week_and_three_times_at_most(
    nell: DeclaredPlayer, master: User
):
    def ask_again() -> None:
        player = DeclaredPlayer.objects.get(pk=nell.pk)
        declared_players.change(player, name="Nell", email="", by=master)
        player = DeclaredPlayer.objects.get(pk=nell.pk)
        declared_players.change(player, name="Nell", email=ADDRESS, by=master)

    with pytest.raises(Refused, match="asked recently"):
        ask_again()
    for weeks in (2, 4):
        with time_machine.travel(clock.now() + weeks * 7 * DAY, tick=False):
            ask_again()
    with (
        time_machine.travel(clock.now() + 100 * DAY, tick=False),
        pytest.raises(Refused, match="asked recently"),
    ):
        ask_again()
    assert len(queued()) == 3


def test_a_master_asks_ten_addresses_a_day_at_most(nell: DeclaredPlayer, master: User):
    for number in range(declared_addresses.MOST_ASKED_BY_MASTER - 1):
        declared_players.change(nell, name="Nell", email=f"nell{number}@example.org", by=master)
    with pytest.raises(Refused, match="many addresses"):
        declared_players.change(nell, name="Nell", email="nell.again@example.org", by=master)


def test_an_address_that_its_server_refuses_is_given_up_at_once(
    nell: DeclaredPlayer, monkeypatch: pytest.MonkeyPatch
):
    class Refusing(Post):
        def send_messages(self, messages: object) -> int:
            raise smtplib.SMTPRecipientsRefused({ADDRESS: (550, b"no such user")})

    monkeypatch.setattr(mail, "get_connection", lambda: Refusing())
    delivery.deliver_due()
    nell.refresh_from_db()
    assert nell.email == ""
    assert not queued()
    assert AddressRequest.objects.filter(refused=True).count() == 1


def test_an_account_whose_server_refuses_it_is_tried_again(
    nell: DeclaredPlayer, monkeypatch: pytest.MonkeyPatch
):
    class Refusing(Post):
        def send_messages(self, messages: object) -> int:
            raise smtplib.SMTPRecipientsRefused({"ada@x.test": (550, b"no such user")})

    AccountMail.objects.all().update(to="ada@x.test")
    monkeypatch.setattr(mail, "get_connection", lambda: Refusing())
    delivery.deliver_due()
    assert AccountMail.objects.filter(to="ada@x.test").exists()
    assert not AddressRequest.objects.filter(refused=True).exists()


def test_an_address_is_forgotten_after_the_end(nell: DeclaredPlayer, game: Game):
    confirm(nell)
    now = clock.now()
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, ending=Game.Ending.CLOSED, final_at=now - 2 * DAY
    )
    assert declared_mails.forget_addresses() == 1
    nell.refresh_from_db()
    assert (nell.email, nell.confirmed_at) == ("", None)
    assert nell.name == "Nell"


def test_mails_are_in_the_language_of_the_game(game: Game, master: User):
    Game.objects.filter(pk=game.pk).update(language="es")
    seat = factories.seat(Game.objects.get(pk=game.pk), "ENGLAND")
    player = declared_players.declare(seat, name="Nell", email=ADDRESS, by=master)
    confirm(player)
    resolve(game)
    declared_mails.queue_results()
    assert "E Par" in queued()[-1].text


def test_the_link_of_a_player_names_no_address(nell: DeclaredPlayer):
    assert ADDRESS not in declared_links.address_url(nell)

"""Closing an account ends all of a person's involvement in games in the same transaction."""

import uuid
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import account_closing, clock, feed_keys
from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.game_master import masters
from games.lifecycle import endings, lobby
from games.lifecycle.account_closing import lock_games
from games.models import (
    Event,
    Game,
    LobbyEntry,
    Mastership,
    Message,
    Notification,
    Order,
    Receipt,
    Tenure,
)
from games.orders import submission
from games.press import sending
from games.seats import people, tenures, waiting_list
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(game: Game) -> User:
    return factories.holder(factories.seat(game, "FRANCE"))


def involvements(person: User) -> list[int]:
    return [
        LobbyEntry.objects.filter(person=person, game__status=Game.Status.LOBBY).count(),
        Tenure.objects.current().filter(person=person).count(),
        Mastership.objects.current().filter(person=person).count(),
    ]


@pytest.mark.parametrize(
    "failing",
    ["lobby.leave_all", "tenures.resign_all", "masters.leave_all", "waiting_list.withdraw"],
)
def test_a_game_that_cannot_be_left_keeps_the_account_open_and_everything_in_it(
    game: Game, master: User, player: User, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    lobby.join(factories.open_game(master, title="Second"), player, house_rules_accepted=False)
    masters.join(factories.open_game(master, title="Third"), player, by=master)
    waiting_list.enlist(player, "")

    def fail(_person: User) -> None:
        raise RuntimeError(failing)

    handlers = [
        fail if f"{each.__module__}.{each.__name__}".endswith(failing) else each
        for each in account_closing.on_close
    ]
    assert fail in handlers
    monkeypatch.setattr(account_closing, "on_close", handlers)
    with pytest.raises(RuntimeError, match=failing):
        account_closing.close(player)
    player.refresh_from_db()
    assert player.closed_at is None
    assert involvements(player) == [1, 1, 1]
    assert waiting_list.entry_of(player)
    assert not Event.objects.filter(kind__in=[Event.Kind.RESIGNED, Event.Kind.LEFT]).exists()


@pytest.mark.parametrize("leave", [account_closing.ask, account_closing.close])
def test_closing_and_asking_for_it_end_every_kind_of_involvement(
    game: Game, master: User, player: User, leave: Callable[[User], object]
) -> None:
    lobby.join(factories.open_game(master, title="Second"), player, house_rules_accepted=False)
    masters.join(factories.open_game(master, title="Third"), player, by=master)
    waiting_list.enlist(player, "")
    assert involvements(player) == [1, 1, 1]
    leave(player)
    assert involvements(player) == [0, 0, 0]
    assert waiting_list.entry_of(player) is None


def test_the_check_notifications_a_game_that_was_entered_after_the_locks(
    game: Game, master: User, player: User
) -> None:
    complete = lock_games(player)
    assert complete()
    lobby.join(factories.open_game(master, title="Second"), player, house_rules_accepted=False)
    assert not complete()
    assert lock_games(player)()


def test_the_check_notifications_a_lobby_that_has_begun(master: User, players: list[User]) -> None:
    waiting = factories.open_game(master, title="Second")
    for each in players[:6]:
        lobby.join(waiting, each, house_rules_accepted=False)
    complete = lock_games(players[0])
    assert complete()
    lobby.join(waiting, players[6], house_rules_accepted=False)
    assert not complete()


def test_a_game_that_was_left_in_the_meantime_is_no_reason_to_start_again(
    game: Game, master: User, player: User
) -> None:
    second = factories.open_game(master, title="Second")
    lobby.join(second, player, house_rules_accepted=False)
    complete = lock_games(player)
    lobby.leave(second, player)
    assert complete()
    with pytest.raises(Refused):
        lobby.leave(second, player)


def test_nobody_who_is_leaving_gets_a_seat_a_lobby_or_a_place_on_the_list(
    game: Game, master: User, player: User
) -> None:
    newcomer = factories.person()
    account_closing.ask(newcomer)
    with pytest.raises(Refused, match="closed"):
        tenures.replace(factories.seat(game, "ITALY"), newcomer, by=master)
    with pytest.raises(Refused, match="closed"):
        lobby.join(factories.open_game(master), newcomer, house_rules_accepted=False)
    with pytest.raises(Refused, match="closed"):
        waiting_list.enlist(newcomer, "")
    EmailAddress.objects.create(user=newcomer, email=newcomer.email, verified=True, primary=True)
    with pytest.raises(Refused, match="No account has the name"):
        people.person_named(newcomer.name)
    account_closing.keep(newcomer)
    assert people.person_named(newcomer.name) == newcomer


def test_a_lent_seat_does_not_return_to_somebody_who_is_leaving(game: Game, master: User) -> None:
    seat = factories.seat(game, "TURKEY")
    lender, substitute = factories.holder(seat), factories.person()
    factories.lend(seat, substitute, number=1, by=master)
    account_closing.ask(lender)
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    assert factories.holder(seat) == substitute


def test_the_feeds_of_somebody_who_is_leaving_are_shut_until_they_come_back(player: User) -> None:
    feed_keys.renew(player)
    path = f"/calendar-{player.feed_key}.ics"
    statuses = [Client().get(path).status_code]
    for act in (account_closing.ask, account_closing.keep):
        act(player)
        statuses.append(Client().get(path).status_code)
    assert statuses == [200, 404, 200]


def test_the_records_of_games_stay_whole_when_the_account_is_erased(
    game: Game, player: User
) -> None:
    seat, phase = factories.seat(game, "FRANCE"), factories.open_phase(game)
    submission.submit(phase, seat, [submission.Line("1", "A PAR - BUR")], person=player)
    sending.send(game, [], sender=seat, person=player, text="Bonjour", request_key=uuid.uuid4())
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    records = (Order, Receipt, Message, Tenure)
    before = [list(kind._default_manager.order_by("pk").values("pk")) for kind in records]
    events = Event.objects.count()
    account_closing.ask(player)
    assert str(User.objects.get(pk=player.pk)) == player.name
    account_closing.close(player)
    after = [list(kind._default_manager.order_by("pk").values("pk")) for kind in records]
    assert after == before
    assert Event.objects.count() > events
    assert Receipt.objects.get().text == "A PAR - BUR"
    assert str(Message.objects.get().person) == "closed account"


def test_somebody_who_is_leaving_gets_no_mail_about_games(
    game: Game, player: User, master: User
) -> None:
    endings.close(game, by=master, reason="")
    mail = Notification.objects.filter(person=player, channel=Notification.Channel.MAIL)
    already = mail.count()
    account_closing.ask(player)
    writer = factories.seat(game, "ITALY")
    person = writer.tenures.get().person
    for told in (0, 1):
        sending.send(game, [], sender=writer, person=person, text="Hi", request_key=uuid.uuid4())
        assert mail.count() == already + told
        account_closing.keep(player)

"""Invitations to seats: nobody sits anywhere without having accepted."""

import datetime as dt
import threading
from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from accounts import account_closing, clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import Refused
from games.game_master import masters
from games.lifecycle import endings
from games.models import Event, Game, Notification, Order, Seat, SeatInvitation, Tenure
from games.notifications.mail.compose import compose
from games.notifications.push import content
from games.seats import handover, invitations, substitutes, tenures, waiting_list

from ... import factories
from ...site import until
from ...threads import Act, is_waited_for
from ..orders.test_submission import submit

DAY = dt.timedelta(days=1)
NOW = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)


@pytest.fixture
def at_noon():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(at_noon: object, master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, phase_hours=72)


@pytest.fixture
def france(game: Game) -> Seat:
    return factories.seat(game, "FRANCE")


@pytest.fixture
def nora(db: None) -> User:
    return factories.person("Nora Newcomer")


@pytest.fixture
def invitation(france: Seat, nora: User, master: User) -> SeatInvitation:
    return invitations.invite(france, nora, by=master, reason="Gone.")


def news_of(person: User) -> list[str]:
    told = Notification.objects.filter(person=person, channel="site").order_by("pk")
    return [each.event.kind for each in told if each.event]


def last_event(game: Game) -> tuple[str, User | None, User | None]:
    event = game.events.order_by("pk").last()
    assert event is not None
    return event.kind, event.actor, event.subject


# Inviting


def test_an_invited_person_holds_nothing_and_the_player_goes_on(
    game: Game, france: Seat, invitation: SeatInvitation, nora: User
) -> None:
    player = factories.holder(france)
    submit(game, "FRANCE", "A PAR - BUR")
    assert factories.holder(france) == player
    assert not access.has_played(nora, game)
    assert factories.open_phase(game).due_at == NOW + 3 * DAY
    assert Order.objects.filter(seat=france).exists()


def test_the_log_says_that_somebody_is_invited_and_never_who(
    game: Game, invitation: SeatInvitation, nora: User, master: User
) -> None:
    assert last_event(game) == ("invited", master, None)
    assert news_of(nora) == ["invited"]
    invitations.decline(invitation, nora)
    assert last_event(game) == ("declined", None, None)
    assert not game.events.filter(subject=nora).exists()


def test_a_seat_has_one_invitation_at_a_time_and_a_person_one_a_game(
    game: Game, france: Seat, invitation: SeatInvitation, nora: User, master: User
) -> None:
    with pytest.raises(Refused, match="Someone is already invited to this seat"):
        invitations.invite(france, factories.person(), by=master)
    with pytest.raises(
        Refused, match="Nora Newcomer is already invited to play another power in this game"
    ):
        invitations.invite(factories.seat(game, "ITALY"), nora, by=master)
    invitations.withdraw(invitation, by=master)
    invitations.invite(factories.seat(game, "ITALY"), nora, by=master)


@pytest.mark.parametrize("who", ["master", "player", "replaced"])
def test_nobody_is_invited_who_could_not_take_the_seat(
    game: Game, france: Seat, master: User, nora: User, who: str
) -> None:
    person = factories.holder(factories.seat(game, "ITALY"))
    if who == "replaced":
        factories.replace(factories.seat(game, "ITALY"), nora, by=master)
    with pytest.raises(Refused, match="can’t"):
        invitations.invite(france, master if who == "master" else person, by=master)


def test_a_master_who_has_left_meanwhile_invites_nobody(
    game: Game, france: Seat, nora: User, master: User
) -> None:
    masters.join(game, factories.person("Olga Other"), by=master)
    masters.leave(game, master)
    with pytest.raises(Refused, match="Only a game master can invite"):
        invitations.invite(france, nora, by=master)
    assert not SeatInvitation.objects.exists()


def test_a_closed_account_is_not_invited(france: Seat, nora: User, master: User) -> None:
    account_closing.close(nora)
    with pytest.raises(Refused, match="closed"):
        invitations.invite(france, nora, by=master)


def test_who_wants_no_invitations_looks_as_if_they_had_not_answered(
    game: Game, france: Seat, nora: User, master: User, at_noon: Any
) -> None:
    User.objects.filter(pk=nora.pk).update(takes_invitations=False)
    nora.refresh_from_db()
    invitation = invitations.invite(france, nora, by=master)
    assert last_event(game) == ("invited", master, None)
    assert not Notification.objects.on_site_of(nora).exists()
    written = Notification.objects.filter(person=nora, channel="mail")
    assert [(compose(each), content.compose(each)) for each in written] == [(None, None)]
    assert not access.seat_invitations(nora).exists()
    at_noon.shift(14 * DAY)
    factories.let_be_due(game, clock.now() + DAY)
    assert invitations.delete_expired() == 1
    assert news_of(master)[-1] == "invitation_ended"
    assert not SeatInvitation.objects.filter(pk=invitation.pk).exists()


# Answering


def test_who_accepts_plays_with_a_whole_phase_and_all_are_told(
    game: Game, france: Seat, invitation: SeatInvitation, nora: User, master: User, at_noon: Any
) -> None:
    before = factories.holder(france)
    submit(game, "FRANCE", "A PAR - BUR")
    at_noon.shift(DAY)
    invitations.accept(invitation, nora)
    assert factories.holder(france) == nora
    assert factories.deadline(game) == NOW + 4 * DAY
    assert not Order.objects.filter(seat=france).exists()
    event = game.events.get(kind=Event.Kind.REPLACED)
    assert (event.actor, event.subject, event.text) == (master, nora, "Gone.")
    assert "replaced" in news_of(before)
    assert "replaced" in news_of(master)
    assert "replaced" not in news_of(nora)
    assert not SeatInvitation.objects.exists()


def test_a_stand_in_plays_from_the_phase_in_which_they_accept(
    game: Game, france: Seat, nora: User, master: User, at_noon: Any
) -> None:
    lender = factories.holder(france)
    invitation = invitations.invite(france, nora, by=master, number=2)
    at_noon.move_to(factories.deadline(game))
    assert due_phases.resolve_due() == 1
    invitations.accept(invitation, nora)
    france.refresh_from_db()
    assert (factories.holder(france), france.lent_until) == (nora, 3)
    assert france.tenures.current().get().stands_in_for == lender


def test_nobody_accepts_for_another(invitation: SeatInvitation, france: Seat) -> None:
    for act in (invitations.accept, invitations.decline):
        with pytest.raises(Refused, match="This invitation is no longer open"):
            act(invitation, factories.person())
    assert SeatInvitation.objects.exists()


def test_who_has_become_a_master_meanwhile_does_not_play(
    game: Game, invitation: SeatInvitation, nora: User, master: User
) -> None:
    masters.join(game, nora, by=master)
    with pytest.raises(Refused, match="can’t play"):
        invitations.accept(invitation, nora)


def test_an_invitation_ends_when_who_sent_it_leaves_the_game(
    game: Game, invitation: SeatInvitation, nora: User, master: User
) -> None:
    other = factories.person("Olga Other")
    masters.join(game, other, by=master)
    masters.leave(game, master)
    assert not SeatInvitation.objects.exists()
    ended = game.events.get(kind=Event.Kind.INVITATION_ENDED)
    assert (ended.actor, ended.subject) == (master, None)
    assert "invitation_ended" in news_of(other)
    with pytest.raises(Refused, match="This invitation is no longer open"):
        invitations.accept(invitation, nora)


@pytest.mark.parametrize("how", ["rank", "part"])
def test_nobody_gets_a_seat_from_an_administrator_who_may_give_none_any_more(
    game: Game, france: Seat, nora: User, how: str
) -> None:
    admin = factories.person("Ada Admin", is_superuser=True)
    invitation = invitations.invite(france, nora, by=admin)
    if how == "rank":
        User.objects.filter(pk=admin.pk).update(is_superuser=False)
    else:
        factories.replace(factories.seat(game, "ITALY"), admin, by=game.masterships.get().person)
    before = factories.holder(france)
    with pytest.raises(Refused, match="has ended: Ada Admin can no longer invite people"):
        invitations.accept(invitation, nora)
    assert factories.holder(france) == before
    assert not SeatInvitation.objects.exists()
    assert last_event(game) == ("invitation_ended", None, None)


def test_a_declined_invitation_changes_nothing_but_the_log(
    game: Game, france: Seat, invitation: SeatInvitation, nora: User, master: User
) -> None:
    player = factories.holder(france)
    invitations.decline(invitation, nora)
    assert factories.holder(france) == player
    assert news_of(master) == ["declined"]
    assert not SeatInvitation.objects.exists()
    with pytest.raises(Refused, match="This invitation is no longer open"):
        invitations.accept(invitation, nora)


# Ending


def test_an_invitation_ends_when_somebody_else_gets_the_seat(
    game: Game, france: Seat, invitation: SeatInvitation, nora: User
) -> None:
    tenures.resign(france, factories.holder(france))
    tenures.take(france, factories.person())
    assert not SeatInvitation.objects.exists()
    with pytest.raises(Refused, match="This invitation is no longer open"):
        invitations.accept(invitation, nora)


def test_an_invitation_ends_when_its_person_gets_another_seat_of_the_game(
    game: Game, invitation: SeatInvitation, nora: User
) -> None:
    italy = factories.seat(game, "ITALY")
    tenures.resign(italy, factories.holder(italy))
    tenures.take(italy, nora)
    assert not SeatInvitation.objects.exists()


def test_an_invitation_ends_with_the_game(
    game: Game, invitation: SeatInvitation, nora: User, master: User
) -> None:
    endings.close(game, by=master, reason="enough")
    assert not SeatInvitation.objects.exists()
    with pytest.raises(Refused, match="This game isn’t in progress"):
        invitations.accept(invitation, nora)


def test_an_invitation_ends_after_fourteen_days_even_before_its_row_is_deleted(
    game: Game, france: Seat, invitation: SeatInvitation, nora: User, master: User, at_noon: Any
) -> None:
    at_noon.shift(14 * DAY)
    factories.let_be_due(game, clock.now() + DAY)
    assert not access.seat_invitations(nora).exists()
    with pytest.raises(Refused, match="This invitation is no longer open"):
        invitations.accept(invitation, nora)
    invitations.invite(france, nora, by=master)
    assert invitations.delete_expired() == 0
    assert SeatInvitation.objects.get().created_at == NOW + 14 * DAY


def test_closing_an_account_deletes_the_invitations_to_it_and_by_it(
    game: Game, invitation: SeatInvitation, nora: User, master: User
) -> None:
    account_closing.close(nora)
    assert not SeatInvitation.objects.exists()
    invitations.invite(factories.seat(game, "ITALY"), factories.person(), by=master)
    account_closing.close(master)
    assert not SeatInvitation.objects.exists()


# The waiting list


@pytest.mark.parametrize("number", [None, 2])
def test_only_people_on_the_waiting_list_are_seated_at_once(
    france: Seat, nora: User, master: User, number: int | None
) -> None:
    def seat_at_once() -> None:
        if number is None:
            tenures.replace(france, nora, by=master)
        else:
            substitutes.start_substitute(france, nora, number=number, by=master)

    player = factories.holder(france)
    with pytest.raises(Refused, match="no longer on the waiting list"):
        seat_at_once()
    assert factories.holder(france) == player
    waiting_list.enlist(nora, "")
    seat_at_once()
    assert factories.holder(france) == nora


def test_a_refusal_is_worded_for_the_one_who_acts(france: Seat, nora: User, master: User) -> None:
    waiting_list.enlist(nora, "")
    tenures.replace(france, nora, by=master)
    with pytest.raises(Refused, match="This person already holds the seat"):
        tenures.replace(france, nora, by=master)
    Seat.objects.filter(pk=france.pk).update(disorder_since=clock.now())
    with pytest.raises(Refused, match="This is your own seat"):
        tenures.take(france, nora)


# At the same moment


def race(
    monkeypatch: pytest.MonkeyPatch, first: Callable[[], object], second: Callable[[], object]
) -> list[Exception | None]:
    """Run `first` up to its handover, then `second` until it waits or ends; return the errors."""
    hand_over, begun = handover.hand_over, threading.Event()
    acts: list[Act] = []

    def has_come() -> bool:
        return len(acts) == 2 and (is_waited_for() or not acts[1].is_alive())

    def dawdle(*args: Any, **options: Any) -> None:
        if not begun.is_set():
            begun.set()
            until(has_come, seconds=20, what="the other")
        hand_over(*args, **options)

    for module in (handover, tenures):
        monkeypatch.setattr(module, "hand_over", dawdle)
    acts.append(Act(first))
    assert begun.wait(20)
    acts.append(Act(second))
    for act in acts:
        act.join(30)
    assert not any(act.is_alive() for act in acts)
    return [act.error for act in acts]


@pytest.fixture
def apart() -> tuple[Seat, SeatInvitation, User, User]:
    """An invitation whose rows other threads see: its seat, person and master too."""
    game, nora = factories.begun_game(), factories.person("Nora Newcomer")
    master, france = game.masterships.get().person, factories.seat(game, "FRANCE")
    return france, invitations.invite(france, nora, by=master), nora, master


at_once = pytest.mark.django_db(transaction=True)


@at_once
def test_a_double_click_seats_the_person_once(monkeypatch, transactional_db, apart) -> None:
    france, invitation, nora, _master = apart
    errors = race(monkeypatch, *[lambda: invitations.accept(invitation, nora)] * 2)
    assert errors[0] is None
    assert isinstance(errors[1], Refused)
    assert Tenure.objects.filter(seat=france, person=nora).count() == 1


@at_once
@pytest.mark.parametrize("how", ["withdraw", "decline"])
def test_what_was_accepted_is_not_withdrawn_or_declined_at_the_same_moment(
    monkeypatch, transactional_db, apart, how: str
) -> None:
    france, invitation, nora, master = apart
    end = {
        "withdraw": lambda: invitations.withdraw(invitation, by=master),
        "decline": lambda: invitations.decline(invitation, nora),
    }
    errors = race(monkeypatch, lambda: invitations.accept(invitation, nora), end[how])
    assert errors[0] is None
    assert isinstance(errors[1], Refused)
    assert factories.holder(france) == nora
    ended = [Event.Kind.DECLINED, Event.Kind.INVITATION_ENDED]
    assert not france.game.events.filter(kind__in=ended).exists()


@at_once
@pytest.mark.parametrize("invited_first", [True, False])
def test_of_an_invited_person_and_one_who_takes_the_open_seat_one_gets_it(
    monkeypatch, transactional_db, apart, invited_first: bool
) -> None:
    france, invitation, nora, _master = apart
    tenures.resign(france, factories.holder(france))
    tom = factories.person("Tom Taker")
    acts = [lambda: invitations.accept(invitation, nora), lambda: tenures.take(france, tom)]
    errors = race(monkeypatch, *(acts if invited_first else reversed(acts)))
    assert errors[0] is None
    assert isinstance(errors[1], Refused)
    assert factories.holder(france) == (nora if invited_first else tom)
    assert not SeatInvitation.objects.exists()


@at_once
def test_a_phase_that_becomes_due_while_somebody_accepts_waits_for_them(
    monkeypatch, transactional_db
) -> None:
    with time_machine.travel(NOW, tick=False) as traveller:
        game, nora = factories.begun_game(phase_hours=72), factories.person("Nora Newcomer")
        master, france = game.masterships.get().person, factories.seat(game, "FRANCE")
        invitation = invitations.invite(france, nora, by=master)
        traveller.move_to(factories.deadline(game) - dt.timedelta(seconds=1))

        def resolve() -> int:
            traveller.shift(2)
            return due_phases.resolve_due()

        errors = race(monkeypatch, lambda: invitations.accept(invitation, nora), resolve)
        assert errors == [None, None]
        assert factories.holder(france) == nora
        phase = factories.open_phase(game)
        assert (phase.code, phase.number) == ("S1901M", 1)
        assert phase.deadline is not None
        assert phase.deadline > clock.now() + 2 * DAY


@at_once
def test_nobody_accepts_once_the_deadline_has_passed(transactional_db) -> None:
    with time_machine.travel(NOW, tick=False) as traveller:
        game, nora = factories.begun_game(phase_hours=72), factories.person()
        master, france = game.masterships.get().person, factories.seat(game, "FRANCE")
        invitation = invitations.invite(france, nora, by=master)
        traveller.move_to(factories.deadline(game))
        with pytest.raises(Refused, match="being resolved"):
            invitations.accept(invitation, nora)
        assert due_phases.resolve_due() == 1
        invitations.accept(invitation, nora)
        assert factories.holder(france) == nora

"""Undoing the end of a game."""

import datetime as dt

import pytest
import time_machine

from accounts import account_closing, clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import control
from games.game_master import corrections
from games.lifecycle import endings, provisional
from games.models import Event, Game, Notification, Phase, Seat, Tenure
from games.notifications.kind_texts import game_over, results
from games.state import positions
from games.wording import log
from tests import factories

from ..orders.test_submission import submit
from ..press.message_helpers import texts, write

ENDING = Tenure.Ending
SOLO = {
    "units": {"FRANCE": ["A TUS"], "ITALY": ["F ION"]},
    "centers": {
        "FRANCE": [
            "PAR", "MAR", "BRE", "SPA", "POR", "BEL", "HOL", "DEN", "KIE", "BER", "MUN", "LON",
            "EDI", "LVP", "NWY", "SWE", "ROM",
        ],
        "ITALY": ["VEN", "NAP"],
    },
}  # fmt: skip


def reopen(game: Game, master: User, reason: str = "The map was wrong.", **seen: int) -> Phase:
    phase = corrections.reopen(game, by=master, reason=reason, **seen)
    game.refresh_from_db()
    return phase


def win(game: Game) -> None:
    """Let France win in the fall of 1908."""
    factories.set_up_position(game, "F1908M", **SOLO)
    submit(game, "FRANCE", "A TUS - VEN")
    submit(game, "ITALY", "F ION H")
    resolve(game)
    game.refresh_from_db()
    assert game.ending == Game.Ending.SOLO


def resolve(game: Game) -> None:
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1


ENDS = {
    "draw": lambda game: endings.draw(game, among=["FRANCE", "TURKEY"], by=None),
    "closing": lambda game: endings.close(game, by=None, reason="Nobody came."),
    "concession": lambda game: endings.concede(game, to=factories.seat(game, "FRANCE")),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_game_ended_in_an_open_phase_goes_on_in_that_phase(game: Game, master: User, how: str):
    submit(game, "FRANCE", "A PAR - BUR")
    before = positions.load(factories.open_phase(game))
    ENDS[how](game)
    phase = reopen(game, master)
    assert (phase.code, phase.number, phase.status) == ("S1901M", 2, Phase.Status.OPEN)
    assert positions.load(phase) == before
    assert not phase.orders.exists()
    assert factories.deadline(game) > clock.now() + dt.timedelta(hours=23)
    old = game.phases.get(number=1)
    assert old.status == Phase.Status.SUPERSEDED
    assert not access.may_read_orders(old)


def test_a_game_that_was_won_goes_on_in_the_phase_that_was_resolved_last(game: Game, master: User):
    factories.set_up_position(game, "F1908M", **SOLO)
    before = positions.load(factories.open_phase(game))
    win(game)
    phase = reopen(game, master)
    assert (phase.code, phase.number, phase.status) == ("F1908M", 3, Phase.Status.OPEN)
    assert positions.load(phase) == before
    assert set(game.phases.superseded().values_list("code", flat=True)) == {"F1908M", "W1908A"}
    submit(game, "FRANCE", "A TUS H")
    submit(game, "ITALY", "F ION H")
    resolve(game)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_nothing_of_the_end_remains(game: Game, master: User):
    control.pause(game, until=clock.now() + dt.timedelta(days=1), by=master)
    ENDS["draw"](game)
    france = factories.seat(game, "FRANCE")
    person = france.tenures.get().person
    provisional.accept_end(france, person)
    reopen(game, master)
    assert (game.status, game.ending, game.ended_at, game.final_at) == ("playing", "", None, None)
    assert not game.seats.exclude(result="", accepts_end=False).exists()
    assert Tenure.objects.current().filter(seat__game=game).count() == 7
    assert factories.holder(france) == person
    submit(game, "FRANCE", "A PAR - BUR")


def test_everyone_is_told_and_the_log_says_why(game: Game, master: User, players: list[User]):
    ENDS["draw"](game)
    phase = reopen(game, master, " The map was wrong. ")
    event = game.events.get(kind=Event.Kind.GAME_REOPENED)
    assert (event.actor, event.text, event.phase) == (master, "The map was wrong.", phase)
    told = Notification.objects.filter(event=event)
    news = told.filter(kind=Notification.Kind.NEWS, channel=Notification.Channel.SITE)
    assert set(news.values_list("person", flat=True)) == {person.pk for person in players}
    turn = told.filter(kind=Notification.Kind.YOUR_TURN, channel=Notification.Channel.MAIL)
    assert set(turn.values_list("person", flat=True)) == {person.pk for person in players}
    assert log.superseded_by_event(game) == {event.pk: [game.phases.get(number=1)]}


def test_no_mail_tells_of_an_end_or_of_results_that_were_undone(game: Game, master: User):
    win(game)
    mails = Notification.objects.filter(game=game, channel=Notification.Channel.MAIL)
    over = mails.filter(kind=Notification.Kind.GAME_OVER).latest("pk")
    result = mails.filter(kind=Notification.Kind.RESULTS).latest("pk")
    assert game_over(over, "")
    assert results(result, "")
    reopen(game, master)
    over, result = (Notification.objects.get(pk=each.pk) for each in (over, result))
    assert game_over(over, "") is None
    assert results(result, "") is None


def test_a_reopened_game_can_end_again_and_everyone_is_told(game: Game, master: User):
    ENDS["closing"](game)
    reopen(game, master)
    ENDS["draw"](game)
    game.refresh_from_db()
    assert (game.ending, game.is_final) == (Game.Ending.DRAW, False)
    over = Notification.objects.filter(
        kind=Notification.Kind.GAME_OVER, channel=Notification.Channel.SITE
    )
    assert over.count() == 2 * 8


def test_a_final_end_cannot_be_undone(game: Game, master: User):
    ENDS["draw"](game)
    game.refresh_from_db()
    assert game.final_at is not None
    with (
        time_machine.travel(game.final_at),
        pytest.raises(Refused, match="The result is already final"),
    ):
        reopen(game, master)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


def test_an_end_that_all_accepted_cannot_be_undone(game: Game, master: User):
    ENDS["draw"](game)
    for seat in game.seats.all():
        provisional.accept_end(seat, seat.tenures.get().person)
    with pytest.raises(Refused, match="The result is already final"):
        reopen(game, master)


def test_a_double_click_and_an_outdated_page_undo_nothing(game: Game, master: User):
    ENDS["draw"](game)
    reopen(game, master, seen=1)
    with pytest.raises(Refused, match="This game isn’t over"):
        reopen(game, master, seen=1)
    ENDS["draw"](game)
    with pytest.raises(Refused, match="The game has ended again in the meantime"):
        reopen(game, master, seen=1)
    assert reopen(game, master, seen=2).number == 3


def test_undoing_an_end_needs_a_reason(game: Game, master: User):
    ENDS["draw"](game)
    with pytest.raises(Refused, match="Give a reason"):
        reopen(game, master, " ")
    assert not Tenure.objects.current().filter(seat__game=game).exists()


# Seats


def test_a_lobby_that_expired_is_no_end(master: User):
    game = factories.open_game(master)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.EXPIRED)
    with pytest.raises(Refused, match="This game isn’t over"):
        reopen(game, master)


@pytest.mark.parametrize("leave", [account_closing.close, account_closing.ask])
def test_the_seat_of_somebody_who_has_left_is_open(game: Game, master: User, leave):
    ENDS["draw"](game)
    france = factories.seat(game, "FRANCE")
    leave(france.tenures.get().person)
    reopen(game, master)
    france.refresh_from_db()
    assert france.disorder_since is not None
    assert france.tenures.get().ending == ENDING.RESIGNED
    assert game.events.filter(kind=Event.Kind.RESIGNED, seat=france).count() == 1


def test_a_seat_that_nobody_held_stays_open(game: Game, master: User):
    france = factories.seat(game, "FRANCE")
    now = clock.now()
    france.tenures.update(until=now, ending=ENDING.RESIGNED)
    Seat.objects.filter(pk=france.pk).update(disorder_since=now)
    ENDS["draw"](game)
    reopen(game, master)
    assert not france.tenures.current().exists()
    france.refresh_from_db()
    assert france.disorder_since == now


@pytest.mark.parametrize("number", [1, 3])
def test_a_substitute_plays_on_for_the_phases_that_were_agreed(
    game: Game, master: User, number: int
):
    france, stand_in = factories.seat(game, "FRANCE"), factories.person()
    player = factories.holder(france)
    factories.lend(france, stand_in, number=number, by=master)
    ENDS["draw"](game)
    reopen(game, master)
    france.refresh_from_db()
    assert factories.holder(france) == stand_in
    assert france.lent_until == 1 + number
    assert game.events.filter(kind=Event.Kind.LENT, seat=france, subject=stand_in).count() == 2
    told = Notification.objects.filter(event__kind=Event.Kind.GAME_REOPENED)
    assert told.filter(person=player).exists()
    for _ in range(number):
        assert factories.holder(france) == stand_in
        resolve(game)
    assert factories.holder(france) == player


def test_a_substitute_plays_the_last_phase_again(game: Game, master: User):
    france, stand_in = factories.seat(game, "FRANCE"), factories.person()
    factories.set_up_position(game, "F1908M", **SOLO)
    factories.lend(france, stand_in, number=2, by=master)
    win(game)
    reopen(game, master)
    france.refresh_from_db()
    # Two of the phases that were undone have the numbers 1 and 2.
    assert (factories.holder(france), france.lent_until) == (stand_in, 4)


def test_each_reads_what_was_sent_in_their_own_time(game: Game, master: User):
    france, stand_in = factories.seat(game, "FRANCE"), factories.person()
    player = factories.holder(france)
    factories.lend(france, stand_in, number=3, by=master)
    german = factories.holder(factories.seat(game, "GERMANY"))
    write(game, "GERMANY", "FRANCE", text="before the end")
    ENDS["draw"](game)
    write(game, "GERMANY", "FRANCE", person=german, text="after the end")
    reopen(game, master)
    write(game, "GERMANY", "FRANCE", text="once it goes on")
    assert texts(player, game) == ["after the end"]
    assert texts(stand_in, game) == ["before the end", "once it goes on"]


def test_without_the_substitute_the_player_is_back(game: Game, master: User):
    france, stand_in = factories.seat(game, "FRANCE"), factories.person()
    player = factories.holder(france)
    factories.lend(france, stand_in, number=3, by=master)
    ENDS["draw"](game)
    account_closing.close(stand_in)
    reopen(game, master)
    france.refresh_from_db()
    assert (factories.holder(france), france.lent_until) == (player, None)


def test_a_live_game_goes_on_when_its_master_says_so(players: list[User], master: User):
    game = factories.live_game(players)
    game.masterships.create(person=master, since=clock.now())
    endings.close(game, by=master, reason="Enough.")
    phase = reopen(game, master)
    phase.refresh_from_db()
    assert (game.status, phase.due_at) == (Game.Status.PAUSED, None)
    control.resume(game, by=master)
    phase.refresh_from_db()
    assert phase.due_at is not None
    assert phase.due_at - clock.now() > dt.timedelta(minutes=2)

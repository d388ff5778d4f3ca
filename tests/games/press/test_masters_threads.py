"""Threads of the game masters: with each player, and among themselves."""

import datetime as dt
import uuid
from collections.abc import Iterable

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games import access
from games.core.errors import Refused
from games.game_master import masters
from games.lifecycle import endings
from games.models import Game, Mastership, Message, Notification, Seat
from games.notifications import content, recipients
from games.own_data import press_record
from games.press import drafts, locations, moderation, sending, unread
from tests import factories

from .message_helpers import hand_over, note


def writer(message: Message) -> User:
    assert message.person is not None
    return message.person


def to_masters(game: Game, power: str, text: str = "A question", **more) -> Message:
    seat = factories.seat(game, power)
    return send(game, [seat], seat, factories.holder(seat), text, **more)


def from_master(game: Game, master: User, power: str, text: str = "An answer") -> Message:
    return send(game, [factories.seat(game, power)], None, master, text)


def send(
    game: Game, circle: list[Seat], sender: Seat | None, person: User, text: str, **more
) -> Message:
    return sending.send(
        game,
        circle,
        sender=sender,
        person=person,
        text=text,
        request_key=uuid.uuid4(),
        with_masters=True,
        **more,
    )


def readers(message: Message, people: Iterable[User]) -> set[User]:
    game = message.thread.game
    return {
        person
        for person in people
        if access.messages(person, [game]).filter(pk=message.pk).exists()
    }


@pytest.fixture
def second(game: Game, master: User) -> User:
    helper = factories.person("Ned Second")
    masters.join(game, helper, by=master)
    return helper


def later(days: int = 1):
    return time_machine.travel(clock.now() + dt.timedelta(days=days), tick=False)


def test_the_player_and_all_masters_read_it_and_nobody_else(
    game: Game, master: User, second: User, players: list[User]
):
    player = factories.holder(factories.seat(game, "FRANCE"))
    operator = factories.person(is_staff=True, is_superuser=True)
    other_master = factories.begun_game().masterships.get().person
    people = {*players, master, second, operator, other_master, factories.person()}
    for message in (to_masters(game, "FRANCE"), from_master(game, second, "FRANCE")):
        assert readers(message, people) == {player, master, second}
        assert message.thread.with_masters
        assert not message.thread.is_public


def test_the_masters_have_a_thread_that_no_player_reads(
    game: Game, master: User, second: User, players: list[User]
):
    message = send(game, [], None, master, "Who extends?")
    assert readers(message, [*players, master, second]) == {master, second}
    with pytest.raises(Refused, match="no longer write here"):
        send(game, [], factories.seat(game, "FRANCE"), players[0], "Me too")


def test_it_is_another_thread_than_the_notebook_and_the_public_one(game: Game, master: User):
    threads = {
        to_masters(game, "FRANCE").thread,
        from_master(game, master, "FRANCE").thread,
        note(game, "FRANCE", "Stab").thread,
        send(game, [], None, master, "Among us").thread,
        sending.send(
            game, [], sender=None, person=master, text="All", request_key=uuid.uuid4()
        ).thread,
    }
    assert {thread.circle for thread in threads} == {"gm2", "2", "gm", ""}


@pytest.mark.parametrize("press", [Game.Press.NONE, Game.Press.PUBLIC, Game.Press.RULEBOOK])
def test_the_press_rules_do_not_matter(master: User, press: str):
    game = factories.begun_game(master, press=press)
    factories.set_up_position(
        game, "W1901A", units={"FRANCE": ["A PAR"]}, centers={"FRANCE": ["PAR", "MAR"]}
    )
    assert to_masters(game, "FRANCE").thread.with_masters


def test_a_player_writes_only_in_their_own_thread(game: Game, players: list[User]):
    germany, france = factories.seat(game, "GERMANY"), factories.seat(game, "FRANCE")
    with pytest.raises(Refused, match="no longer write here"):
        send(game, [france], germany, factories.holder(germany), "Psst")
    with pytest.raises(Refused, match="no longer write here"):
        send(game, [france], None, players[0], "As if I were the master")


def test_a_master_of_another_game_and_an_administrator_write_nowhere(game: Game):
    for person in (
        factories.begun_game().masterships.get().person,
        factories.person(is_staff=True, is_superuser=True),
    ):
        with pytest.raises(Refused, match="no longer write here"):
            from_master(game, person, "FRANCE")


def test_a_new_master_reads_what_is_written_from_then_on(game: Game, master: User):
    before = to_masters(game, "FRANCE")
    with later():
        helper = factories.person()
        masters.join(game, helper, by=master)
        after = to_masters(game, "FRANCE", "Another question")
    assert readers(before, [helper]) == set()
    assert readers(after, [helper]) == {helper}


def test_a_former_master_goes_on_reading_what_was_written_in_their_time(
    game: Game, master: User, second: User
):
    before = to_masters(game, "FRANCE")
    with later():
        masters.leave(game, second)
    with later(2):
        after = to_masters(game, "FRANCE", "Another question")
    assert readers(before, [second]) == {second}
    assert readers(after, [second]) == set()


@pytest.mark.parametrize("inherits", [True, False])
def test_a_new_player_reads_what_is_written_from_then_on_even_where_successors_read_press(
    game: Game, master: User, inherits: bool
):
    Game.objects.filter(pk=game.pk).update(successors_read_messages=inherits)
    game.refresh_from_db()
    before, heir = to_masters(game, "FRANCE"), factories.person()
    with later():
        former = hand_over(game, "FRANCE", heir)
    with later(2):
        after = from_master(game, master, "FRANCE")
    assert readers(before, [former, heir]) == {former}
    assert readers(after, [former, heir]) == {heir}


def test_somebody_who_plays_reads_nothing_as_a_master(game: Game):
    germany = factories.holder(factories.seat(game, "GERMANY"))
    Mastership.objects.create(game=game, person=germany, since=clock.now())
    assert readers(to_masters(game, "FRANCE"), [germany]) == set()


def test_the_end_of_the_game_opens_none_of_it(master: User, players: list[User]):
    game = factories.begun_game(master, players, messages_open_at_end=True, provisional_days=0)
    message = to_masters(game, "FRANCE")
    endings.close(game, by=master, reason="")
    game.refresh_from_db()
    assert game.messages_are_open
    people = [*players, master, factories.person()]
    assert readers(message, people) == {message.person, master}
    assert message.seat is not None
    thanks = send(game, [message.seat], message.seat, writer(message), "Thank you")
    assert thanks.thread == message.thread


def test_without_a_master_nobody_can_write_and_the_reason_is_said(game: Game, master: User):
    message = to_masters(game, "FRANCE")
    masters.leave(game, master)
    with pytest.raises(Refused, match="no game master now"):
        to_masters(game, "FRANCE", "Hello?")
    assert readers(message, [writer(message)]) == {message.person}


def test_a_suspended_master_does_not_count(game: Game, master: User):
    User.objects.filter(pk=master.pk).update(is_active=False)
    with pytest.raises(Refused, match="no game master now"):
        to_masters(game, "FRANCE")


def test_the_others_are_notified_and_the_mail_names_the_thread(
    game: Game, master: User, second: User
):
    message = to_masters(game, "FRANCE", "When?")
    assert set(recipients.readers(message)) == {message.person, master, second}
    told = Notification.objects.filter(kind=Notification.Kind.MESSAGE, channel="mail")
    assert {each.person for each in told} == {master, second}
    text = content.notification_text(told.get(person=master))
    assert text is not None
    assert "A message from France" in text.body(text="When?")
    assert "(thread: France, Game master)" in text.body(text="When?")
    answer = from_master(game, master, "FRANCE", "Now.")
    mail = Notification.objects.get(message=answer, person=message.person, channel="mail")
    text = content.notification_text(mail)
    assert text is not None
    assert text.subject == "The Balkan table: a message from the game master"


def test_a_mail_to_a_master_who_has_left_is_not_sent(game: Game, master: User, second: User):
    to_masters(game, "FRANCE")
    waiting = Notification.objects.get(kind=Notification.Kind.MESSAGE, person=second)
    masters.leave(game, second)
    waiting.refresh_from_db()
    assert content.notification_text(waiting) is None


def test_it_counts_as_unread_for_each_of_its_readers(game: Game, master: User, players: list[User]):
    message = to_masters(game, "FRANCE")
    assert unread.unread_in(master, game) == 1
    assert unread.unread_in(writer(message), game) == 0
    other = next(each for each in players if each != message.person)
    assert unread.unread_in(other, game) == 0
    unread.mark_read(message.thread, master, message)
    assert unread.unread_in(master, game) == 0


def test_a_player_of_several_powers_has_one_thread(master: User):
    game = factories.begun_game(master, setup="three")
    seats = list(game.seats.playable().order_by("place"))
    pair = next(
        same
        for seat in seats
        if len(same := [each for each in seats if each.hand == seat.hand]) > 1
    )
    role = access.Role(factories.holder(pair[0]), game)
    circles = [access.masters_thread_or_404(role, seat.power) for seat in pair]
    assert circles == [[pair[0]]] * len(pair)


def test_its_location_has_the_same_name_before_and_after_its_first_message(game: Game):
    seat = factories.seat(game, "FRANCE")
    before = locations.masters_location(game, [seat])
    message = to_masters(game, "FRANCE")
    after = locations.masters_location(game, [seat])
    assert before.name == after.name == "gm2"
    assert before.url == after.url == locations.thread_url(game, [seat], message.thread)
    named = locations.named_location(game, [seat], "gm2")
    assert named is not None
    assert named.url == before.url
    assert not named.is_notebook


def test_a_draft_to_the_masters_is_kept_apart_and_named_in_own_data(game: Game):
    seat = factories.seat(game, "FRANCE")
    player = factories.holder(seat)
    typed = drafts.TypedMessage("Not yet", uuid.uuid4())
    drafts.save(game, "gm2", writer=seat, person=player, typed=typed)
    (draft,) = press_record.unsent(player, game)
    assert draft["to_game_master"]
    assert draft["powers"] == ["FRANCE"]


def test_own_data_of_both_sides_have_the_thread(game: Game, master: User):
    message = to_masters(game, "FRANCE", "A question")
    for person in (writer(message), master):
        found = [each for each in press_record.threads(person, game) if each["powers"]]
        assert [each["kind"] for each in found] == ["game_master"]
        assert found[0]["messages"][0]["text"] == "A question"


def test_a_report_of_it_goes_to_the_administrators_alone(game: Game, master: User, second: User):
    operator = factories.person(is_staff=True, is_superuser=True)
    answer = from_master(game, master, "FRANCE", "Unkind")
    player = factories.holder(factories.seat(game, "FRANCE"))
    complaint = moderation.complain(answer, by=player, reason="Unkind.")
    assert complaint in access.complaints(operator)
    assert complaint not in access.complaints(second)
    with pytest.raises(Message.DoesNotExist):
        moderation.hide(answer, by=second, reason="?")

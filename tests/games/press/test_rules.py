"""Press rules, unsigned messages, notebooks, and messages that are opened when a game is over."""

import uuid

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from adjudicator import load_setup
from games import access
from games.core.errors import Refused
from games.lifecycle import endings
from games.models import Game, Message, Notification
from games.notifications.mail.compose import compose
from games.press import rules, sending, thread_members, unread

from ... import factories
from .message_helpers import agree, hand_over, note, texts, write

QUIET = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR", "BRE"]}}


def announce(game: Game, master: User) -> Message:
    return sending.send(
        game, [], sender=None, person=master, text="Hear!", request_key=uuid.uuid4()
    )


def finish(game: Game, *, provisional_days: int = 0) -> None:
    """End the game; without `provisional_days`, the end is final at once."""
    agree(game, provisional_days=provisional_days)
    endings.finish(game, Game.Ending.DRAW)
    game.refresh_from_db()


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


@pytest.mark.parametrize(
    ("press", "in_private", "in_public"),
    [
        ("full", True, True),
        ("rulebook", True, True),
        ("public", False, True),
        ("none", False, False),
    ],
)
def test_powers_write_where_the_press_rules_let_them(
    game: Game, press: str, in_private: bool, in_public: bool
):
    agree(game, press=press)
    for to, may in ((["GERMANY"], in_private), ([], in_public)):
        if may:
            write(game, "FRANCE", *to)
        else:
            with pytest.raises(Refused, match=r"Nothing was sent\."):
                write(game, "FRANCE", *to)
    assert Message.objects.count() == in_private + in_public


def test_a_private_thread_has_room_for_twelve_powers(master: User):
    game = factories.begun_game(master, setup="chaos")
    twelve = load_setup("chaos").powers[:12]
    write(game, *twelve)
    with pytest.raises(Refused, match="A private thread can have at most 12 powers"):
        write(game, *twelve, "WARSAW")
    assert Message.objects.count() == 1


def test_nobody_is_added_to_a_full_thread(master: User):
    game = factories.begun_game(master, setup="chaos")
    twelve = load_setup("chaos").powers[:12]
    circle = [factories.seat(game, power) for power in twelve]
    topic = sending.send(
        game,
        circle,
        topic="All of us",
        sender=circle[0],
        person=factories.holder(circle[0]),
        text="Hear!",
        request_key=uuid.uuid4(),
    ).thread
    with pytest.raises(Refused, match="A private thread can have at most 12 powers"):
        thread_members.propose(
            topic,
            factories.seat(game, "WARSAW"),
            proposer=circle[0],
            person=factories.holder(circle[0]),
            words="Come in",
            with_past=False,
        )


@pytest.mark.parametrize("code", ["F1901R", "W1901A"])
def test_by_the_rulebook_nobody_writes_while_retreats_and_adjustments_are_written(
    game: Game, code: str
):
    agree(game, press="rulebook")
    write(game, "FRANCE", "GERMANY")
    factories.set_up_position(game, code, **QUIET)
    for to in (["GERMANY"], []):
        with pytest.raises(Refused, match="retreats and adjustments"):
            write(game, "FRANCE", *to)
    factories.set_up_position(game, "S1902M", **QUIET)
    write(game, "FRANCE", "GERMANY")
    assert Message.objects.count() == 2


@pytest.mark.parametrize("press", ["public", "none", "rulebook"])
def test_the_master_is_heard_and_notes_are_made_all_the_same(game: Game, master: User, press: str):
    agree(game, press=press)
    factories.set_up_position(game, "W1901A", **QUIET)
    announce(game, master)
    note(game, "FRANCE", "Germany lies.")
    assert texts(holder(game, "FRANCE"), game) == ["Hear!", "Germany lies."]


@pytest.mark.parametrize("press", ["public", "none", "rulebook"])
def test_when_the_game_is_over_all_may_write(game: Game, press: str):
    agree(game, press=press)
    author = holder(game, "FRANCE")
    finish(game)
    write(game, "FRANCE", "GERMANY", person=author)
    write(game, "FRANCE", person=author)
    assert rules.allow_private_messages(game)


@pytest.mark.parametrize("press", ["full", "public", "none"])
def test_while_the_end_can_be_undone_the_rules_go_on_applying(game: Game, press: str):
    agree(game, press=press)
    author, german = holder(game, "FRANCE"), factories.seat(game, "GERMANY")
    circle = [factories.seat(game, "FRANCE"), german]
    before = [bool(rules.silence(game, to)) for to in ([], circle)]
    finish(game, provisional_days=2)
    assert [bool(rules.silence(game, to)) for to in ([], circle)] == before
    assert rules.allow_private_messages(game) == (press == "full")
    if press == "none":
        with pytest.raises(
            Refused,
            match="In this game, powers can’t write messages until the result is final",
        ):
            write(game, "FRANCE", person=author)
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        write(game, "FRANCE", "GERMANY", person=author)
        write(game, "FRANCE", person=author)


def test_by_the_rulebook_it_is_quiet_after_an_end_in_winter_until_it_is_final(game: Game):
    agree(game, press="rulebook", provisional_days=2)
    factories.set_up_position(game, "W1901A", **QUIET)
    author = holder(game, "FRANCE")
    endings.close(game, by=None, reason="")
    game.refresh_from_db()
    with pytest.raises(Refused, match="By the rulebook, there are no messages"):
        write(game, "FRANCE", "GERMANY", person=author)
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        write(game, "FRANCE", "GERMANY", person=author)


# Unsigned messages


def test_an_unsigned_message_is_its_authors_secret(game: Game, master: User):
    agree(game, unsigned_messages=True)
    message = write(game, "FRANCE", text="I know who stabs.", unsigned=True)
    assert message.unsigned
    assert access.sees_author(holder(game, "FRANCE"), message)
    for viewer in (master, holder(game, "GERMANY"), AnonymousUser()):
        assert not access.sees_author(viewer, message)
    finish(game)
    assert not access.sees_author(master, message)


@pytest.mark.parametrize(("agreed", "to"), [(False, []), (True, ["GERMANY"])])
def test_only_public_messages_are_unsigned_and_where_it_was_agreed(
    game: Game, agreed: bool, to: list[str]
):
    agree(game, unsigned_messages=agreed)
    with pytest.raises(Refused, match="only public messages of a power can be unsigned"):
        write(game, "FRANCE", *to, unsigned=True)
    assert not Message.objects.exists()


def test_the_mail_of_an_unsigned_message_names_nobody(game: Game):
    agree(game, unsigned_messages=True)
    message = write(game, "FRANCE", text="I know who stabs.", unsigned=True)
    notifications = Notification.objects.filter(message=message)
    assert notifications.count() == 7  # six powers and the master
    for notification in notifications:
        mail = compose(notification)
        assert mail is not None
        assert "I know who stabs." in mail.body
        assert "France" not in mail.subject + str(mail.body)
        assert "nsigned" in mail.subject


# Notebooks


def test_a_notebook_is_read_by_who_wrote_it_alone(game: Game, master: User, players: list[User]):
    agree(game, successors_read_messages=True, messages_open_at_end=True)
    note(game, "FRANCE", "Germany lies.")
    author, heir = holder(game, "FRANCE"), factories.person()
    readers = [person for person in (*players, master) if texts(person, game)]
    assert readers == [author]
    assert not Notification.objects.filter(kind=Notification.Kind.MESSAGE).exists()
    hand_over(game, "FRANCE", heir)
    assert texts(heir, game) == []
    assert texts(author, game) == ["Germany lies."]
    finish(game)
    others: list[access.Viewer] = [heir, master, AnonymousUser()]
    assert [texts(viewer, game) for viewer in others] == [[], [], []]
    assert texts(author, game) == ["Germany lies."]


def test_nobody_notes_for_others(game: Game):
    seat = factories.seat(game, "FRANCE")
    other = factories.seat(game, "GERMANY")
    key = uuid.uuid4()
    for sender, person in ((seat, holder(game, "GERMANY")), (other, holder(game, "GERMANY"))):
        with pytest.raises(Refused):
            sending.send(game, [seat], sender=sender, person=person, text="x", request_key=key)


# After the end


@pytest.mark.parametrize("opened", [False, True])
def test_after_the_end_private_messages_are_opened_only_if_that_was_agreed(
    game: Game, master: User, opened: bool
):
    agree(game, messages_open_at_end=opened)
    write(game, "FRANCE", "GERMANY", text="secret")
    strangers: list[access.Viewer] = [
        holder(game, "ITALY"),
        master,
        factories.person(),
        AnonymousUser(),
    ]
    assert [texts(viewer, game) for viewer in strangers] == [[]] * 4
    finish(game, provisional_days=2)
    assert [texts(viewer, game) for viewer in strangers] == [[]] * 4
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        assert [texts(viewer, game) for viewer in strangers] == [["secret"] * opened] * 4


def test_messages_that_were_opened_wait_for_nobody(game: Game):
    agree(game, messages_open_at_end=True)
    write(game, "FRANCE", "GERMANY")
    reader, other = holder(game, "GERMANY"), holder(game, "ITALY")
    finish(game)
    assert (unread.unread_in(reader, game), unread.unread_in(other, game)) == (1, 0)

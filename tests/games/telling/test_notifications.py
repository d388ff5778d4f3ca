"""What goes into the outbox, and to whom."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import closing
from accounts.models import User
from games import clock
from games.models import Game, Letter, MailChoice, Notice, Tenure, Thread
from games.telling import notifications
from games.telling.notifications import Way

from ... import factories

MAIL, SITE = Notice.Channel.MAIL, Notice.Channel.SITE


@pytest.fixture(autouse=True)
def _empty_outbox(game: Game) -> None:
    Notice.objects.all().delete()


def told(channel: str, **by: object) -> set[User]:
    return {notice.person for notice in Notice.objects.filter(channel=channel, **by)}


def off(person: User, kind: str) -> None:
    MailChoice.objects.create(person=person, kind=kind, how=MailChoice.How.OFF)


def letter(game: Game, author: str, *powers: str) -> Letter:
    """A letter of one power to others; a public one if none are named."""
    now = clock.now()
    seats = [factories.seat(game, power) for power in (author, *powers)] if powers else []
    circle = ".".join(str(seat.place) for seat in seats)
    thread = Thread.objects.create(game=game, circle=circle, opened_at=now)
    thread.seats.set(seats)
    seat = factories.seat(game, author)
    return Letter.objects.create(
        thread=thread,
        seat=seat,
        person=factories.holder(seat),
        text="Meet me in Burgundy.",
        sent_at=now,
        request_key=uuid.uuid4(),
    )


def test_everyone_is_told_on_the_site_and_by_mail(game: Game, players: list[User]) -> None:
    people = [player.pk for player in players]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        notifications.tell(Notice.Kind.RESULTS, people, game=game)
    assert len(queries) <= 4  # of which a savepoint and its release
    assert told(SITE) == told(MAIL) == set(players)
    assert not Notice.objects.filter(channel=SITE).exclude(send_at=None).exists()
    assert not Notice.objects.filter(channel=MAIL, send_at=None).exists()


def test_whoever_switched_a_kind_off_gets_no_mail_of_it_alone(
    game: Game, players: list[User]
) -> None:
    off(players[0], Notice.Kind.RESULTS)
    off(players[1], Notice.Kind.LETTER)
    people = [player.pk for player in players]
    notifications.tell(Notice.Kind.RESULTS, people, game=game)
    assert told(SITE) == set(players)
    assert told(MAIL) == set(players[1:])


def test_closed_and_locked_accounts_get_no_mail(game: Game, players: list[User]) -> None:
    closing.close(players[0])
    User.objects.filter(pk=players[1].pk).update(is_active=False)
    people = [player.pk for player in players]
    notifications.tell(Notice.Kind.RESULTS, people, game=game)
    assert told(MAIL, kind="results") == set(players[2:])


def test_what_was_told_stays_told_once_by_each_channel(game: Game, players: list[User]) -> None:
    for _again in range(2):
        notifications.tell(Notice.Kind.GAME_OVER, [players[0].pk], game=game)
    assert Notice.objects.count() == 2


def test_a_letter_is_told_to_its_readers_by_mail_alone(game: Game) -> None:
    notifications.tell_of_letter(letter(game, "FRANCE", "ENGLAND", "ITALY"))
    readers = {factories.holder(factories.seat(game, power)) for power in ("ENGLAND", "ITALY")}
    assert told(MAIL, kind="letter") == readers
    assert not told(SITE)


def test_a_public_letter_is_told_to_all_seats_and_the_masters(
    game: Game, players: list[User], master: User
) -> None:
    written = letter(game, "FRANCE")
    notifications.tell_of_letter(written)
    assert told(MAIL) == {*players, master} - {written.person}


def test_a_letter_is_told_to_whoever_sits_there_now(game: Game) -> None:
    written = letter(game, "FRANCE", "ENGLAND")
    seat = factories.seat(game, "ENGLAND")
    gone = factories.holder(seat)
    now = clock.now()
    seat.tenures.update(until=now, ending=Tenure.Ending.REPLACED)
    successor = factories.person("Successor")
    Tenure.objects.create(seat=seat, person=successor, since=now)
    notifications.tell_of_letter(written)
    assert told(MAIL) == {successor}
    assert gone not in told(MAIL)


def test_letters_are_told_after_the_end_too(game: Game) -> None:
    written = letter(game, "FRANCE", "ENGLAND")
    Tenure.objects.update(until=clock.now(), ending=Tenure.Ending.GAME_OVER)
    notifications.tell_of_letter(written)
    assert len(told(MAIL)) == 1


def test_whoever_wants_letters_without_their_text_is_told_of_them(game: Game) -> None:
    written = letter(game, "FRANCE", "ENGLAND")
    reader = factories.holder(factories.seat(game, "ENGLAND"))
    MailChoice.objects.create(person=reader, kind="letter", how=MailChoice.How.WITHOUT_TEXT)
    notifications.tell_of_letter(written)
    assert told(MAIL) == {reader}


def test_what_is_told_again_leaves_a_mail_s_time_alone(game: Game, players: list[User]) -> None:
    people = [players[0].pk]
    notifications.tell(Notice.Kind.GAME_OVER, people, game=game)
    mine = Notice.objects.filter(kind=Notice.Kind.GAME_OVER)
    mine.filter(channel="mail").update(send_at=None, sent_at=clock.now(), attempts=3)
    before = list(mine.order_by("pk").values())
    notifications.tell(Notice.Kind.GAME_OVER, people, game=game)
    assert list(mine.order_by("pk").values()) == before


def test_a_notice_that_breaks_another_constraint_is_an_error(game: Game, players: list[User]):
    blank = Notice(key="x", kind="no such kind", game=game)
    with pytest.raises(IntegrityError), transaction.atomic():
        notifications._write(blank, [Way(players[0].pk)])

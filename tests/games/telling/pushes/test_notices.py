"""Who is told by push, and of what."""

from collections.abc import Sequence

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import clock
from games.deadlines import resolving
from games.models import Game, MailChoice, Notice
from games.telling import notifications
from games.telling.pushes import choices
from tests import factories
from tests.phone import Phone

from .conftest import pushes, tell

KIND = Notice.Kind


@pytest.fixture(autouse=True)
def _told(reader: User) -> None:
    tell(reader, "https://push.example.org/", Phone())


def silence(person: User, *kinds: str) -> None:
    choices.choose(person, set(KIND.values).difference(kinds))


def told(kind: str, channel: str = "push") -> list[int]:
    found = Notice.objects.filter(kind=kind, channel=channel).order_by("person")
    return list(found.values_list("person", flat=True))


def test_whoever_has_a_browser_is_told_in_it_too_by_as_many_queries(
    game: Game, reader: User, players: Sequence[User]
) -> None:
    people = [player.pk for player in players]
    tell(players[2], "https://push.example.org/2", Phone())
    tell(players[2], "https://push.example.org/3", Phone())
    with CaptureQueriesContext(connection) as queries:
        notifications.tell(KIND.ANNOUNCEMENT, people, game=game)
    assert len(queries) <= 4  # of which a savepoint and its release
    assert told("announcement") == [reader.pk, players[2].pk]
    assert told("announcement", "mail") == told("announcement", "site") == sorted(people)


def test_a_kind_that_is_switched_off_is_not_told_and_mail_goes_on(game: Game, reader: User) -> None:
    silence(reader, "announcement")
    notifications.tell(KIND.ANNOUNCEMENT, [reader.pk], game=game)
    notifications.tell(KIND.GAME_OVER, [reader.pk], game=game)
    assert (told("announcement"), told("announcement", "mail")) == ([], [reader.pk])
    assert told("game_over") == [reader.pk]


def test_whoever_wants_no_mail_is_told_all_the_same(game: Game, reader: User) -> None:
    MailChoice.objects.create(person=reader, kind="announcement", how="off")
    notifications.tell(KIND.ANNOUNCEMENT, [reader.pk], game=game)
    assert (told("announcement"), told("announcement", "mail")) == ([reader.pk], [])


def test_a_reminder_is_told_too(game: Game, reader: User) -> None:
    notifications.remind([reader.pk], phase=factories.open_phase(game))
    assert told("reminder") == [reader.pk]


@pytest.mark.parametrize(
    ("mail", "push", "by_mail", "by_push"),
    [
        ("at_once", True, False, False),
        ("at_once", False, False, True),
        ("summary", True, True, False),
        ("off", False, True, True),
    ],
)
def test_one_is_told_once_by_each_channel_that_it_is_one_s_turn(
    game: Game, reader: User, mail: str, push: bool, by_mail: bool, by_push: bool
) -> None:
    """What tells of the results says so as well."""
    MailChoice.objects.create(person=reader, kind="results", how=mail)
    silence(reader, *([] if push else ["results"]))
    phase = factories.open_phase(game)
    power = game.seats.get(tenures__person=reader).power
    untold = notifications.tell(KIND.RESULTS, [reader.pk], game=game, phase=phase)
    notifications.tell_of_turn(phase, [power], untold=untold)
    assert told("your_turn", "mail") == ([reader.pk] if by_mail else [])
    assert told("your_turn") == ([reader.pk] if by_push else [])


def test_without_a_browser_no_more_queries_are_made(
    game: Game, reader: User, players: Sequence[User]
) -> None:
    """Whom mail has told of the results is not looked for again, to be told of their turn."""
    silence(players[1], "results")
    phase = factories.open_phase(game)
    people = [player.pk for player in players[1:]]
    untold = notifications.tell(KIND.RESULTS, people, game=game, phase=phase)
    assert untold.everyone == set()
    news = notifications.News(untold.everyone, game, phase, untold=untold)
    with CaptureQueriesContext(connection) as queries:
        notifications.tell_of_turns([news])
    assert len(queries) <= 1


def test_only_mail_waits_for_a_summary(game: Game, reader: User) -> None:
    MailChoice.objects.create(person=reader, kind="announcement", how="summary")
    notifications.tell(KIND.ANNOUNCEMENT, [reader.pk], game=game)
    assert not pushes(reader).get().in_summary
    with pytest.raises(IntegrityError), transaction.atomic():
        pushes(reader).update(in_summary=True)


def test_a_notice_on_the_site_is_never_sent(game: Game, reader: User) -> None:
    notifications.tell(KIND.ANNOUNCEMENT, [reader.pk], game=game)
    site = Notice.objects.filter(person=reader, channel="site")
    for field, value in (("attempts", 1), ("send_at", "2000-01-01T00:00Z")):
        with pytest.raises(IntegrityError), transaction.atomic():
            site.update(**{field: value})


def test_a_phase_is_resolved_by_as_many_queries_with_browsers_as_without(db: None) -> None:
    counts = []
    for with_browsers in (False, False, True):  # the first one leaves a sign of life, too
        game = factories.begun_game()
        for person in User.objects.filter(tenures__seat__game=game):
            if with_browsers:
                tell(person, f"https://push.example.org/{person.pk}", Phone())
        factories.let_be_due(game, clock.now())
        with CaptureQueriesContext(connection) as queries:
            resolving.resolve_due()
        counts.append(len(queries))
    assert told("results")
    assert counts[1] == counts[2]

"""Notifications for push: for whom, and of which kinds."""

from collections.abc import Sequence

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.models import Game, MailChoice, Notification
from games.notifications import notify, preferences
from tests import factories
from tests.phone import Phone

from .conftest import pushes, subscribe

KIND = Notification.Kind


@pytest.fixture(autouse=True)
def _subscribed(reader: User) -> None:
    subscribe(reader, "https://push.example.org/", Phone())


def switch_off(person: User, *kinds: str) -> None:
    preferences.set_push_preferences(person, set(KIND.values).difference(kinds))


def notified(kind: str, channel: str = "push") -> list[int]:
    found = Notification.objects.filter(kind=kind, channel=channel).order_by("person")
    return list(found.values_list("person", flat=True))


def test_a_browser_gets_a_notification_too_by_as_many_queries(
    game: Game, reader: User, players: Sequence[User]
) -> None:
    people = [player.pk for player in players]
    subscribe(players[2], "https://push.example.org/2", Phone())
    subscribe(players[2], "https://push.example.org/3", Phone())
    with CaptureQueriesContext(connection) as queries:
        notify.notify(KIND.ANNOUNCEMENT, people, game=game)
    assert len(queries) <= 4  # a savepoint and its release among them
    assert notified("announcement") == [reader.pk, players[2].pk]
    assert notified("announcement", "mail") == notified("announcement", "site") == sorted(people)


def test_a_kind_that_is_switched_off_is_not_pushed_but_mailed(game: Game, reader: User) -> None:
    switch_off(reader, "announcement")
    notify.notify(KIND.ANNOUNCEMENT, [reader.pk], game=game)
    notify.notify(KIND.GAME_OVER, [reader.pk], game=game)
    assert (notified("announcement"), notified("announcement", "mail")) == ([], [reader.pk])
    assert notified("game_over") == [reader.pk]


def test_whoever_wants_no_mail_gets_push(game: Game, reader: User) -> None:
    MailChoice.objects.create(person=reader, kind="announcement", how="off")
    notify.notify(KIND.ANNOUNCEMENT, [reader.pk], game=game)
    assert (notified("announcement"), notified("announcement", "mail")) == ([reader.pk], [])


def test_a_reminder_is_pushed_too(game: Game, reader: User) -> None:
    notify.remind([reader.pk], phase=factories.open_phase(game))
    assert notified("reminder") == [reader.pk]


@pytest.mark.parametrize(
    ("mail", "push", "by_mail", "by_push"),
    [
        ("at_once", True, False, False),
        ("at_once", False, False, True),
        ("summary", True, True, False),
        ("off", False, True, True),
    ],
)
def test_each_channel_says_once_that_it_is_one_s_turn(
    game: Game, reader: User, mail: str, push: bool, by_mail: bool, by_push: bool
) -> None:
    """The notification of the results says it as well."""
    MailChoice.objects.create(person=reader, kind="results", how=mail)
    switch_off(reader, *([] if push else ["results"]))
    phase = factories.open_phase(game)
    power = game.seats.get(tenures__person=reader).power
    not_reached = notify.notify(KIND.RESULTS, [reader.pk], game=game, phase=phase)
    notify.notify_turn(phase, [power], not_reached=not_reached)
    assert notified("your_turn", "mail") == ([reader.pk] if by_mail else [])
    assert notified("your_turn") == ([reader.pk] if by_push else [])


def test_without_a_browser_no_more_queries_are_made(
    game: Game, reader: User, players: Sequence[User]
) -> None:
    """People who got mail of the results are not queried again for their turn."""
    switch_off(players[1], "results")
    phase = factories.open_phase(game)
    people = [player.pk for player in players[1:]]
    not_reached = notify.notify(KIND.RESULTS, people, game=game, phase=phase)
    assert not_reached.everyone == set()
    news = notify.Announcement(not_reached.everyone, game, phase, not_reached=not_reached)
    with CaptureQueriesContext(connection) as queries:
        notify.notify_turns([news])
    assert len(queries) <= 1


def test_only_mail_waits_for_a_summary(game: Game, reader: User) -> None:
    MailChoice.objects.create(person=reader, kind="announcement", how="summary")
    notify.notify(KIND.ANNOUNCEMENT, [reader.pk], game=game)
    assert not pushes(reader).get().in_summary
    with pytest.raises(IntegrityError), transaction.atomic():
        pushes(reader).update(in_summary=True)


def test_a_notification_on_the_site_is_never_sent(game: Game, reader: User) -> None:
    notify.notify(KIND.ANNOUNCEMENT, [reader.pk], game=game)
    site = Notification.objects.filter(person=reader, channel="site")
    for field, value in (("attempts", 1), ("send_at", "2000-01-01T00:00Z")):
        with pytest.raises(IntegrityError), transaction.atomic():
            site.update(**{field: value})


def test_a_phase_is_resolved_by_as_many_queries_with_browsers_as_without(db: None) -> None:
    counts = []
    for with_browsers in (False, False, True):  # the first run also writes a heartbeat
        game = factories.begun_game()
        for person in User.objects.filter(tenures__seat__game=game):
            if with_browsers:
                subscribe(person, f"https://push.example.org/{person.pk}", Phone())
        factories.let_be_due(game, clock.now())
        with CaptureQueriesContext(connection) as queries:
            due_phases.resolve_due()
        counts.append(len(queries))
    assert notified("results")
    assert counts[1] == counts[2]

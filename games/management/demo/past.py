"""Fill an empty site with the demo: its games are played with the clock set to the past."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts import clock
from accounts.models import User
from adjudicator.terms import PhaseType

from ...adjudication import resolution
from ...deadlines import readiness
from ...lifecycle import creation, lobby
from ...models import Game, GameSettings, Notification, Phase, Seat, Tenure
from ...orders import submission
from . import cast, messages
from .record import Page, pages

WEEK = dt.timedelta(days=7)
# Unread messages of the middle game: a public one, and one to the power that has not ordered yet.
UNREAD = 2
HOUSE_RULES = """\
A phase every two days. Whoever cannot order in time says so before the deadline, not after.
What is written here stays here."""


# With `ready_minutes` 0 a visitor sees the results as soon as the last power is ready.
WEEKLY = {
    "phase_hours": 7 * 24,
    "window_hours": 7 * 24,
    "ready_minutes": 0,
    "on_missed": GameSettings.OnMissed.NONE,
}
TWO_DAYS = {"phase_hours": 48, "window_hours": 48}


def fill() -> None:
    """Make people and games, all or nothing. Expects a database without people."""
    evening = clock.now().replace(hour=20, minute=0, second=0, microsecond=0)
    with transaction.atomic():
        players, master = _people(evening - 60 * WEEK)
        end = evening - dt.timedelta(days=12)
        # In the finished game each person played another power.
        _play("finished", [*players[3:], *players[:3]], master, end)
        _play("middle", players, master, evening + dt.timedelta(days=3))
        _open_lobby([players[place] for place in (6, 0, 4, 1, 3)], master)
        # Nobody gets mail about the past; what happens from now on is mailed as usual.
        Notification.objects.filter(channel=Notification.Channel.MAIL).delete()


def _people(since: dt.datetime) -> tuple[list[User], User]:
    """Seven players and a master who can sign in."""
    people = [
        User.objects.create_user(cast.address(name), name, date_joined=since)
        for name in (*cast.PLAYERS, cast.MASTER)
    ]
    password = make_password(cast.PASSWORD)  # hashed once, because hashing is slow
    User.objects.filter(pk__in=[person.pk for person in people]).update(password=password)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=person, email=person.email, verified=True, primary=True)
        for person in people
    )
    return people[:-1], people[-1]


def _play(name: str, players: Sequence[User], master: User, end: dt.datetime) -> None:
    """Play a recorded game, one phase a week, so that its last phase is due at `end`.

    If `end` is in the future, that phase stays open and waits for `LAST_TO_ORDER`.
    """
    story = pages(name)
    game = _begin(name, players, master, end - len(story) * WEEK)
    seats = {seat.power: seat for seat in game.seats.all()}
    for page in story:
        newest = Phase.objects.select_related("game__settings", "settings")
        phase = newest.get(game=game, status=Phase.Status.OPEN)
        assert phase.code == page.code, f"{phase} of {name} is not {page.code}"
        messages.send(phase, page.messages, seats, players=players, master=master)
        _order(phase, page, seats, players)
        assert phase.due_at is not None, "the clock runs"
        if phase.due_at <= clock.now():
            with clock.stopped_at(phase.due_at + dt.timedelta(seconds=1)):
                resolution.resolve([phase])
    messages.mark_read(game, but=UNREAD if end > clock.now() else 0)


def _begin(name: str, players: Sequence[User], master: User, begins: dt.datetime) -> Game:
    """Open a game that players join one by one; it begins with the last.

    The drawn seats are replaced, so that players have the powers in the order of the set-up.
    """
    with clock.stopped_at(begins - dt.timedelta(days=9, minutes=23)):
        game = creation.create(
            master,
            as_master=True,
            lobby_days=14,
            request_key=cast.key(name),
            title=cast.TITLES[name],
            game_settings=WEEKLY,
            orders_watched_by=Game.Watch.EVERYONE,
        )
    for place, player in enumerate(players, start=1):
        with clock.stopped_at(begins - (len(players) - place) * dt.timedelta(hours=29, minutes=7)):
            game = lobby.join(game, player, house_rules_accepted=True)
    for seat in game.seats.all():
        Tenure.objects.filter(seat=seat).update(person=players[seat.place])
    return game


def _order(phase: Phase, page: Page, seats: Mapping[str, Seat], players: Sequence[User]) -> None:
    """Submit the orders of all powers at different times of the two days before the deadline.

    The last power of a retreat or adjustment phase orders just before the deadline: such a phase
    ends soon after all have ordered, and so each year would otherwise begin an hour earlier.
    """
    assert phase.due_at is not None, "the clock runs"
    still_open = phase.due_at > clock.now()
    until = min(phase.due_at, clock.now())
    ends_early = phase.type != PhaseType.MOVEMENT
    *_others, last = page.orders
    for power, texts in page.orders.items():
        if still_open and power == cast.LAST_TO_ORDER:
            continue
        seat = seats[power]
        sheet = [submission.Line(f"line-{number}", text) for number, text in enumerate(texts, 1)]
        minutes = 37 + (phase.number * 311 + seat.place * 947) % 2600
        if ends_early and power == last:
            minutes = 11 + seat.place
        with clock.stopped_at(until - dt.timedelta(minutes=minutes)):
            submission.submit(phase, seat, sheet, person=players[seat.place])
            if still_open:
                readiness.set_ready(phase, [seat], ready=True, person=players[seat.place])


def _open_lobby(players: Iterable[User], master: User) -> None:
    """Open a game in its lobby, with some of its seats taken."""
    opened = clock.now() - dt.timedelta(days=4)
    with clock.stopped_at(opened):
        game = creation.create(
            master,
            as_master=True,
            lobby_days=21,
            request_key=cast.key("lobby"),
            title=cast.TITLES["lobby"],
            game_settings=TWO_DAYS,
            changes={"may_retreat_to_convoyed_attackers_province": "yes"},
            house_rules=HOUSE_RULES,
        )
    for place, player in enumerate(players, start=1):
        with clock.stopped_at(opened + place * dt.timedelta(hours=13, minutes=11)):
            lobby.join(game, player, house_rules_accepted=True)

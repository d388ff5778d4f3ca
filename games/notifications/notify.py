"""Notify people: write notifications to the outbox, in the transaction of their subject.

A notification on the site is for everybody concerned; mail and push only for those who want them
for that kind. `mail.delivery` and `push.delivery` send what is written here.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import BooleanField, Exists, OuterRef, QuerySet, Value

from accounts import clock
from accounts.models import User

from ..core import bulk
from ..models import (
    Browser,
    Complaint,
    Event,
    Game,
    MailChoice,
    Message,
    Notification,
    Phase,
    PushOptOut,
    Tenure,
)
from .preferences import next_summary
from .push import keys
from .recipients import everyone, readers

FIELDS = [
    "key",
    "kind",
    "channel",
    "person",
    "game",
    "phase",
    "message",
    "event",
    "created_at",
    "send_at",
    "in_summary",
]
FALSE = Value(False, output_field=BooleanField())


class NotReached(NamedTuple):
    """People, by primary key, whom an immediate notification did not reach.

    They are kept by channel: mail, and push.
    """

    by_mail: set[int]
    by_push: set[int]

    @property
    def everyone(self) -> set[int]:
        return self.by_mail | self.by_push


class Announcement(NamedTuple):
    """Content of one notification in a game, and the `people`, by primary key, who get it.

    `event` must be given if it can happen more than once in a phase. `not_reached` is the result of
    another notification of the same moment with the same content: mail and push then go only to
    people that it did not reach.
    """

    people: Collection[int]
    game: Game
    phase: Phase | None = None
    event: Event | None = None
    not_reached: NotReached | None = None


def notify(
    kind: Notification.Kind,
    people: Collection[int],
    *,
    game: Game,
    phase: Phase | None = None,
    event: Event | None = None,
) -> NotReached:
    """Notify people on the site and, if they want it, by mail and push.

    Nobody is notified twice of the same subject.
    """
    (not_reached,) = notify_many(kind, [Announcement(people, game, phase, event)])
    return not_reached


def notify_many(
    kind: Notification.Kind, announcements: Sequence[Announcement], *, on_site: bool = True
) -> list[NotReached]:
    """Notify as `notify` does, for several games by two queries; return a `NotReached` for each.

    Without `on_site`, mail and push only. Practice games notify nobody but administrators of an
    error: their only person is there.
    """
    now = clock.now()
    if kind != Notification.Kind.SET_ASIDE:
        announcements = [
            news._replace(people=()) if news.game.practice else news for news in announcements
        ]
    everybody = {person for news in announcements for person in news.people}
    reachable = _reachable().filter(pk__in=everybody)
    choice_of = {choice.person: choice for choice in _delivery_choices(kind, reachable)}
    rows: list[tuple[Any, ...]] = []
    not_reached = []
    for news in announcements:
        people = sorted(set(news.people))
        choices = [choice_of[person] for person in people if person in choice_of]
        blank = Notification(
            key=_key(kind, news.game, news.phase, news.event),
            kind=kind,
            game=news.game,
            phase=news.phase,
            event=news.event,
        )
        left = [choice.without_reached(news.not_reached) for choice in choices]
        rows += _rows(blank, on_site=people if on_site else (), choices=left, now=now)
        not_reached.append(_not_reached(people, choices))
    _store(rows)
    return not_reached


def _not_reached(people: Iterable[int], choices: Sequence["DeliveryChoice"]) -> NotReached:
    mailed = {choice.person for choice in choices if choice.by_mail and not choice.in_summary}
    return NotReached(
        by_mail=set(people) - mailed,
        by_push={choice.person for choice in choices if choice.has_browser and not choice.by_push},
    )


def notify_event(event: Event, *, also: Iterable[int] = (), acting: User | None = None) -> None:
    """Notify everyone in the game, and `also`, who may have just left it.

    The person `acting` knows already: the event's actor unless it is somebody else.
    """
    people = {*everyone(event.game), *also} - {acting.pk if acting else event.actor_id}
    others = [person for person in people if person is not None]
    notify(Notification.Kind.NEWS, others, game=event.game, phase=event.phase, event=event)


def remind(people: Iterable[int], *, phase: Phase, at: dt.datetime | None = None) -> None:
    """Remind people whose orders are missing, by mail and push.

    This happens once for each deadline of the phase and each time `at` which a reminder is due.
    """
    kind, game = Notification.Kind.REMINDER, phase.game
    moments = [f"{moment:%Y%m%dT%H%M}" for moment in (phase.deadline, at) if moment]
    key = ":".join([_key(kind, game, phase, None), *moments])
    blank = Notification(key=key, kind=kind, game=game, phase=phase)
    _write(blank, _delivery_choices(kind, _reachable().filter(pk__in=set(people))))


def notify_message(message: Message) -> None:
    """Notify the readers of a message, but not its author, by mail and push.

    The site marks it as unread. Messages of practice games notify nobody.
    """
    assert message.person_id is not None, "imported messages are no news"
    if message.thread.game.practice:
        return
    reading = readers(message).exclude(pk=message.person_id)
    people = _reachable().filter(pk__in=reading.values("pk"))
    blank = Notification(
        key=f"message:{message.pk}",
        kind=Notification.Kind.MESSAGE,
        game_id=message.thread.game_id,
        message=message,
    )
    _write(blank, _delivery_choices(Notification.Kind.MESSAGE, people))


def notify_complaint(complaint: Complaint, people: Collection[int]) -> None:
    """Notify the people who moderate, by primary key. No notification names the reporter."""
    kind, game = Notification.Kind.COMPLAINT, complaint.message.thread.game
    blank = Notification(key=f"{kind}:{complaint.pk}", kind=kind, game=game)
    _write(blank, _delivery_choices(kind, _reachable().filter(pk__in=people)), on_site=people)


def notify_turn(
    phase: Phase,
    powers: Collection[str],
    *,
    not_reached: NotReached | None = None,
    event: Event | None = None,
) -> None:
    """Notify the holders of `powers`, who have something to order in `phase`, by mail and push.

    For `not_reached` see `Announcement`. `event` must be given if the phase is opened once more.
    """
    seated = Tenure.objects.current().filter(seat__game=phase.game_id, seat__power__in=powers)
    holders = set(seated.values_list("person", flat=True))
    people = holders if not_reached is None else holders & not_reached.everyone
    notify_turns([Announcement(people, phase.game, phase, event, not_reached)])


def notify_turns(announcements: Sequence[Announcement]) -> None:
    """Notify as `notify_turn` does, for known people of several games: two queries."""
    notify_many(Notification.Kind.YOUR_TURN, announcements, on_site=False)


def _key(kind: Notification.Kind, game: Game, phase: Phase | None, event: Event | None) -> str:
    parts = [kind, game.pk, phase and phase.number, event and event.pk]
    return ":".join(str(part) for part in parts if part is not None)


def _reachable() -> QuerySet[User]:
    """People who can be notified by mail or push."""
    return User.objects.taking_part()


class DeliveryChoice(NamedTuple):
    """A person's choice of channels for one kind of notification.

    Mail is sent at once or in the next summary, whose time depends on the time zone `zone`. Push
    needs a browser with a subscription.
    """

    person: int
    zone: str = "UTC"
    by_mail: bool = True
    in_summary: bool = False
    by_push: bool = False
    has_browser: bool = False

    def without_reached(self, not_reached: NotReached | None) -> "DeliveryChoice":
        """The choice without the channels by which another notification reached the person."""
        if not_reached is None:
            return self
        return self._replace(
            by_mail=self.by_mail and self.person in not_reached.by_mail,
            by_push=self.by_push and self.person in not_reached.by_push,
        )


def _delivery_choices(kind: Notification.Kind, people: QuerySet[User]) -> list[DeliveryChoice]:
    """The choices of `people` for this kind; one query."""
    mine = {"kind": kind, "person": OuterRef("pk")}
    chosen = MailChoice.objects.filter(**mine)
    push_off = Exists(PushOptOut.objects.filter(**mine))
    browsers = Exists(Browser.objects.filter(person=OuterRef("pk")))
    found = people.annotate(
        by_mail=~Exists(chosen.filter(how=MailChoice.How.OFF)),
        in_summary=Exists(chosen.filter(how=MailChoice.How.SUMMARY)),
        by_push=browsers & ~push_off if keys.is_on() else FALSE,
        has_browser=browsers if keys.is_on() else FALSE,
    )
    fields = ("pk", "time_zone", "by_mail", "in_summary", "by_push", "has_browser")
    return [DeliveryChoice(*each) for each in found.order_by("pk").values_list(*fields)]


def _write(
    blank: Notification, choices: Iterable[DeliveryChoice], *, on_site: Iterable[int] = ()
) -> None:
    """Store notifications that are copies of `blank`."""
    _store([*_rows(blank, on_site=on_site, choices=choices, now=clock.now())])


def _rows(
    blank: Notification,
    *,
    on_site: Iterable[int],
    choices: Iterable[DeliveryChoice],
    now: dt.datetime,
) -> Iterator[tuple[Any, ...]]:
    """The values of `FIELDS` for copies of `blank`, one for each person and channel."""
    channel = Notification.Channel
    what = (blank.key, blank.kind)
    about = (blank.game_id, blank.phase_id, blank.message_id, blank.event_id, now)
    for person in on_site:
        yield (*what, channel.SITE, person, *about, None, False)
    for choice in choices:
        if choice.by_mail:
            when = next_summary(choice.zone, now) if choice.in_summary else now
            yield (*what, channel.MAIL, choice.person, *about, when, choice.in_summary)
        if choice.by_push:
            yield (*what, channel.PUSH, choice.person, *about, now, False)


def _store(rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows; one that exists already stays as it is."""
    bulk.insert(Notification, FIELDS, rows, skip_existing=["key", "person", "channel"])

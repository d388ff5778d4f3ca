"""Telling people: rows for the outbox, written in the transaction of what they tell of.

A notice on the site is one for all; mail, and what browsers say, goes only to those who want it of
that kind. `deliveries` and `pushes` send what is written here.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, BooleanField, Exists, OuterRef, Q, QuerySet, Value

from accounts.models import User

from .. import batch, clock
from ..models import (
    Browser,
    Complaint,
    Event,
    Game,
    Letter,
    MailChoice,
    Mastership,
    Mute,
    Notice,
    Phase,
    PushOff,
    Tenure,
)
from . import summaries
from .pushes import switch

FIELDS = [
    "key",
    "kind",
    "channel",
    "person",
    "game",
    "phase",
    "letter",
    "event",
    "created_at",
    "send_at",
    "in_summary",
]
NEVER = Value(False, output_field=BooleanField())


class Untold(NamedTuple):
    """Whom something was not told at once, primary keys: those who get no mail of it, and those
    whose browsers say nothing of it."""

    by_mail: set[int]
    by_push: set[int]

    @property
    def everyone(self) -> set[int]:
        return self.by_mail | self.by_push


class News(NamedTuple):
    """Something of a game that is told to `people`, primary keys. What can happen more than once in
    a phase names its `event`. If other news of the same moment say it too, only those whom they
    left `untold` are told by mail and by push."""

    people: Collection[int]
    game: Game
    phase: Phase | None = None
    event: Event | None = None
    untold: Untold | None = None


def tell(
    kind: Notice.Kind,
    people: Collection[int],
    *,
    game: Game,
    phase: Phase | None = None,
    event: Event | None = None,
) -> Untold:
    """Tell people on the site and, if they want it, by mail and in their browsers; what was told
    already stays told once."""
    (untold,) = tell_each(kind, [News(people, game, phase, event)])
    return untold


def tell_each(kind: Notice.Kind, told: Sequence[News], *, on_site: bool = True) -> list[Untold]:
    """As `tell`, of several games; whom it left untold, of each. Two queries for all, one of them
    writes. What is not told on the site, goes by mail and push only."""
    now = clock.now()
    people = {person for news in told for person in news.people}
    found = {way.person: way for way in _ways(kind, _reachable().filter(pk__in=people))}
    rows: list[tuple[Any, ...]] = []
    untold = []
    for news in told:
        each = sorted(set(news.people))
        ways = [found[person] for person in each if person in found]
        blank = Notice(
            key=_key(kind, news.game, news.phase, news.event),
            kind=kind,
            game=news.game,
            phase=news.phase,
            event=news.event,
        )
        left = [way.left_by(news.untold) for way in ways]
        rows += _rows(blank, on_site=each if on_site else (), ways=left, now=now)
        untold.append(_untold(each, ways))
    _store(rows)
    return untold


def _untold(people: Iterable[int], ways: Iterable["Way"]) -> Untold:
    return Untold(
        by_mail=set(people).difference(w.person for w in ways if w.by_mail and not w.in_summary),
        by_push={way.person for way in ways if way.has_browser and not way.by_push},
    )


def tell_news(event: Event, *, also: Iterable[int] = ()) -> None:
    """Tell everyone in the game of what somebody else, or the site, did in it; `also` those whom
    it has just put out of it."""
    people = {*everyone(event.game), *also} - {event.actor_id}
    told = [person for person in people if person is not None]
    tell(Notice.Kind.NEWS, told, game=event.game, phase=event.phase, event=event)


def remind(people: Iterable[int], *, phase: Phase, at: dt.datetime | None = None) -> None:
    """Mail and push to people whose orders are missing, once for each deadline that a phase gets
    and each time `at` which it asks."""
    kind, game = Notice.Kind.REMINDER, phase.game
    moments = [f"{moment:%Y%m%dT%H%M}" for moment in (phase.deadline, at) if moment]
    key = ":".join([_key(kind, game, phase, None), *moments])
    blank = Notice(key=key, kind=kind, game=game, phase=phase)
    _write(blank, _ways(kind, _reachable().filter(pk__in=set(people))))


def tell_of_letter(letter: Letter) -> None:
    """Mail and push to the readers of a letter but for its author; on the site unread marks
    tell."""
    reading = readers(letter).exclude(pk=letter.person_id)
    people = _reachable().filter(pk__in=reading.values("pk"))
    blank = Notice(
        key=f"letter:{letter.pk}",
        kind=Notice.Kind.LETTER,
        game_id=letter.thread.game_id,
        letter=letter,
    )
    _write(blank, _ways(Notice.Kind.LETTER, people))


def tell_of_complaint(complaint: Complaint, people: Collection[int]) -> None:
    """Tell those who hear it, by their primary keys; nothing names who complained."""
    kind, game = Notice.Kind.COMPLAINT, complaint.letter.thread.game
    blank = Notice(key=f"{kind}:{complaint.pk}", kind=kind, game=game)
    _write(blank, _ways(kind, _reachable().filter(pk__in=people)), on_site=people)


def readers(letter: Letter) -> QuerySet[User]:
    """Who is told of a letter: who holds a seat of its thread; if it is public, any seat, and the
    masters; but nobody who has muted the power that signs it.

    The ending of a game ends nobody's letters.
    """
    thread = letter.thread
    signed_by = None if letter.unsigned else letter.seat_id
    deaf = Mute.objects.filter(seat=signed_by).values("person")
    people = User.objects.exclude(pk__in=deaf) if signed_by else User.objects.all()
    seated = Tenure.objects.filter(Q(until=None) | Q(ending=Tenure.Ending.GAME_OVER))
    if thread.is_public:
        seated = seated.filter(seat__game=thread.game_id)
        masters = Mastership.objects.filter(game=thread.game_id, until=None).values("person")
        return people.filter(Q(pk__in=seated.values("person")) | Q(pk__in=masters))
    return people.filter(pk__in=seated.filter(seat__threads=thread.pk).values("person"))


def tell_of_turn(
    phase: Phase,
    powers: Collection[str],
    *,
    untold: Untold | None = None,
    event: Event | None = None,
) -> None:
    """Mail and push to whoever holds a seat of `powers`: they have something to order in `phase`.

    Only to those whom other news of the same moment, which say so, left `untold`. A phase that is
    opened once more, its clock stopped meanwhile, names its `event`.
    """
    seated = Tenure.objects.filter(seat__game=phase.game_id, until=None, seat__power__in=powers)
    holders = set(seated.values_list("person", flat=True))
    told = holders if untold is None else holders & untold.everyone
    tell_of_turns([News(told, phase.game, phase, event, untold)])


def tell_of_turns(told: Sequence[News]) -> None:
    """The same where it is known who holds the seats: two queries, none if there is nobody."""
    tell_each(Notice.Kind.YOUR_TURN, told, on_site=False)


def _key(kind: Notice.Kind, game: Game, phase: Phase | None, event: Event | None) -> str:
    parts = [kind, game.pk, phase and phase.number, event and event.pk]
    return ":".join(str(part) for part in parts if part is not None)


def _reachable() -> QuerySet[User]:
    """Who can be told anything outside of the site."""
    return User.objects.filter(is_active=True, closed_at=None)


class Way(NamedTuple):
    """How a person wants to be told of something: by mail, at once or in the next summary of their
    `zone`, and by push, if they have a browser to be told in."""

    person: int
    zone: str = "UTC"
    by_mail: bool = True
    in_summary: bool = False
    by_push: bool = False
    has_browser: bool = False

    def left_by(self, untold: Untold | None) -> "Way":
        """What of it is still to be told, where other news left some `untold`."""
        if untold is None:
            return self
        return self._replace(
            by_mail=self.by_mail and self.person in untold.by_mail,
            by_push=self.by_push and self.person in untold.by_push,
        )


def _ways(kind: Notice.Kind, people: QuerySet[User]) -> list[Way]:
    """How `people` want to be told of this kind; one query."""
    mine = {"kind": kind, "person": OuterRef("pk")}
    chosen = MailChoice.objects.filter(**mine)
    silent = Exists(PushOff.objects.filter(**mine))
    browsers = Exists(Browser.objects.filter(person=OuterRef("pk")))
    found = people.annotate(
        by_mail=~Exists(chosen.filter(how=MailChoice.How.OFF)),
        in_summary=Exists(chosen.filter(how=MailChoice.How.SUMMARY)),
        by_push=browsers & ~silent if switch.is_on() else NEVER,
        has_browser=browsers if switch.is_on() else NEVER,
    )
    fields = ("pk", "time_zone", "by_mail", "in_summary", "by_push", "has_browser")
    return [Way(*each) for each in found.order_by("pk").values_list(*fields)]


def _write(blank: Notice, ways: Iterable[Way], *, on_site: Iterable[int] = ()) -> None:
    _store([*_rows(blank, on_site=on_site, ways=ways, now=clock.now())])


def _rows(
    blank: Notice, *, on_site: Iterable[int], ways: Iterable[Way], now: dt.datetime
) -> Iterator[tuple[Any, ...]]:
    """One row for each person and channel, like `blank`."""
    channel = Notice.Channel
    told = (blank.key, blank.kind)
    about = (blank.game_id, blank.phase_id, blank.letter_id, blank.event_id, now)
    for person in on_site:
        yield (*told, channel.SITE, person, *about, None, False)
    for way in ways:
        if way.by_mail:
            when = summaries.next_one(way.zone, now) if way.in_summary else now
            yield (*told, channel.MAIL, way.person, *about, when, way.in_summary)
        if way.by_push:
            yield (*told, channel.PUSH, way.person, *about, now, False)


def _store(rows: Sequence[tuple[Any, ...]]) -> None:
    """Those that stand already stay."""
    batch.insert(Notice, FIELDS, rows, unless=["key", "person", "channel"])


def players(game: Game) -> list[int]:
    """Who holds a seat now."""
    return list(Tenure.objects.filter(seat__game=game, until=None).values_list("person", flat=True))


def masters(game: Game) -> list[int]:
    running = Mastership.objects.filter(game=game, until=None)
    return list(running.values_list("person", flat=True))


class Crowd(NamedTuple):
    """Who holds the seats of a game now, by the seat's primary key, and who masters it."""

    players: dict[int, int]
    masters: set[int]

    @property
    def everyone(self) -> set[int]:
        return self.masters.union(self.players.values())


def crowds(games: Collection[int]) -> dict[int, Crowd]:
    """Of each game, by primary key, those whom its news concern; one query."""
    found = {game: Crowd({}, set()) for game in games}
    seated = Tenure.objects.filter(seat__game__in=games, until=None)
    mastering = Mastership.objects.filter(game__in=games, until=None)
    nobody = Value(None, output_field=BigIntegerField())
    rows = seated.order_by().values_list("seat__game", "person", "seat")
    for game, person, seat in rows.union(
        mastering.order_by().values_list("game", "person", nobody), all=True
    ):
        if seat is None:
            found[game].masters.add(person)
        else:
            found[game].players[seat] = person
    return found


def everyone(game: Game) -> set[int]:
    """Who holds a seat now or masters the game."""
    return crowds([game.pk])[game.pk].everyone


def admins() -> list[int]:
    return list(User.objects.filter(is_superuser=True, is_active=True).values_list("pk", flat=True))

"""Telling people: rows for the outbox, written in the transaction of what they tell of.

A notice on the site is one for all; mail goes only to those who want it of that kind. `deliveries`
sends what is written here.
"""

import datetime as dt
from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User

from .. import batch, clock
from ..models import Event, Game, Letter, MailChoice, Mastership, Notice, Phase, Tenure

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
]


def tell(
    kind: Notice.Kind,
    people: Iterable[int],
    *,
    game: Game,
    phase: Phase | None = None,
    event: Event | None = None,
) -> set[int]:
    """Tell people on the site and, if they want it, by mail; what was told already stays told once.
    Returns who gets no mail of it.

    `people` are primary keys. What can happen more than once in a phase names its `event`. Two
    queries, one of them writes.
    """
    told = sorted(set(people))
    mailed = _wanting_mail(kind, told)
    key = _key(kind, game, phase, event)
    blank = Notice(key=key, kind=kind, game=game, phase=phase, event=event)
    _write(blank, on_site=told, by_mail=mailed)
    return set(told).difference(mailed)


def tell_news(event: Event, *, also: Iterable[int] = ()) -> None:
    """Tell everyone in the game of what somebody else, or the site, did in it; `also` those whom
    it has just put out of it."""
    people = {*everyone(event.game), *also} - {event.actor_id}
    told = [person for person in people if person is not None]
    tell(Notice.Kind.NEWS, told, game=event.game, phase=event.phase, event=event)


def remind(people: Iterable[int], *, phase: Phase, at: dt.datetime | None = None) -> None:
    """Mail to people whose orders are missing, once for each deadline that a phase gets and each
    time `at` which it asks."""
    kind, game = Notice.Kind.REMINDER, phase.game
    moments = [f"{moment:%Y%m%dT%H%M}" for moment in (phase.deadline, at) if moment]
    key = ":".join([_key(kind, game, phase, None), *moments])
    blank = Notice(key=key, kind=kind, game=game, phase=phase)
    _write(blank, by_mail=_wanting_mail(kind, set(people)))


def tell_of_letter(letter: Letter) -> None:
    """Mail to the readers of a letter but for its author; on the site unread marks tell."""
    people = readers(letter) & _wanting(Notice.Kind.LETTER).exclude(pk=letter.person_id)
    blank = Notice(
        key=f"letter:{letter.pk}",
        kind=Notice.Kind.LETTER,
        game_id=letter.thread.game_id,
        letter=letter,
    )
    _write(blank, by_mail=people.order_by("pk").values_list("pk", flat=True))


def readers(letter: Letter) -> QuerySet[User]:
    """Who holds a seat of the letter's thread; if it is public, any seat, and the masters.

    The ending of a game ends nobody's letters.
    """
    thread = letter.thread
    seated = Tenure.objects.filter(Q(until=None) | Q(ending=Tenure.Ending.GAME_OVER))
    if thread.is_public:
        seated = seated.filter(seat__game=thread.game_id)
        masters = Mastership.objects.filter(game=thread.game_id, until=None).values("person")
        return User.objects.filter(Q(pk__in=seated.values("person")) | Q(pk__in=masters))
    return User.objects.filter(pk__in=seated.filter(seat__threads=thread.pk).values("person"))


def tell_of_turn(
    phase: Phase,
    powers: Iterable[str],
    *,
    among: Collection[int] | None = None,
    event: Event | None = None,
) -> None:
    """Mail to whoever holds a seat of `powers`: they have something to order in `phase`.

    Only to people `among` some, if another mail of the same moment says so to the rest. A phase
    that is opened once more, its clock stopped meanwhile, names its `event`. One query, and one
    that writes if there is somebody to tell.
    """
    if among is not None and not among:
        return
    kind = Notice.Kind.YOUR_TURN
    seated = Tenure.objects.filter(seat__game=phase.game_id, until=None)
    holders = seated.filter(seat__power__in=list(powers)).values("person")
    people = _wanting(kind).filter(pk__in=holders)
    if among is not None:
        people = people.filter(pk__in=among)
    blank = Notice(
        key=_key(kind, phase.game, phase, event), kind=kind, game=phase.game, phase=phase
    )
    _write(blank, by_mail=people.order_by("pk").values_list("pk", flat=True))


def _key(kind: Notice.Kind, game: Game, phase: Phase | None, event: Event | None) -> str:
    parts = [kind, game.pk, phase and phase.number, event and event.pk]
    return ":".join(str(part) for part in parts if part is not None)


def _wanting(kind: Notice.Kind) -> QuerySet[User]:
    """Who wants mail of this kind: everyone who has not switched it off."""
    off = MailChoice.objects.filter(kind=kind, how=MailChoice.How.OFF)
    return User.objects.filter(is_active=True, closed_at=None).exclude(pk__in=off.values("person"))


def _wanting_mail(kind: Notice.Kind, people: Collection[int]) -> list[int]:
    return list(_wanting(kind).filter(pk__in=people).order_by("pk").values_list("pk", flat=True))


def _write(blank: Notice, *, on_site: Iterable[int] = (), by_mail: Iterable[int] = ()) -> None:
    """One row for each person and channel, like `blank`; those that stand already stay."""
    now = clock.now()
    about = (blank.game_id, blank.phase_id, blank.letter_id, blank.event_id, now)
    rows: list[tuple[Any, ...]]
    rows = [(blank.key, blank.kind, Notice.Channel.SITE, who, *about, None) for who in on_site]
    rows += [(blank.key, blank.kind, Notice.Channel.MAIL, who, *about, now) for who in by_mail]
    batch.insert(Notice, FIELDS, rows, unless=["key", "person", "channel"])


def players(game: Game) -> list[int]:
    """Who holds a seat now."""
    return list(Tenure.objects.filter(seat__game=game, until=None).values_list("person", flat=True))


def masters(game: Game) -> list[int]:
    running = Mastership.objects.filter(game=game, until=None)
    return list(running.values_list("person", flat=True))


def everyone(game: Game) -> list[int]:
    """Who holds a seat now or masters the game, in one query."""
    seated = Tenure.objects.filter(seat__game=game, until=None).order_by().values_list("person")
    mastering = Mastership.objects.filter(game=game, until=None).order_by().values_list("person")
    return [person for (person,) in seated.union(mastering)]


def admins() -> list[int]:
    return list(User.objects.filter(is_superuser=True, is_active=True).values_list("pk", flat=True))

"""Telling people: rows for the outbox, written in the transaction of what they tell of.

A notice on the site is one for all; mail goes only to those who want it of that kind. `deliveries`
sends what is written here.
"""

import datetime as dt
from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from accounts.models import User

from .. import clock
from ..models import Event, Game, Letter, MailChoice, Mastership, Notice, Phase, Tenure


def tell(
    kind: Notice.Kind,
    people: Iterable[int],
    *,
    game: Game,
    phase: Phase | None = None,
    event: Event | None = None,
) -> None:
    """Tell people on the site and, if they want it, by mail; what was told already stays told once.

    `people` are primary keys. What can happen more than once in a phase names its `event`. Two
    queries, one of them writes.
    """
    told = sorted(set(people))
    mailed = _wanting_mail(kind, told)
    key = _key(kind, game, phase, event)
    blank = Notice(key=key, kind=kind, game=game, phase=phase, event=event)
    _write(blank, on_site=told, by_mail=mailed)


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
    beside: Notice.Kind | None = None,
    event: Event | None = None,
) -> None:
    """Mail to whoever holds a seat of `powers`: they have something to order in `phase`.

    `beside` is the kind of mail that says so too, told in the same moment: whoever gets that one
    needs no second. A phase that is opened once more, its clock stopped meanwhile, names its
    `event`. One query, and one that writes if there is somebody to tell.
    """
    seated = Tenure.objects.filter(seat__game=phase.game_id, until=None)
    holders = seated.filter(seat__power__in=list(powers)).values("person")
    people = _wanting(Notice.Kind.YOUR_TURN).filter(pk__in=holders)
    if beside is not None:
        off = MailChoice.objects.filter(kind=beside, how=MailChoice.How.OFF)
        people = people.filter(pk__in=off.values("person"))
    kind = Notice.Kind.YOUR_TURN
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
    rows = [
        Notice(
            key=blank.key,
            kind=blank.kind,
            channel=channel,
            person_id=person,
            game_id=blank.game_id,
            phase_id=blank.phase_id,
            letter_id=blank.letter_id,
            event_id=blank.event_id,
            created_at=now,
            send_at=now if channel == Notice.Channel.MAIL else None,
        )
        for channel, people in (
            (Notice.Channel.SITE, on_site),
            (Notice.Channel.MAIL, by_mail),
        )
        for person in people
    ]
    if not rows:
        return
    # To ignore conflicts would on SQLite ignore rows that break other constraints as well. This
    # writes to a row that stands what stands there.
    Notice.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["key", "person", "channel"],
        update_fields=["key"],
    )


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

"""From an idea to a full table: make a game, join, leave, be removed, expire, begin."""

import datetime as dt
import secrets
import uuid
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import User
from adjudicator import must_order, opening

from . import audit, clock, editions, phases, positions
from .deadlines import schedule
from .errors import Refused, describe
from .mastering import settings
from .models import Entry, Event, Game, Mastership, Notice, Seat, Tenure
from .telling import notifications

logger = structlog.get_logger(__name__)

# Pages have these names where games have theirs.
RESERVED = ("new", "mine", "seats", "volunteer", "disorder", "take-over")


def create(
    person: User,
    *,
    as_master: bool,
    lobby_days: int,
    request_key: uuid.UUID,
    conduct: Mapping[str, Any],
    skipped: Collection[dt.date] = (),
    changes: Mapping[str, str] | None = None,
    **fields: Any,
) -> Game:
    """Make a game whose lobby is open for `lobby_days`; its maker masters it or joins it.

    `conduct` has fields of `Conduct`, `skipped` the dates without deadlines, `changes` the points
    on which the game departs from its edition of the rules (see `editions`).

    The same form sent twice (the same `request_key`, the same fields) gives the game that the first
    one made; changed and sent again, as the back button allows, it makes another.
    """
    now = clock.now()
    with transaction.atomic():
        closes_at = now + dt.timedelta(days=lobby_days)
        game, made = get_or_create(request_key, created_at=now, lobby_closes_at=closes_at, **fields)
        if not made:
            run_alike = game.conduct is not None and settings.same(game.conduct, conduct, skipped)
            if run_alike and _is_as_asked(game, person, as_master, fields, changes or {}):
                return game
            fresh = {**fields, "lobby_days": lobby_days, "request_key": uuid.uuid4()}
            agreed: dict[str, Any] = {"conduct": conduct, "skipped": skipped, "changes": changes}
            return create(person, as_master=as_master, **agreed, **fresh)
        settings.store(game, conduct, skipped)
        editions.change(game, changes or {})
        audit.log(Event.Kind.GAME_CREATED, game=game, actor=person)
        if as_master:
            Mastership.objects.create(game=game, person=person, since=now)
        else:
            _enter(game, person)
    return game


def get_or_create(request_key: uuid.UUID, **fields: Any) -> tuple[Game, bool]:
    """The game of a form, and whether it is new."""

    def store() -> tuple[Game, bool]:
        defaults = {"slug": _free_slug(fields["title"]), **fields}
        return Game.objects.get_or_create(request_key=request_key, defaults=defaults)

    try:
        return store()
    except IntegrityError:  # another game of this title was made in the same instant
        return store()


def _is_as_asked(
    game: Game,
    person: User,
    as_master: bool,
    fields: Mapping[str, Any],
    changes: Mapping[str, str],
) -> bool:
    mastered = game.masterships.filter(person=person, until=None).exists()
    same = all(getattr(game, name) == value for name, value in fields.items())
    same = same and editions.stored(game) == editions.differing(game.rules, changes)
    return same and mastered == as_master


def _free_slug(title: str) -> str:
    """A readable name for URLs: the title's letters and, if it is taken, some random ones."""
    slug = slugify(title)[:60].strip("-") or "game"
    while Game.objects.filter(slug=slug).exists() or slug in RESERVED:
        slug = f"{slug[:60]}-{secrets.token_hex(3)}"
    return slug


def join(game: Game, person: User, *, house_rules_accepted: bool) -> Game:
    """Let `person` into the lobby; the last one to join starts the game."""
    if game.house_rules and not house_rules_accepted:
        raise Refused(_("Read the house rules and accept them to join this game."))
    with transaction.atomic():
        game = _locked(game)
        # First, so that whoever begins a game by a double click is not told that it is full.
        if Entry.objects.filter(game=game, person=person).exists():
            raise Refused(_("You have joined this game already."))
        if game.events.filter(kind=Event.Kind.REMOVED, subject=person).exists():
            raise Refused(_("The game master removed you from this game."))
        _must_be_in_lobby(game)
        if Mastership.objects.filter(game=game, person=person).exists():
            raise Refused(_("Who masters or has mastered a game cannot play in it."))
        _enter(game, person)
        if places_left(game) == 0:
            _begin(game)
    return game


def _enter(game: Game, person: User) -> None:
    """Takes the game's lock for granted; then the person's, so that nobody enters while leaving.

    Not their key: to seat someone else takes that one's key, and two lobbies that fill in the same
    moment would wait for each other.
    """
    person_open = User.objects.select_for_update(no_key=True).filter(pk=person.pk, closed_at=None)
    if not person_open.exists():
        raise Refused(_("This account is closed."))
    Entry.objects.create(game=game, person=person, joined_at=clock.now())
    audit.log(Event.Kind.JOINED, game=game, actor=person)


def leave(game: Game, person: User) -> None:
    """Take `person` out of the lobby at their own wish."""
    with transaction.atomic():
        _take_out(game, person)
        audit.log(Event.Kind.LEFT, game=game, actor=person)


def leave_all(person: User) -> None:
    """Take `person` out of every lobby. Part of closing an account."""
    for entry in Entry.objects.filter(person=person, game__status=Game.Status.LOBBY):
        with suppress(Refused):  # it has just begun, or its time is over
            leave(entry.game, person)


def remove(game: Game, person: User, *, by: User) -> None:
    """Take `person` out of the lobby at the master's wish."""
    with transaction.atomic():
        _take_out(game, person)
        event = audit.log(Event.Kind.REMOVED, game=game, actor=by, subject=person)
        notifications.tell(Notice.Kind.REMOVED, [person.pk], game=game, event=event)


def _take_out(game: Game, person: User) -> None:
    game = _locked(game)
    _must_be_in_lobby(game)
    gone, _rows = Entry.objects.filter(game=game, person=person).delete()
    if not gone:
        raise Refused(_("%(name)s is not waiting in this game.") % {"name": person})


def places_left(game: Game) -> int:
    return len(positions.setup_of(game).players) - game.entries.count()


def expire_lobbies() -> int:
    """Close every lobby whose time is over; returns how many."""
    overdue = Game.objects.filter(status=Game.Status.LOBBY, lobby_closes_at__lte=clock.now())
    count = 0
    for game in overdue.only("pk", "slug"):
        try:
            count += _expire(game)
        except Exception as error:  # one game's trouble stops no other
            logger.error("lobby_not_closed", game=game.slug, error=describe(error))
    return count


def _expire(game: Game) -> bool:
    with transaction.atomic():
        game = _locked(game)
        if not game.in_lobby or game.lobby_closes_at > clock.now():
            return False
        game.status = Game.Status.EXPIRED
        game.ended_at = clock.now()
        game.save(update_fields=["status", "ended_at"])
        audit.log(Event.Kind.LOBBY_EXPIRED, game=game)
        waiting = list(game.entries.values_list("person", flat=True))
        notifications.tell(
            Notice.Kind.LOBBY_EXPIRED, waiting + notifications.masters(game), game=game
        )
    return True


def _locked(game: Game) -> Game:
    return Game.objects.select_for_update().get(pk=game.pk)


def _must_be_in_lobby(game: Game) -> None:
    if game.status == Game.Status.EXPIRED or (
        game.in_lobby and game.lobby_closes_at <= clock.now()
    ):
        raise Refused(_("This game did not fill in time; its lobby is closed."))
    if not game.in_lobby:
        raise Refused(_("This game has begun; its seats are taken."))


def _begin(game: Game) -> None:
    """Draw the powers by lot and open the first phase."""
    now = clock.now()
    setup = positions.setup_of(game)
    seats = _draw_by_lot(game, now)
    game.status = Game.Status.PLAYING
    game.started_at = now
    game.save(update_fields=["status", "started_at"])
    position = opening(setup)
    assert game.conduct is not None
    deadline = schedule.deadline(game.conduct, position.phase.type, now)
    phase = phases.open_phase(game, position, seats, number=1, now=now, deadline=deadline)
    audit.log(Event.Kind.GAME_BEGUN, game=game, phase=phase)
    people = notifications.everyone(game)
    untold = notifications.tell(Notice.Kind.GAME_BEGUN, people, game=game, phase=phase)
    notifications.tell_of_turn(phase, must_order(position), untold=untold)


def _draw_by_lot(game: Game, now: dt.datetime) -> dict[str, Seat]:
    """Give every waiting person the powers of one place in the set-up. The one act of chance."""
    setup = positions.setup_of(game)
    seats = {
        power: Seat.objects.create(game=game, power=power, place=place)
        for place, power in enumerate(setup.powers)
    }
    hands = list(setup.players)
    secrets.SystemRandom().shuffle(hands)
    Tenure.objects.bulk_create(
        Tenure(seat=seats[power], person_id=entry.person_id, since=now)
        for entry, hand in zip(game.entries.all(), hands, strict=True)
        for power in hand
    )
    return seats

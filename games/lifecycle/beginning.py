"""The beginning of a game: powers, seats and the first phase."""

import datetime as dt
from collections.abc import Mapping

from accounts import clock
from accounts.models import User
from adjudicator import must_order, opening

from ..core import audit
from ..deadlines import schedule
from ..models import DeclaredPlayer, Event, Game, LobbyEntry, Notification, Seat, Tenure
from ..models.fields import new_key
from ..notifications import notify, recipients
from ..state import phases, variants
from . import allotment, lobby_invitations


def begin(game: Game, *, by: User | None = None) -> None:
    """Give the powers of a locked, full game and open its first phase.

    `by` is the master who begins it.
    """
    now = clock.now()
    open_first_phase(game, _give_seats(game, now, by=by), now=now)


def open_first_phase(game: Game, seats: Mapping[str, Seat], *, now: dt.datetime) -> None:
    """Let the game of `seats`, by power, begin."""
    game.status = Game.Status.PLAYING
    game.started_at = now
    game.invitation_key = new_key()  # links to the lobby are void; those to its seats differ
    game.save(update_fields=["status", "started_at", "invitation_key"])
    position = opening(variants.setup_of(game))
    assert game.settings is not None
    deadline = schedule.deadline(game.settings, position.phase.type, now)
    phase = phases.open_phase(game, position, seats, number=1, now=now, deadline=deadline)
    lobby_invitations.delete_all(game)
    audit.log(Event.Kind.GAME_BEGUN, game=game, phase=phase)
    people = recipients.everyone(game)
    not_reached = notify.notify(Notification.Kind.GAME_BEGUN, people, game=game, phase=phase)
    notify.notify_turn(phase, must_order(position), not_reached=not_reached)


def _give_seats(game: Game, now: dt.datetime, *, by: User | None) -> dict[str, Seat]:
    """Create the seats, and give each waiting person the powers that they are to play."""
    method = allotment.method_of(game)
    given = allotment.allot(game, method)
    seats = create_seats(game)
    Tenure.objects.bulk_create(
        Tenure(seat=seats[power], person_id=entry.person_id, since=now)
        for entry, hand in given
        if isinstance(entry, LobbyEntry)
        for power in hand
    )
    game.declared_players.current().update(hand=None)  # no two of them may have the same
    for player, hand in given:
        if isinstance(player, DeclaredPlayer):
            game.declared_players.filter(pk=player.pk).update(hand=seats[hand[0]].hand, since=now)
    allotment.forget(game)
    game.entries.update(here_at=None)  # nobody needs it any more
    audit.log(allotment.EVENTS[method], game=game, actor=by)
    return seats


def create_seats(game: Game, *, disorder_since: dt.datetime | None = None) -> dict[str, Seat]:
    """Create the seats of a game, by power. Those that somebody plays may be in civil disorder."""
    setup = variants.setup_of(game)
    seats = {}
    for place, power in enumerate(setup.powers):
        hand = next((rank for rank, hand in enumerate(setup.players) if power in hand), None)
        since = None if hand is None else disorder_since
        seats[power] = Seat.objects.create(
            game=game, power=power, place=place, hand=hand, disorder_since=since
        )
    return seats

"""A game as its masters see it → values of the API."""

import datetime as dt

from accounts import clock
from accounts.models import User

from ... import access
from ...core.links import absolute_url
from ...deadlines import control
from ...game_master import desk
from ...game_master.desk import SeatFacts
from ...lifecycle import allotment
from ...models import Game, Phase
from ...state import phases
from ...wording.missed_turns import notice_to_master
from .. import mastering
from ..schemas import games as game_schemas
from ..schemas import master as schemas
from .games import deadline_value, power_values
from .lobby import hand_names


def master_value(person: User, game: Game) -> schemas.Master:
    """The state of `game` as a master needs it to run it."""
    phase = phases.current(game) if game.has_begun else None
    if phase is not None:
        phase.game = game
    masters = game.masterships.current().select_related("person").order_by("pk")
    return schemas.Master(
        slug=game.slug,
        title=game.title,
        status=game.status,
        phase=phase.code if phase else None,
        time=deadline_value(phase) if phase else None,
        paused_until=_paused_until(phase),
        earliest_deadline=control.earliest_deadline(phase, clock.now()) if phase else None,
        powers=_powers(person, phase) if phase else [],
        lobby=_lobby(person, game) if game.in_lobby else None,
        masters=[str(row.person) for row in masters],
        actions=mastering.possible_acts(game),
    )


def clock_value(game: Game, *, message: str) -> schemas.Clock:
    """The clock of `game` after an act on it."""
    game.refresh_from_db(fields=["status"])
    phase = phases.current(game)
    if phase is not None:
        phase.game = game
    return schemas.Clock(
        message=message,
        status=game.status,
        time=deadline_value(phase) if phase else None,
        paused_until=_paused_until(phase),
    )


def _paused_until(phase: Phase | None) -> dt.datetime | None:
    pause = phase.pauses.with_known_end().first() if phase else None
    return pause.until if pause else None


def _powers(person: User, phase: Phase) -> list[schemas.MasteredPower]:
    role = access.Role(person, phase.game)
    facts = {
        each.seat.power: each
        for each in desk.seat_facts(person, phase.game, phase, phases.orders_due(phase))
    }
    return [_power(each, facts[each.power]) for each in power_values(role, phase)]


def _power(power: game_schemas.Power, facts: SeatFacts) -> schemas.MasteredPower:
    absence = facts.absence
    return schemas.MasteredPower(
        **power.model_dump(),
        orders_missing=facts.is_missing,
        last_seen=facts.last_seen,
        missed_turns=facts.misses,
        missed_last_turn=notice_to_master(facts.kept) if facts.kept else None,
        absence=schemas.PlayersAbsence(first=absence.first, last=absence.last) if absence else None,
        suspended=facts.suspended,
        reminded_at=facts.nudged_at,
        may_be_reminded=facts.may_be_nudged,
        invited=str(facts.invited.person) if facts.invited else None,
        substitute=facts.seat.lent_until is not None,
        replaced=facts.has_newcomer,
        without_account=facts.declared is not None,
        orders_by_master=facts.is_entered,
    )


def _lobby(person: User, game: Game) -> schemas.MasteredLobby:
    role = access.Role(person, game)
    waiting = game.entries.select_related("person").order_by("pk")
    declared = game.declared_players.current().order_by("pk") if game.orders_by_master else []
    return schemas.MasteredLobby(
        closes_at=game.lobby_closes_at,
        free_seats=allotment.places_left(game),
        waiting=[access.waiting_name(person, each, names_open=role.sees_names) for each in waiting],
        without_account=[each.name for each in declared],
        invited=[str(each.person) for each in access.sent_lobby_invitations(role)],
        invitation=absolute_url(access.invitation_path(game)),
        hands=hand_names(game),
        allotment=allotment.method_of(game),
    )

"""The end of a game by the terms on which it was opened: a solo, or a limit.

`adjudication` asks for it after each phase. Chance and votes play no part here.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from adjudicator import Position, winner
from adjudicator.terms import PhaseCode, PhaseType, Season

from ..models import Game, Phase
from ..state import variants


@dataclass(frozen=True)
class Verdict:
    """The end of a game: its kind, and the powers that have won or share a draw."""

    ending: Game.Ending
    won: Sequence[str] = ()
    sharing: Sequence[str] = ()


def verdict(
    phase: Phase, following: Position, *, year_ended: bool, now: dt.datetime
) -> Verdict | None:
    """Return the end of the game that the resolution of `phase` leads to; None if it goes on.

    `following` is the position after it; `year_ended` says whether centers have changed hands. A
    solo comes before the limit.
    """
    game = phase.game
    if year_ended or game.solo_after == Game.SoloAfter.PHASE:
        counted = following if year_ended else as_occupied(following)
        if won := winner(counted, variants.solo_centers(game), sides(game, following.phase)):
            return Verdict(Game.Ending.SOLO, won=won)
    return at_limit(game, following) if reaches_limit(phase, following.phase, now) else None


def as_occupied(position: Position) -> Position:
    """Return the position as if centers belonged to the powers that occupy them now."""
    owners = dict(position.owners)
    for code, (power, _unit) in position.at.items():
        if code in position.board.centers and power not in position.neutral:
            owners[code] = power
    centers: dict[str, list[str]] = {}
    for code, power in owners.items():
        centers.setdefault(power, []).append(code)
    return replace(position, centers={power: tuple(codes) for power, codes in centers.items()})


def sides(game: Game, phase: PhaseCode) -> list[tuple[str, ...]]:
    """The powers whose centers count together in a phase: each for itself, or a player's."""
    setup = variants.setup_of(game)
    if variants.counts_together(game):
        return [variants.powers_of_hand(game, hand) for hand in range(len(setup.players))]
    neutral = setup.neutral_in(phase)
    return [(power,) for power in setup.powers if power not in neutral]


def reaches_limit(phase: Phase, following: PhaseCode, now: dt.datetime) -> bool:
    """Whether a game ends at its limit before the phase `following`.

    A limit takes effect when the turn is complete: after its retreats and, in fall, adjustments.
    """
    game = phase.game
    if game.ends == Game.Ends.NEVER or following.type != PhaseType.MOVEMENT:
        return False
    if game.ends == Game.Ends.TURNS:
        return turn_number(game, following) > (game.ends_after or 0)
    if game.ends == Game.Ends.DATE:
        return following.season == Season.SPRING and _fall_was_late(phase, following, now)
    return following.year > last_year(game)


def is_last_turn(phase: Phase, now: dt.datetime) -> bool:
    """Whether a game ends at its limit once the turn of an open phase is complete."""
    following = phase.when.following()
    while following.type != PhaseType.MOVEMENT:
        following = following.following()
    return reaches_limit(phase, following, now)


def last_year(game: Game) -> int:
    """The last game year of a game that ends after a year, or after a number of years."""
    last = game.ends_after or 0
    return last if game.ends == Game.Ends.YEAR else _first_movement(game).year + last - 1


def turn_number(game: Game, movement: PhaseCode) -> int:
    """The number of a movement turn in the game, from 1; springs and falls both count."""
    first = _first_movement(game)

    def half_years(code: PhaseCode) -> int:
        return 2 * code.year + (code.season == Season.FALL)

    return half_years(movement) - half_years(first) + 1


def _first_movement(game: Game) -> PhaseCode:
    start = variants.setup_of(game).start
    while start.type != PhaseType.MOVEMENT:
        start = start.following()
    return start


def _fall_was_late(phase: Phase, following: PhaseCode, now: dt.datetime) -> bool:
    """Whether the fall before the spring `following` was resolved after the game's last date.

    The date is one in the zone of the game's timetable.
    """
    game = phase.game
    resolved_at = now
    if phase.type != PhaseType.MOVEMENT:
        fall = str(PhaseCode(following.year - 1, Season.FALL, PhaseType.MOVEMENT))
        found = game.phases.resolved().filter(code=fall).first()
        resolved_at = (found and found.resolved_at) or now
    zone = ZoneInfo((phase.settings.zone if phase.settings else "") or "UTC")
    return game.ends_on is not None and resolved_at.astimezone(zone).date() > game.ends_on


def is_near_limit(phase: Phase, *, today: dt.date) -> bool:
    """Whether an open phase is in the last two game years before the limit of its game.

    For a date it is the last two months.
    """
    game, when = phase.game, phase.when
    if game.ends in (Game.Ends.YEAR, Game.Ends.YEARS):
        return when.year >= last_year(game) - 1
    if game.ends == Game.Ends.TURNS:
        return turn_number(game, when) > (game.ends_after or 0) - 4
    return game.ends_on is not None and today >= game.ends_on - dt.timedelta(days=60)


def at_limit(game: Game, position: Position) -> Verdict:
    """Return the end of a game that ends at its limit in `position`."""
    owned, units = counts(position)
    if game.ends_with in (Game.EndsWith.DRAW, Game.EndsWith.SHARES):
        playing = [p for p in variants.setup_of(game).powers if p not in position.neutral]
        left = [power for power in playing if owned.get(power) or units.get(power)]
        return Verdict(Game.Ending.LIMIT, sharing=left)
    measure = units if game.ends_with == Game.EndsWith.UNITS else owned
    totals = {side: _total(measure, side) for side in sides(game, position.phase)}
    most = max(totals.values())
    best = [power for side, total in totals.items() if total == most for power in side]
    return Verdict(Game.Ending.LIMIT, won=best)


def counts(position: Position) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The numbers of centers and of units of each power."""
    owned = {power: len(codes) for power, codes in (position.centers or {}).items()}
    return owned, {power: len(units) for power, units in position.units.items()}


def _total(measure: Mapping[str, int], powers: Iterable[str]) -> int:
    return sum(measure.get(power, 0) for power in powers)

"""Results of games that ended for good: computed from their phases, kept as rows.

They can be deleted and computed again at any time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import structlog
from django.db import transaction

from adjudicator import AdjudicatorError

from ..models import Game, GameResult, Order, Phase, PowerResult, Seat
from ..models.results import countable_games
from ..state import pace, positions, variants

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ..state.positions import Stored

logger = structlog.get_logger(__name__)

AT_ONCE = 200
"""Results that a sweep computes at most."""


def sweep() -> None:
    """Compute the missing results of games that ended for good; delete those that count no more."""
    GameResult.objects.outdated().delete()
    missing = countable_games().filter(final_result=None)
    for game in missing.select_related("settings").order_by("-ended_at", "-pk")[:AT_ONCE]:
        try:
            record(game)
        except AdjudicatorError:  # one of its positions can't be read; the others go on
            logger.exception("result_failed", game=game.slug)


def record(game: Game) -> GameResult:
    """Store the result of a game that ended for good, unless it is stored."""
    with transaction.atomic():
        phases = list(game.phases.not_superseded().order_by("number"))
        first, last = phases[0], phases[-1]
        last_year = max(
            (each.when.year for each in phases if each.status == Phase.Status.RESOLVED),
            default=first.when.year,
        )
        result, is_new = GameResult.objects.get_or_create(
            game=game,
            defaults={
                "setup": game.setup,
                "edition": game.rules,
                "press": game.press,
                "pace": pace.pace_of(game),
                "first_year": first.when.year,
                "last_year": last_year,
                "years": last_year - first.when.year + 1,
                "end": game.ending,
                "ended_at": game.ended_at,
            },
        )
        if is_new:
            for each in phases:
                each.game = game
            PowerResult.objects.bulk_create(_powers(result, game, phases, last))
    return result


def _powers(
    result: GameResult, game: Game, phases: Sequence[Phase], last: Phase
) -> list[PowerResult]:
    """The results of all powers that somebody played."""
    positions.fetch(phases[0], last)
    living = positions.living_powers(last)
    centers = Counter(positions.stored(last).owners.values())
    springs, falls = _openings(game, phases)
    return [
        PowerResult(
            of=result,
            power=seat.power,
            result=_result(seat, living),
            centers=centers[seat.power],
            spring=springs.get(seat.power, ""),
            fall=falls.get(seat.power, ""),
        )
        for seat in game.seats.playable().order_by("place")
    ]


def _result(seat: Seat, living: Collection[str]) -> PowerResult.Result:
    if seat.result == Seat.Result.WON:
        return PowerResult.Result.WON
    if seat.result == Seat.Result.DREW:
        return PowerResult.Result.SHARED
    survived = seat.power in living
    return PowerResult.Result.SURVIVED if survived else PowerResult.Result.ELIMINATED


def _openings(game: Game, phases: Sequence[Phase]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The orders of the first spring and of the first fall, by power."""
    if not begins_with(game.setup, phases[0].when, _locations(positions.stored(phases[0]))):
        return {}, {}
    movements = {
        code: each.pk
        for code in opening_phases(game.setup)
        for each in phases
        if each.code == code and each.status == Phase.Status.RESOLVED
    }
    texts: dict[int, dict[str, list[str]]] = {key: defaultdict(list) for key in movements.values()}
    stored = Order.objects.filter(phase__in=texts, unit__isnull=False).order_by()
    for key, power, text in stored.values_list("phase", "seat__power", "text"):
        texts[key][power].append(text)
    spring, fall = (texts.get(movements.get(code, 0), {}) for code in opening_phases(game.setup))
    return _written(spring), _written(fall)


def _written(texts: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {power: opening_text(several) for power, several in texts.items()}


def _locations(stored: Stored) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for unit in stored.units:
        found[unit.power].append(unit.text)
    return found


# What recorded games share


def opening_text(orders: Iterable[str]) -> str:
    """The canonical text of a set of orders: “A MAR S A PAR - BUR, A PAR - BUR”."""
    return ", ".join(sorted(orders))


def opening_phases(setup: str) -> tuple[str, str]:
    """The codes of the first spring and the first fall with movements of a set-up."""
    start = variants.start_position(setup).phase
    year = start.year if str(start).startswith("S") else start.year + 1
    return f"S{year}M", f"F{year}M"


def begins_with(setup: str, phase: object, units: Mapping[str, Iterable[str]]) -> bool:
    """Whether a game with this first phase and these units begins with its set-up."""
    start = variants.start_position(setup)
    return str(phase) == str(start.phase) and _sets(units) == _sets(
        {power: map(str, several) for power, several in start.units.items()}
    )


def _sets(units: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    found = {power: frozenset(several) for power, several in units.items()}
    return {power: several for power, several in found.items() if several}

"""Preview of a game that is to be imported with its history: nothing of it is stored yet."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from adjudicator.terms import PhaseCode

from ... import wording
from ...archive.importing import CheckedGame
from ...archive.replay import Difference
from ...board import pictures
from ...models import Game, Order, Phase
from ...models.phase import LONGEST_PAUSE_DAYS
from ...state import variants

MOST_DIFFERENCES = 100  # that the page lists; it always says how many there are


@dataclass(frozen=True)
class PowerLine:
    """A power in the last position. `player` is a text from the archive, never an account."""

    code: str
    power: str
    player: str
    centers: int
    units: int


@dataclass(frozen=True)
class DifferenceLine:
    """A recorded result in words, and that of our rules."""

    phase: str
    power: str
    order: str
    recorded: str
    ours: str


def preview_page(checked: CheckedGame) -> dict[str, Any]:
    record = checked.record
    last = record.last_phase
    position = checked.positions[last.number]
    game = Game(**record.game, **record.terms)
    return {
        "checked": checked,
        "game": game,
        "origin": record.origin,
        "heading": wording.phase_name(position.phase),
        "board": pictures.draw_position(record.title, position),
        "powers": [_power(checked, seat.power, seat.name) for seat in record.seats],
        "phases": sum(phase.status == Phase.Status.RESOLVED for phase in record.phases),
        "superseded": sum(phase.status == Phase.Status.SUPERSEDED for phase in record.phases),
        "first": wording.phase_name(checked.positions[record.phases[0].number].phase),
        "messages_count": sum(len(thread.messages) for thread in record.threads),
        "differences": [_difference(each, game) for each in checked.differences[:MOST_DIFFERENCES]],
        "longest_wait": LONGEST_PAUSE_DAYS,
    }


def _power(checked: CheckedGame, power: str, name: str | None) -> PowerLine:
    last = checked.record.last_phase
    return PowerLine(
        code=power,
        power=wording.power(power),
        player=_("nobody") if name is None else name or _("hidden"),
        centers=len(last.centers.get(power, ())),
        units=len(last.units.get(power, ())) + len(last.dislodged.get(power, ())),
    )


def _difference(each: Difference, game: Game) -> DifferenceLine:
    phase = wording.phase_name(PhaseCode.parse(each.phase))
    if not each.order:
        power = wording.power(each.power) if each.power else ""
        return DifferenceLine(phase, power, "", each.recorded or "–", each.ours or "–")
    return DifferenceLine(
        phase,
        wording.power(each.power),
        wording.order_text(each.order, variants.board_of(game)),
        _outcome(each.recorded),
        _outcome(each.ours),
    )


def _outcome(outcome: str) -> str:
    return wording.outcome(Order(outcome=outcome)) if outcome else "–"

"""The statistics of a game: centers and units over the years, and what each power did.

They follow from resolved phases, which all who see the game may read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _

from adjudicator.terms import PhaseCode

from ... import access, wording
from ...models import Game
from ...press import unread
from ...statistics import figures
from ...statistics.played import played_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...statistics.figures import PowerFigures, Stab, YearFigures
    from .shared_parts import SharedParts

CENTER_HEIGHT = 8
"""Height of a center in the chart, in its units; COLUMN_WIDTH and GAP are widths."""
COLUMN_WIDTH = 30
GAP = 6
LABEL_HEIGHT = 18


@dataclass(frozen=True)
class Segment:
    """The centers of a power in a column of the chart; `middle` is the height of its number."""

    power: str
    number: int
    y: float
    height: float
    middle: float


@dataclass(frozen=True)
class Column:
    """A year in the chart."""

    label: str
    x: float
    middle: float
    segments: list[Segment]


@dataclass(frozen=True)
class Chart:
    """The centers of all powers over the years as a drawing: a column for each year."""

    width: float
    height: float
    base: float
    columns: list[Column]


@dataclass(frozen=True)
class PowerYears:
    """The centers and units of a power, as texts for each year."""

    code: str
    power: str
    cells: list[str]


@dataclass(frozen=True)
class StabLine:
    """A stab in words, with the address of its phase."""

    words: str
    url: str


@dataclass(frozen=True)
class PowerDeeds:
    """The deeds of a power, as numbers and texts."""

    code: str
    power: str
    builds: int
    disbands: int
    lost: int
    supports: str
    attacks: str
    stabs: list[StabLine]


def statistics_page(viewer: access.Viewer, game: Game, parts: SharedParts) -> dict[str, Any]:
    """Context of the statistics of a game that has begun."""
    return {
        "game": game,
        "unread": unread.unread_in(viewer, game),
        **parts.part("statistics", lambda: _figures(game)),
    }


def _figures(game: Game) -> dict[str, Any]:
    played = played_game(game)
    if played is None:
        return {"is_unreadable": True}
    years = figures.years(played.positions, is_over=game.status == Game.Status.FINISHED)
    powers = list(game.seats.order_by("place").values_list("power", flat=True))
    done = figures.powers(played.phases)
    return {
        "chart": chart_of(years, powers) if years else None,
        "years": [_year_name(each) for each in years],
        "centers": [_power_years(power, years) for power in powers],
        "deeds": [_power_deeds(game, power, done[power]) for power in powers if power in done],
    }


def chart_of(years: Sequence[YearFigures], powers: Sequence[str]) -> Chart:
    """The chart of the years; the first power stands at the bottom."""
    most = max(sum(year.centers.values()) for year in years)
    base = float(most * CENTER_HEIGHT)
    columns = []
    for place, year in enumerate(years):
        x, y, segments = GAP + place * (COLUMN_WIDTH + GAP), base, []
        for power in powers:
            number = year.centers.get(power, 0)
            if number:
                height = number * CENTER_HEIGHT
                y -= height
                segments.append(Segment(power, number, y, height, y + height / 2))
        columns.append(Column(_year_name(year), x, x + COLUMN_WIDTH / 2, segments))
    width = GAP + len(years) * (COLUMN_WIDTH + GAP)
    return Chart(width, base + LABEL_HEIGHT, base, columns)


def _year_name(year: YearFigures) -> str:
    return str(year.year) if year.is_over else _("now")


def _power_years(power: str, years: Sequence[YearFigures]) -> PowerYears:
    cells = [f"{each.centers.get(power, 0)} / {each.units.get(power, 0)}" for each in years]
    return PowerYears(power, wording.power(power), cells)


def _power_deeds(game: Game, power: str, done: PowerFigures) -> PowerDeeds:
    return PowerDeeds(
        code=power,
        power=wording.power(power),
        builds=done.builds,
        disbands=done.disbands,
        lost=done.lost,
        supports=_supports(done),
        attacks=_counted(done.attacks),
        stabs=[_stab_line(game, each) for each in done.stabs],
    )


def _stab_line(game: Game, stab: Stab) -> StabLine:
    phase = wording.phase_name(PhaseCode.parse(stab.phase))
    words = _("%(power)s in %(phase)s") % {"power": wording.power(stab.of), "phase": phase}
    return StabLine(words, reverse("games:phase", args=[game.slug, stab.phase]))


def _counted(counts: Mapping[str, int]) -> str:
    """Powers with their numbers, the highest first: “Italy 3, Russia 1”."""
    several = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{wording.power(power)} {number}" for power, number in several)


def _supports(done: PowerFigures) -> str:
    """Powers with the numbers of supports that counted and of all: “Italy 2 of 3”."""
    several = sorted(done.supports.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(
        _("%(power)s %(useful)d of %(all)d")
        % {"power": wording.power(power), "useful": done.useful_supports[power], "all": number}
        for power, number in several
    )

"""The statistics of a game: centers and units over the years, and what each power did.

They follow from resolved phases, which all who see the game may read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from adjudicator.terms import PhaseCode

from ... import access, wording
from ...press import unread
from ...statistics import correspondence, game_figures
from ...statistics.figures import Moment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...models import Game
    from ...statistics.figures import CenterYear, PowerFigures, Stab, YearFigures
    from .shared_parts import SharedParts

CENTER_HEIGHT = 10
"""Height of a center in the chart, in pixels, as are all measures of it."""
COLUMN_WIDTH, GAP = 34, 6
NAMES_WIDTH = 96
LABEL_HEIGHT = 20
NAMED_TWICE = 3
"""Columns from which the powers are named on both sides."""


@dataclass(frozen=True)
class Segment:
    """The centers of a power in a column of the chart; `middle` is the height of its number."""

    code: str
    power: str
    number: int
    y: float
    height: float
    middle: float


@dataclass(frozen=True)
class Column:
    """A year in the chart; the start of the game has none."""

    label: str
    year: int | None
    x: float
    middle: float
    segments: list[Segment]


@dataclass(frozen=True)
class Chart:
    """The centers of all powers over the years as a drawing: a column for each year.

    The names of the powers stand to the left of the first column, up to `names_end`. In a longer
    chart those that are left stand to the right of the last one too, from `names_begin`: nobody
    has to follow a colour through it.
    """

    width: float
    height: float
    names_end: float
    names_begin: float | None
    column_width: float
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


@dataclass(frozen=True)
class MessageCounts:
    """The messages of a power as numbers: to each of the others, and to all."""

    code: str
    power: str
    cells: list[str]
    public: int


@dataclass(frozen=True)
class Press:
    """The table of the messages between powers: `heads` are its columns, as codes and names."""

    heads: list[tuple[str, str]]
    rows: list[MessageCounts]
    masters: int
    unsigned: int


def statistics_page(viewer: access.Viewer, game: Game, parts: SharedParts) -> dict[str, Any]:
    """Context of the statistics of a game that has begun."""
    return {
        "game": game,
        "unread": unread.unread_in(viewer, game),
        "press": press_of(game),
        **parts.part("statistics", lambda: figures_of(game)),
    }


def press_of(game: Game) -> Press | None:
    """The table of messages; None unless everyone may read them, or if there are none.

    Messages can be sent after the end too, so that it is counted for each page.
    """
    found = correspondence.correspondence_of(game)
    if found is None or not found.any:
        return None
    rows = [
        MessageCounts(
            sender,
            wording.power(sender),
            ["" if sender == to else str(found.private[sender, to]) for to in found.powers],
            found.public[sender],
        )
        for sender in found.powers
    ]
    heads = [(power, wording.power(power)) for power in found.powers]
    return Press(heads, rows, found.masters, found.unsigned)


def figures_of(game: Game) -> dict[str, Any]:
    """The part of the context that follows from the rows of the game alone."""
    found = game_figures.figures_of(game)
    if found is None:
        return {"is_unreadable": True}
    years = found.years
    return {
        "chart": chart_of(years, found.powers) if years else None,
        "years": [_moment(each) for each in years],
        "centers": [_power_years(power, years) for power in found.powers],
        "deeds": [_power_deeds(game, power, done) for power, done in found.deeds.items()],
    }


def chart_of(years: Sequence[CenterYear], powers: Sequence[str]) -> Chart:
    """The chart of the years; its powers stand in the order of the table, the first on top."""
    base = float(max(sum(year.centers.values()) for year in years) * CENTER_HEIGHT)
    columns = []
    for place, year in enumerate(years):
        x = NAMES_WIDTH + place * (COLUMN_WIDTH + GAP)
        y, segments = base, []
        for power in reversed(powers):
            number = year.centers.get(power, 0)
            if number:
                height = number * CENTER_HEIGHT
                y -= height
                middle = y + height / 2
                segments.append(Segment(power, wording.power(power), number, y, height, middle))
        shown = None if year.moment is Moment.START else year.year
        columns.append(Column(_moment(year), shown, x, x + COLUMN_WIDTH / 2, segments))
    end = NAMES_WIDTH + len(years) * (COLUMN_WIDTH + GAP)
    is_long = len(years) >= NAMED_TWICE
    width, begin = (end + NAMES_WIDTH, end) if is_long else (end, None)
    return Chart(width, base + LABEL_HEIGHT, NAMES_WIDTH - GAP, begin, COLUMN_WIDTH, columns)


def _moment(year: CenterYear) -> str:
    match year.moment:
        case Moment.START:
            return _("start")
        case Moment.NOW:
            return _("now")
        case Moment.END:
            return pgettext("of a game", "end")
    return str(year.year)


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
    words = _("%(power)s (%(phase)s)") % {"power": wording.power(stab.of), "phase": phase}
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

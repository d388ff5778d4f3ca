"""Names of powers, phases, provinces, units and orders, in the reader’s language and notation."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.text import Truncator, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import notation
from adjudicator import Board
from adjudicator.notation import (
    language_data,
    render_place,
    render_unit,
)
from adjudicator.terms import OrderType, PhaseCode, PhaseType, Season
from adjudicator.units import Unit as PositionUnit

from ..core import powers as power_codes
from ..models import Phase, Seat
from ..state import variants

SEASONS = {
    Season.SPRING: gettext_lazy("Spring"),
    Season.FALL: gettext_lazy("Fall"),
    Season.WINTER: gettext_lazy("Winter"),
}


PHASE_TYPES = {
    PhaseType.MOVEMENT: gettext_lazy("movement"),
    PhaseType.RETREAT: gettext_lazy("retreats"),
    PhaseType.ADJUSTMENT: gettext_lazy("adjustments"),
}


ORDER_TYPES = {
    OrderType.HOLD: gettext_lazy("Hold"),
    OrderType.MOVE: gettext_lazy("Move"),
    OrderType.SUPPORT: gettext_lazy("Support"),
    OrderType.CONVOY: gettext_lazy("Convoy"),
    OrderType.RETREAT: gettext_lazy("Retreat"),
    OrderType.DISBAND: gettext_lazy("Disband"),
    OrderType.BUILD: gettext_lazy("Build"),
    OrderType.WAIVE: gettext_lazy("Waive"),
}


LONGEST_QUOTE = 200


def power(code: str) -> str:
    """The name of a power of any set-up; raises `KeyError` for an unknown code."""
    return power_codes.name(code)


def powers(codes: Iterable[str]) -> str:
    """The names of several powers, such as “Austria and France”."""
    return listed(power(code) for code in codes)


def hand(seat: Seat) -> str:
    """The names of all powers that one person plays with `seat`, such as “Austria and France”."""
    if seat.hand is None:
        return power(seat.power)
    return powers(variants.powers_of_hand(seat.game, seat.hand))


def listed(names: Iterable[str]) -> str:
    """The names as a list in words: “Austria, France and Italy”."""
    several, last = list(names), _("and")
    if last == "y" and several and several[-1].lower().startswith(("i", "hi")):
        last = "e"  # Spanish: “Rusia e Italia”
    return get_text_list(several, last)


def phase(given: Phase) -> str:
    """The name of a phase, such as “Spring 1901, movement”."""
    return phase_name(given.when)


def phase_in_year(given: Phase) -> str:
    """The name of a phase without its year, such as “Fall” or “Fall, retreats”."""
    season = str(SEASONS[given.when.season])
    if given.type != PhaseType.RETREAT:
        return season
    return _("%(season)s, %(type)s") % {"season": season, "type": PHASE_TYPES[given.type]}


def phase_kind(code: str) -> str:
    """Season and type in words: “SM” is “Spring, movement”."""
    season, kind = SEASONS[Season(code[0])], PHASE_TYPES[PhaseType(code[1])]
    return _("%(season)s, %(type)s") % {"season": season, "type": kind}


def phase_name(when: PhaseCode) -> str:
    return _("%(season)s %(year)d, %(type)s") % {
        "season": SEASONS[when.season],
        "year": when.year,
        "type": PHASE_TYPES[when.type],
    }


def place(location: str) -> str:
    """A province, or one of its coasts, by name; a province without a name by its code."""
    return render_place(location, notation.current(), "full")


def place_in_short(location: str) -> str:
    """A province or coast as orders abbreviate it: “SPA/SC”."""
    return render_place(location, notation.current())


def unit(given: PositionUnit) -> str:
    """A unit in words, such as “Fleet Spain (south coast)”."""
    return render_unit(given, notation.current(), "words")


def unit_in_short(given: PositionUnit) -> str:
    """A unit as orders abbreviate it: “F SPA/SC”."""
    return render_unit(given, notation.current())


def truncated(text: str) -> str:
    """Input to be quoted in a sentence, truncated to LONGEST_QUOTE characters."""
    return Truncator(text).chars(LONGEST_QUOTE)


def provinces(board: Board) -> list[tuple[str, str]]:
    """The provinces of a board: the abbreviation used in orders, and the name, sorted.

    The name includes the code, accepted in any notation, if the code is not the abbreviation.
    """
    listed = []
    for code in board.provinces:
        short, name = place_in_short(code), place(code)
        listed.append((short, name if short.upper() == code else f"{name} ({code})"))
    return sorted(listed, key=lambda pair: pair[0].casefold())


def drawing_names(board: Board) -> dict[str, str]:
    """Names of the provinces and coasts of a board for a drawing, by code."""
    return _drawing_names(board, notation.current())


@lru_cache(maxsize=32)
def _drawing_names(board: Board, language: str) -> dict[str, str]:
    return {location: render_place(location, language, "full") for location in board.number}


def short_coast_names() -> dict[str, str]:
    """Abbreviations of coasts, such as “SC”, for a drawing, by code."""
    coasts = language_data(notation.current()).coasts
    return {code: each.short for code, each in coasts.items()}

"""Codes of the rules in words that a person reads.

Sentences are in the language of the page; units, provinces and orders in the reader's notation,
which `accounts.notation` knows.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial

from django.utils.text import Truncator
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts import notation
from adjudicator import (
    AdjudicatorError,
    OrderSyntaxError,
    Position,
    UnitError,
    parse_canonical,
    standard_board,
)
from adjudicator import Order as RulesOrder
from adjudicator.messages import ADVICE, IN_SHORT
from adjudicator.notation import (
    Mention,
    Style,
    language_data,
    render,
    render_place,
    render_unit,
)
from adjudicator.notation import mentions as find_mentions
from adjudicator.notation.advice import Advice
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove
from adjudicator.reasons import THEN, UNEVENTFUL, cite, explain, rule_behind
from adjudicator.terms import OrderType, PhaseCode, PhaseType, Season
from adjudicator.units import Unit as PositionUnit

from . import positions
from .board.words import COASTS, POWERS
from .models import Order, Phase

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
OUTCOMES = {
    "succeeds": gettext_lazy("succeeds"),
    "fails": gettext_lazy("fails"),
    "illegal": gettext_lazy("void: impossible"),
    "invalid": gettext_lazy("void: nothing to match"),
    "given": gettext_lazy("support given"),
    "cut": gettext_lazy("support cut"),
    "available": gettext_lazy("convoy stood"),
    "disrupted": gettext_lazy("convoy disrupted"),
    "stands": gettext_lazy("stands"),
}
FATES = {
    "": "",
    "dislodged": gettext_lazy("dislodged"),
    "destroyed": gettext_lazy("dislodged with nowhere to go: destroyed"),
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

LOCATIONS = frozenset(standard_board().number)


def power(name: str) -> str:
    return str(POWERS[name])


def phase(row: Phase) -> str:
    """For example “Spring 1901, movement”."""
    return code(row.when)


def phase_in_year(row: Phase) -> str:
    """For example “Fall” or “Fall, retreats”, where the year stands beside it."""
    season = str(SEASONS[row.when.season])
    if row.type != PhaseType.RETREAT:
        return season
    return _("%(season)s, %(type)s") % {"season": season, "type": PHASE_TYPES[row.type]}


def code(when: PhaseCode) -> str:
    return _("%(season)s %(year)d, %(type)s") % {
        "season": SEASONS[when.season],
        "year": when.year,
        "type": PHASE_TYPES[when.type],
    }


def place(location: str) -> str:
    """A province, or one of its coasts, by name."""
    return render_place(location, notation.current(), "full")


def place_in_short(location: str) -> str:
    """As it stands in an order: “Spa (sc)”."""
    return render_place(location, notation.current())


def unit(which: PositionUnit) -> str:
    """For example “Fleet Spain (south coast)”."""
    return render_unit(which, notation.current(), "words")


def unit_in_short(which: PositionUnit) -> str:
    """As it stands in an order: “F Spa (sc)”."""
    return render_unit(which, notation.current())


def teller() -> Callable[[RulesOrder], str]:
    """What an order tells its unit, such as “support Army Marseilles to Burgundy”, for who reads
    now. A form has hundreds: each is put into words once."""
    return partial(_told, notation.current(), get_language())


@lru_cache(maxsize=8192)
def _told(_notation: str, _language: str | None, given: RulesOrder) -> str:
    match given:
        case Hold():
            return _("hold")
        case Move(target=target, via=True):
            return _("move to %(place)s by convoy") % {"place": place(target)}
        case Move(target=target):
            return _("move to %(place)s") % {"place": place(target)}
        case SupportHold(supported=supported):
            return _("support %(unit)s to stay") % {"unit": unit(supported)}
        case SupportMove(supported=supported, target=target):
            return _("support %(unit)s to %(place)s") % {
                "unit": unit(supported),
                "place": place(target),
            }
        case Convoy(army=army, target=target):
            return _("convoy %(unit)s to %(place)s") % {
                "unit": unit(army),
                "place": place(target),
            }
        case Retreat(target=target):
            return _("retreat to %(place)s") % {"place": place(target)}
        case Disband():
            return _("disband")
        case Build(unit=built):
            return _("build %(unit)s") % {"unit": unit(built)}
    return _("build nothing")


def shortener(position: Position) -> Callable[[RulesOrder], str]:
    """An order as who reads now would write it: “A Mar S A Par-Bur”."""
    return partial(render, language=notation.current(), style="short", position=position)


def written(
    text: str,
    during: PhaseType | None = None,
    *,
    style: Style = "short",
    position: Position | None = None,
) -> str:
    """A stored order as its reader would write it; what cannot be read stands as it is.

    Short it is “A Mar S A Par-Bur”, full “A Marseilles supports A Paris-Burgundy”, in words a
    sentence. Where `position` is known, units of other powers are named as such.
    """
    try:
        given = parse_canonical(text, during)
    except OrderSyntaxError:
        return text
    return render(given, notation.current(), style, position)


def writer(row: Phase) -> Callable[..., str]:
    """`written` for the stored orders of a phase: takes a text and, if wanted, a style."""
    try:
        position = positions.load(row)
    except AdjudicatorError:  # the page of a game that was set aside for it must still be shown
        position = None
    return partial(written, during=row.type, position=position)


def refusal(error: AdjudicatorError) -> str:
    """Why an order or a position cannot be taken, and what would be right, as briefly as orders
    are written.

    Only the orders that an ambiguous line may mean have whole names: by those they differ.
    """
    params = {name: shortened(value) for name, value in _shown(error.params).items()}
    if isinstance(error, OrderSyntaxError) and error.readings:
        several = (render(each, notation.current(), "full") for each in error.readings)
        params["readings"] = "; ".join(several)
    return explain(error.code, params, translate=_, name=_named_in_short)


def shortened(text: str) -> str:
    """As much of what was typed as a sentence holds: a line may be a whole letter."""
    return Truncator(text).chars(LONGEST_QUOTE)


def advice(given: Advice) -> str:
    """What to look at twice in an order that can be taken."""
    params = {name: _named_in_short(value) for name, value in _shown(given.params).items()}
    return _(ADVICE[given.code]) % params


def _shown(params: Mapping[str, str]) -> dict[str, str]:
    """Parameters with whole orders, phases and languages as their reader knows them."""
    ways: dict[str, Callable[[str], str]] = {
        "order": partial(written, style="full"),
        "phase": lambda value: code(PhaseCode.parse(value)),
        "language": lambda value: language_data(value).name,
    }
    return {name: ways.get(name, str)(value) for name, value in params.items()}


def reason(row: Order) -> str:
    """Why a resolved order ended as it did, its codes in words; nothing if it just went as told.

    Nothing, too, for a code or parameters that an earlier version has stored.
    """
    if row.reason_code in UNEVENTFUL and THEN not in row.reason_params:
        return ""
    try:
        return explain(row.reason_code, row.reason_params, translate=_, name=_named)
    except KeyError:
        return ""


def rule(row: Order) -> tuple[str, str]:
    """The number of the rule behind the reason, if it is one of the rules that have numbers, and
    how it is named: “rule 13”, “rulebook: Civil disorder”."""
    behind = rule_behind(row.reason_code, row.reason_params)
    return behind if behind in IN_SHORT else "", cite(behind, _)


def rules(numbers: Iterable[str]) -> list[tuple[str, str, str]]:
    """Those of the numbered rules, each once: its number, “rule 13”, and what it says."""
    named = sorted({number for number in numbers if number in IN_SHORT}, key=int)
    return [(number, cite(number, _), _(IN_SHORT[number])) for number in named]


def _named(value: str) -> str:
    """The words for a code of a power, a province, a coast or a unit; other values as they are."""
    return _named_in(value, "full", "words")


def _named_in_short(value: str) -> str:
    return _named_in(value, "short", "short")


def _named_in(value: str, style_of_places: Style, style_of_units: Style) -> str:
    if value in POWERS:
        return power(value)
    if value in LOCATIONS:
        return render_place(value, notation.current(), style_of_places)
    if value in COASTS:
        coast = language_data(notation.current()).coasts[value]
        return coast.short if style_of_places == "short" else coast.name
    try:
        return render_unit(PositionUnit.parse(value), notation.current(), style_of_units)
    except UnitError:
        return value


def provinces() -> list[tuple[str, str]]:
    """Every province as an order names it, and its name, with the code that can be written in any
    notation where that is another word; in alphabetical order."""
    listed = []
    for code, each in language_data(notation.current()).provinces.items():
        same = each.short.upper() == code
        listed.append((each.short, each.name if same else f"{each.name} ({code})"))
    return sorted(listed, key=lambda pair: pair[0].casefold())


def mentions(text: str, language: str) -> Iterable[Mention]:
    """The orders and provinces that a letter speaks of, in whatever notation."""
    return find_mentions(text, language)


def names() -> dict[str, str]:
    """What a drawing calls provinces, coasts and powers, by their codes."""
    return {location: place(location) for location in LOCATIONS} | {
        code: power(code) for code in POWERS
    }


def names_in_short() -> dict[str, str]:
    """What a drawing calls provinces and coasts where there is little room, by their codes."""
    data = language_data(notation.current())
    return {code: each.short for code, each in (*data.provinces.items(), *data.coasts.items())}

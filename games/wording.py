"""Codes of the rules in words that a person reads."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudicator import (
    IllegalOrder,
    OrderSyntaxError,
    UnitError,
    parse_order,
    standard_board,
)
from adjudicator import Order as RulesOrder
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove
from adjudicator.position import Unit as PositionUnit
from adjudicator.reasons import MESSAGES
from adjudicator.terms import OrderType, PhaseCode, PhaseType, Season, UnitType

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
UNIT_TYPES = {UnitType.ARMY: gettext_lazy("Army"), UnitType.FLEET: gettext_lazy("Fleet")}
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
    province, _slash, coast = location.partition("/")
    name = standard_board().provinces[province].name
    return f"{name} ({COASTS[coast]})" if coast else name


def unit(which: PositionUnit) -> str:
    """For example “Fleet Spain (south coast)”."""
    return f"{UNIT_TYPES[which.type]} {place(which.location)}"


def order(given: RulesOrder) -> str:
    """What the order tells its unit, such as “support Army Marseilles to Burgundy”."""
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


def stored_order(text: str, during: PhaseType) -> str:
    """A stored order in words, its unit included: “Army Paris: move to Burgundy”."""
    given = parse_order(text, during)
    if given.unit is None or isinstance(given, Build):
        return order(given)
    return f"{unit(given.unit)}: {order(given)}"


def refusal(error: IllegalOrder | OrderSyntaxError) -> str:
    """Why an order cannot be taken, and what would be right; in codes, as it was written."""
    params = {name: str(POWERS.get(value, value)) for name, value in error.params.items()}
    return _(MESSAGES[error.code]) % params


def reason(row: Order) -> str:
    """Why a resolved order ended as it did, its codes in words."""
    if not row.reason_code:
        return ""
    params = {name: _named(value) for name, value in row.reason_params.items()}
    return _(MESSAGES[row.reason_code]) % params


def _named(value: str) -> str:
    """The words for a code of a power, a province or a unit; other values as they are."""
    if value in POWERS:
        return power(value)
    if value.partition("/")[0] in standard_board().provinces:
        return place(value)
    try:
        return unit(PositionUnit.parse(value))
    except UnitError:
        return value


def provinces() -> list[tuple[str, str]]:
    """Every province's code and name, by code."""
    return sorted((code, each.name) for code, each in standard_board().provinces.items())

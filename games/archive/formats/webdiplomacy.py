"""Games of webDiplomacy (JSON): its `history.json`, or an answer of the older API.

Both list for each phase units, centers and orders with numbers of territories and of members.
Retreats and private press are in neither. The older API writes “Yes” and “No” for true and false.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from adjudicator.terms import PhaseCode, PhaseType, Season

from ...core.errors import Refused
from ..record import Reading
from .source_games import SourceGame, SourcePhase, assemble

PROGRAM = "webDiplomacy"
CLASSIC = 1
FINISHED = "Finished"
# The provinces of the classic map by their numbers from 1, then the coasts.
_IN_ORDER = """
CLY EDI LVP YOR WAL LON POR SPA NAF TUN NAP ROM TUS PIE VEN APU GRE ALB SER BUL RUM CON SMY ANK ARM
SYR SEV UKR WAR LVN MOS STP FIN SWE NWY DEN KIE BER PRU SIL MUN RUH HOL BEL PIC BRE PAR BUR MAR GAS
BAR NWG NTH SKA HEL BAL BOT NAO IRI ENG MAO WES LYO TYS ION ADR AEG EAS BLA TYR BOH VIE TRI BUD GAL
SPA/NC SPA/SC STP/NC STP/SC BUL/EC BUL/SC
"""
PROVINCES = tuple(_IN_ORDER.split())
POWERS = ("ENGLAND", "FRANCE", "ITALY", "GERMANY", "AUSTRIA", "TURKEY", "RUSSIA")
TYPES = {
    "Diplomacy": PhaseType.MOVEMENT,
    "Retreats": PhaseType.RETREAT,
    "Builds": PhaseType.ADJUSTMENT,
}


def read(body: Any) -> Reading | None:
    phases = body.get("phases") if isinstance(body, dict) else None
    if not isinstance(phases, list) or not phases or "gameID" not in body:
        return None
    if body.get("variantID", CLASSIC) != CLASSIC:
        raise Refused(_("Only games of the variant “Classic” of webDiplomacy can be read."))
    try:
        return assemble(_source(body))
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
        message = _("The phases of this game can’t be read. Choose its file “history.json”.")
        raise Refused(message) from None


def _source(body: Mapping[str, Any]) -> SourceGame:
    phases = body["phases"]
    over = body.get("gameOver", "No") != "No" or phases[-1]["phase"] == FINISHED
    return SourceGame(
        title=str(body.get("name") or f"{PROGRAM} {body['gameID']}"),
        program=PROGRAM,
        phases=[_phase(phase) for phase in phases],
        is_over=over,
        # A game that nobody has won ends as a draw of all who are left.
        sharing=[power for power in POWERS if power in _owners(phases[-1])],
    )


def _phase(phase: Mapping[str, Any]) -> SourcePhase:
    units = [(each, _is_yes(each["retreating"])) for each in phase.get("units") or ()]
    standing: dict[str, list[str]] = {}
    beaten: dict[str, dict[str, Sequence[str]]] = {}
    for each, is_retreating in units:
        text = f"{_kind(each)} {_place(each['terrID'])}"
        if is_retreating:
            beaten.setdefault(_power(each), {})[text] = []
        else:
            standing.setdefault(_power(each), []).append(text)
    code = None if phase["phase"] == FINISHED else str(_code(phase))
    orders: dict[str, list[str]] = {}
    moved: dict[str, bool] = {}
    for each in phase.get("orders") or ():
        own = beaten if phase["phase"] == "Retreats" else standing
        text = _order(each, own.get(_power(each), ()))
        orders.setdefault(_power(each), []).append(text)
        if each["type"] in ("Move", "Retreat"):
            moved[" ".join(text.split()[:2])] = _is_yes(each.get("success", "Yes"))
    is_settled = code is not None and code[0] == "S" and code.endswith("M")
    return SourcePhase(
        code=code,
        orders=orders,
        units=standing,
        dislodged=beaten,
        # In other seasons it depends on the version whether the fall has been counted.
        centers=_owners(phase) if is_settled else None,
        moved=moved,
    )


def _owners(phase: Mapping[str, Any]) -> dict[str, list[str]]:
    centers: dict[str, list[str]] = {}
    for each in phase.get("centers") or ():
        if int(each["countryID"]):
            centers.setdefault(_power(each), []).append(_place(each["terrID"]))
    return centers


def _code(phase: Mapping[str, Any]) -> PhaseCode:
    year, is_fall = divmod(int(phase["turn"]), 2)
    kind = TYPES[phase["phase"]]
    season = Season.FALL if is_fall else Season.SPRING
    return PhaseCode(1901 + year, Season.WINTER if kind is PhaseType.ADJUSTMENT else season, kind)


def _is_yes(value: object) -> bool:
    return value is True or value == "Yes"


def _kind(each: Mapping[str, Any]) -> str:
    kind = each.get("unitType") or each.get("type")
    return {"Army": "A", "Fleet": "F"}[str(kind)]


def _power(each: Mapping[str, Any]) -> str:
    number = int(each["countryID"])
    if number < 1:
        raise ValueError(number)
    return POWERS[number - 1]


def _place(number: Any) -> str:
    if int(number) < 1:
        raise ValueError(number)
    return PROVINCES[int(number) - 1]


def _order(order: Mapping[str, Any], own: Any) -> str:
    """The canonical text of an order, as far as the numbers tell it."""
    kind = order["type"]
    if kind == "Wait":
        return "WAIVE"
    at = order.get("terrID") or order.get("toTerrID")
    if kind in ("Build Army", "Build Fleet"):
        return f"{'A' if kind == 'Build Army' else 'F'} {_place(at)} B"
    province = _place(at)[:3]
    # Orders to disband name the province without its coast, and no type.
    unit = next((text for text in own if text[2:5] == province), f"A {province}")
    to = _place(order["toTerrID"]) if order.get("toTerrID") else ""
    start = _place(order["fromTerrID"]) if order.get("fromTerrID") else ""
    via = " VIA" if _is_yes(order.get("viaConvoy")) else ""
    texts = {
        "Hold": f"{unit} H",
        "Move": f"{unit} - {to}{via}",
        "Support hold": f"{unit} S {to}",
        "Support move": f"{unit} S {start} - {to}",
        "Convoy": f"{unit} C A {start[:3]} - {to[:3]}",
        "Retreat": f"{unit} R {to}",
        "Disband": f"{unit} D",
        "Destroy": f"{unit} D",
    }
    return texts[kind]

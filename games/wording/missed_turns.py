"""Sentences about missed turns."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.terms import PhaseType

from ..models import GameSettings
from ..state.missed_turns import MissedTurn


def next_step(miss: MissedTurn) -> str:
    """Sentence about what leads to civil disorder after a turn that a player has missed."""
    if miss.left is None:
        return _("The game master decides whether it goes into civil disorder.")
    if miss.rule == GameSettings.DisorderAfter.IN_A_ROW:
        return ngettext(
            "One more missed turn in a row leads to civil disorder.",
            "%(count)d more missed turns in a row lead to civil disorder.",
            miss.left,
        ) % {"count": miss.left}
    return ngettext(
        "One more missed turn leads to civil disorder.",
        "%(count)d more missed turns lead to civil disorder.",
        miss.left,
    ) % {"count": miss.left}


def consequence(miss: MissedTurn) -> str:
    """Sentence about a power whose player would miss a turn."""
    if miss.is_disorder:
        lost = _("It goes into civil disorder, and others can take it over.")
        return f"{_('Its units hold.')} {lost}"
    kept = _("Its units hold, and its player keeps the seat.")
    return f"{kept} {next_step(miss)}"


def without_orders(kind: PhaseType, *, in_disorder: bool) -> str:
    """Sentences about a power without orders whose player misses no turn by that."""
    if in_disorder:
        already = _("It is in civil disorder already.")
        return f"{already} {without_orders(kind, in_disorder=False)}"
    if kind == PhaseType.RETREAT:
        return _("Its dislodged units without orders are disbanded.")
    if kind == PhaseType.ADJUSTMENT:
        return _("Missing builds are waived, and missing disbands follow the rules.")
    return _("Its units hold.")


def notice_to_player(miss: MissedTurn) -> str:
    """Sentences for a player who has missed the last turn."""
    notice = _("You missed the last turn. Your units held, and you keep your seat.")
    return f"{notice} {next_step(miss)}"


def notice_to_master(miss: MissedTurn) -> str:
    """Sentences about a power whose player has missed the last turn."""
    notice = _("The player missed the last turn.")
    return f"{notice} {next_step(miss)}"

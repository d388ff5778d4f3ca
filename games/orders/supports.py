"""The supports that one power can give to another, for a proposal to a bot."""

from collections.abc import Sequence

from adjudicator.terms import OrderType

from ..models import Phase, Seat
from ..wording.orders import stored_orders
from . import choices
from .choices import ChoiceGroup


def supports(phase: Phase, helper: Seat, helped: Seat) -> Sequence[ChoiceGroup]:
    """The supports that the units of one seat can give to those of another, by unit."""
    own = {row.province for row in choices.offers(phase, helped.power)}
    as_sent = stored_orders(phase)
    found: list[ChoiceGroup] = []
    for row in choices.offers(phase, helper.power):
        given = [
            (text, as_sent(text))
            for _heading, group in row.groups
            for text, _words in group
            if row.notes[text]["data-type"] == OrderType.SUPPORT
            and str(row.notes[text]["data-helped"])[2:5] in own
        ]
        if given:
            found.append((row.label, given))
    return found

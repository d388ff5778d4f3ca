"""Sentences of proposals to bots, and of their answers. Each answer says that a bot speaks."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import BotRequest, Phase
from .names import place
from .orders import stored_orders

ANSWERS = {
    "peace_accepted": gettext_lazy(
        "I’m a bot. Agreed: I won’t attack your units or enter your centers this year."
    ),
    "support_accepted": gettext_lazy("I’m a bot. Agreed: you’ll have this support this phase."),
    "demilitarise_accepted": gettext_lazy(
        "I’m a bot. Agreed: I’ll stay out of this province for the rest of the year."
    ),
    "refused_after_attack": gettext_lazy("I’m a bot. No: you’ve just attacked my centers."),
    "refused_to_leader": gettext_lazy("I’m a bot. No: you’re too far ahead of me in centers."),
    "refused_unit_needed": gettext_lazy("I’m a bot. No: I need that unit myself."),
    "refused_unit_there": gettext_lazy("I’m a bot. No: I have a unit or a center there."),
    "refused_you_are_there": gettext_lazy("I’m a bot. No: you have a unit there yourself."),
    "refused_promised": gettext_lazy("I’m a bot. No: I’ve already promised something else."),
    "refused_not_understood": gettext_lazy("I’m a bot, and I don’t understand this proposal."),
    "refused_too_late": gettext_lazy("I’m a bot. This came too late: the phase is over."),
    "only_proposals": gettext_lazy(
        "I’m a bot, and I can’t read messages. I understand three proposals: peace, a support, or "
        "keeping a province free. Make one in a thread with me alone."
    ),
}
"""By the codes of `games.bots.programs.proposals.Answer`."""


def proposal(phase: Phase, kind: BotRequest.Kind, *, order: str, province: str) -> str:
    """Return the text of the message that makes a proposal in a phase."""
    year = {"year": phase.when.year}
    match kind:
        case BotRequest.Kind.PEACE:
            return (
                _(
                    "Peace until the end of %(year)s: neither of us attacks the other’s units or "
                    "enters the other’s centers."
                )
                % year
            )
        case BotRequest.Kind.SUPPORT:
            return _("Please support me this phase: %(order)s") % {
                "order": stored_orders(phase)(order)
            }
        case BotRequest.Kind.DEMILITARISE:
            named = {"province": place(province)} | year
            return (
                _("Let’s keep one province free of units until the end of %(year)s: %(province)s.")
                % named
            )
    raise ValueError(kind)


def agreement(request: BotRequest) -> str:
    """Return what a bot has agreed to, and how long it counts, for a list of agreements."""
    assert request.phase is not None
    year = {"year": request.phase.when.year}
    match request.kind:
        case BotRequest.Kind.SUPPORT:
            return _("support this phase: %(order)s") % {
                "order": stored_orders(request.phase)(request.order)
            }
        case BotRequest.Kind.DEMILITARISE:
            named = {"province": place(request.province)} | year
            return _("no units until the end of %(year)s: %(province)s") % named
    return _("peace until the end of %(year)s") % year

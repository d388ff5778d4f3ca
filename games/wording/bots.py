"""Sentences of proposals to bots, and of their answers. Each answer says that a bot speaks."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import BotRequest, Phase
from .names import place
from .orders import stored_orders

ANSWERS = {
    "peace_accepted": gettext_lazy(
        "I’m a bot, and I agree: I won’t attack your units or enter your centers this year."
    ),
    "support_accepted": gettext_lazy("I’m a bot, and I agree: I give this support in this phase."),
    "demilitarise_accepted": gettext_lazy(
        "I’m a bot, and I agree: I won’t enter this province this year."
    ),
    "refused_after_attack": gettext_lazy("I’m a bot, and I refuse: you attacked my centers."),
    "refused_to_leader": gettext_lazy("I’m a bot, and I refuse: you have too many centers."),
    "refused_unit_needed": gettext_lazy("I’m a bot, and I refuse: I need this unit myself."),
    "refused_unit_there": gettext_lazy("I’m a bot, and I refuse: I have a unit or a center there."),
    "refused_you_are_there": gettext_lazy("I’m a bot, and I refuse: you have a unit there."),
    "refused_promised": gettext_lazy("I’m a bot, and I refuse: I have promised something else."),
    "refused_not_understood": gettext_lazy("I’m a bot, and I don’t understand this proposal."),
    "refused_too_late": gettext_lazy("I’m a bot, and I can’t answer in time: the phase is over."),
    "only_proposals": gettext_lazy(
        "I’m a bot, and I can’t read texts. I understand three proposals: peace, a support, and a "
        "province without units. Make one in a thread with me alone."
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
            return _("Please give this support in this phase: %(order)s") % {
                "order": stored_orders(phase)(order)
            }
        case BotRequest.Kind.DEMILITARISE:
            named = {"province": place(province)} | year
            return _("Let’s keep %(province)s free of units until the end of %(year)s.") % named
    raise ValueError(kind)

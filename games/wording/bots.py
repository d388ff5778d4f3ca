"""Sentences with which programs that play answer proposals. Each says that it is a bot."""

from django.utils.translation import gettext_lazy as _

ANSWERS = {
    "peace_accepted": _("I'm a bot, and I agree: I won't enter your centers this year."),
    "support_accepted": _("I'm a bot, and I agree: I give this support in this phase."),
    "demilitarise_accepted": _("I'm a bot, and I agree: I won't enter these provinces this year."),
    "refused_after_attack": _("I'm a bot, and I refuse: you attacked my centers."),
    "refused_to_leader": _("I'm a bot, and I refuse: you have too many centers."),
    "refused_unit_needed": _("I'm a bot, and I refuse: I need this unit myself."),
    "refused_unit_there": _("I'm a bot, and I refuse: I have a unit or a center there."),
    "refused_not_understood": _("I'm a bot, and I don't understand this proposal."),
}
"""By the codes of `games.bots.programs.proposals.Answer`."""

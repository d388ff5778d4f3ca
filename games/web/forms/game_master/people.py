"""Actions that concern people: announcements, civil disorder, and the game masters."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import spelling

from .... import access, wording
from ....core.errors import Refused
from ....game_master import masters, nudges
from ....models import Game
from ....seats import civil_disorder
from ....wording import consequences
from .action import Action, PowerAction, announcement_field, reason_field


class Announce(Action):
    code = "announce"
    title = gettext_lazy("Make an announcement")
    hint = gettext_lazy(
        "Everyone in the game is notified, and the announcement stays on "
        "the game’s page for 2 weeks."
    )
    action = gettext_lazy("Announce")

    words = announcement_field()

    def perform(self) -> str:
        masters.announce(self.game, self.cleaned_data["words"], by=self.person)
        return _("Everyone has been notified.")


class DeclareDisorder(PowerAction):
    code = "disorder"
    title = gettext_lazy("Civil disorder")
    action = gettext_lazy("Declare civil disorder")
    danger = True

    reason = reason_field(required=True)

    @property
    def text(self) -> str:
        return consequences.of_disorder(wording.hand(self.seat))

    def perform(self) -> str:
        civil_disorder.declare_disorder(
            self.seat, by=self.person, reason=self.cleaned_data["reason"]
        )
        power = wording.hand(self.seat)
        return _("Now in civil disorder: %(power)s.") % {"power": power}


class Nudge(PowerAction):
    code = "remind"
    title = gettext_lazy("Send a reminder")
    action = gettext_lazy("Remind")

    @property
    def text(self) -> str:
        return _(
            "%(power)s: the player is reminded of the missing orders, by email too unless they "
            "have turned that off. You can send one a day in each phase."
        ) % {"power": wording.hand(self.seat)}

    def perform(self) -> str:
        nudges.nudge(self.seat, by=self.person)
        return _("The player of %(power)s has been reminded.") % {"power": wording.hand(self.seat)}


class ActionOnMasters(Action):
    """An action for which an administrator comes from the game or, unseen, from a list."""

    for_administrators = True

    @classmethod
    def back_url(cls, game: Game, person: User) -> str:
        if access.is_master(person, game):
            return super().back_url(game, person)
        if access.sees_game(person, game):
            return game.get_absolute_url()
        return reverse("games:civil_disorder")


class AddMaster(ActionOnMasters):
    code = "add"
    title = gettext_lazy("Add a game master")
    hint = gettext_lazy("A person who never plays in this game helps you run it.")
    action = gettext_lazy("Add")

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Exactly as it appears on this site."),
        max_length=spelling.MAX_LENGTH,
    )

    @property
    def warning(self) -> str:
        if access.is_master(self.person, self.game):
            return consequences.of_new_master()
        return _("To act as a game master of this game yourself, enter your own name.")

    def clean_name(self) -> str:
        try:
            self.newcomer = masters.newcomer_named(self.cleaned_data["name"])
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from None
        return self.newcomer.name

    def perform(self) -> str:
        masters.join(self.game, self.newcomer, by=self.person)
        return _("%(name)s is now a game master of this game too.") % {"name": self.newcomer}


class RemoveMaster(ActionOnMasters):
    code = "dismiss"
    title = gettext_lazy("Remove a game master")
    action = gettext_lazy("Remove")
    danger = True
    for_masters = False

    name = forms.ChoiceField(label=gettext_lazy("Game master"))
    reason = reason_field(required=True)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        rows = self.game.masterships.current().select_related("person")
        self.people = {str(row.person): row.person for row in rows}
        field = self.fields["name"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name) for name in self.people]

    @property
    def text(self) -> str:
        return _(
            "Everyone in the game is notified. A game without a game master continues with its "
            "settings, and its players vote on extensions, pauses and a draw."
        )

    @property
    def warning(self) -> str:
        return consequences.of_removing_a_master(self.game)

    def perform(self) -> str:
        person = self.people[self.cleaned_data["name"]]
        masters.remove(self.game, person, by=self.person, reason=self.cleaned_data["reason"])
        return _("%(name)s is no longer a game master of this game.") % {"name": person}


class LayDownMastership(Action):
    code = "leave"
    title = gettext_lazy("Step down as game master")
    hint = gettext_lazy("You’re no longer a game master of this game.")
    action = gettext_lazy("Step down")
    danger = True

    @property
    def text(self) -> str:
        others = self.game.masterships.current().exclude(person=self.person)
        present = [str(row.person) for row in others.select_related("person")]
        return consequences.of_leaving(present)

    @property
    def warning(self) -> str:
        return consequences.warning_of_leaving(self.game)

    @property
    def next_url(self) -> str:
        """The list of the person's games: they may not see a private game any more."""
        return reverse("games:mine")

    def perform(self) -> str:
        masters.leave(self.game, self.person)
        return _("You’re no longer a game master of “%(game)s”.") % {"game": self.game}

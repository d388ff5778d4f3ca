"""Actions that concern people: announcements, civil disorder, and the game masters."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import spelling

from .... import access, wording
from ....game_master import masters
from ....models import Game, Seat
from ....models.game import RUNNING
from ....seats import civil_disorder
from .action import Action, reason_field

BEGUN = frozenset([*RUNNING, Game.Status.FINISHED])


class Announce(Action):
    title = gettext_lazy("Announce something")
    hint = gettext_lazy("All in the game are told; it stands on its page for two weeks.")
    action = gettext_lazy("Announce")
    statuses = BEGUN

    words = forms.CharField(
        label=gettext_lazy("What everybody should know"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def perform(self) -> str:
        masters.announce(self.game, self.cleaned_data["words"], by=self.person)
        return _("Everybody is told.")


class DeclareDisorder(Action):
    """Declare the seat of `power` in civil disorder."""

    title = gettext_lazy("Civil disorder")
    action = gettext_lazy("Declare civil disorder")
    danger = True

    reason = reason_field(required=True)

    def __init__(self, *args: Any, power: str) -> None:
        super().__init__(*args)
        self.seat: Seat = access.any_seat_or_404(self.game, power)

    @property
    def text(self) -> str:
        return _(
            "%(power)s: nobody waits for these orders any more, and others may take over. The"
            " player is back by giving orders while nobody has taken over."
        ) % {"power": wording.hand(self.seat)}

    def perform(self) -> str:
        civil_disorder.declare_disorder(
            self.seat, by=self.person, reason=self.cleaned_data["reason"]
        )
        power = wording.hand(self.seat)
        return _("Now in civil disorder: %(power)s.") % {"power": power}


class AddMaster(Action):
    title = gettext_lazy("Add a game master")
    hint = gettext_lazy("Somebody who never plays in this game helps to master it.")
    action = gettext_lazy("Add")
    statuses = BEGUN

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Exactly as it stands on this site."),
        max_length=spelling.MAX_LENGTH,
    )

    @property
    def warning(self) -> str:
        return _("They can do all that you can, and cannot be removed by you.")

    def clean_name(self) -> str:
        name = spelling.normalize(self.cleaned_data["name"])
        people = User.objects.confirmed().filter(name=name, is_active=True)
        self.newcomer = people.first()
        if self.newcomer is None:
            raise forms.ValidationError(_("Nobody on this site has this name."))
        return name

    def perform(self) -> str:
        assert self.newcomer is not None
        masters.join(self.game, self.newcomer, by=self.person)
        return _("%(name)s masters this game with you.") % {"name": self.newcomer}


class LayDownMastership(Action):
    title = gettext_lazy("Lay down your mastership")
    hint = gettext_lazy("You are no longer a master of this game.")
    action = gettext_lazy("Lay down")
    danger = True
    statuses = BEGUN

    @property
    def text(self) -> str:
        others = self.game.masterships.current().exclude(person=self.person)
        present = [str(row.person) for row in others.select_related("person")]
        if present:
            return _("The game goes on with %(names)s.") % {"names": ", ".join(present)}
        return _(
            "The game then has no master. It goes on by its rule, and its players decide by votes"
            " on delays, pauses and a draw."
        )

    @property
    def warning(self) -> str:
        return _("You cannot come back by yourself: another master would have to add you.")

    @property
    def next_url(self) -> str:
        """The list of the person's games: they may not see a private game any more."""
        return reverse("games:mine")

    def perform(self) -> str:
        masters.leave(self.game, self.person)
        return _("You no longer master “%(game)s”.") % {"game": self.game}

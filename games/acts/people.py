"""Acts that concern people: what all are told, powers whose players vanished, and the masters."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.models import User

from .. import access, wording
from ..mastering import crew
from ..models import Game, Seat
from ..models.game import RUNNING
from ..seats import sitting
from .act import Act, reason_field

BEGUN = frozenset([*RUNNING, Game.Status.FINISHED])


class Announce(Act):
    title = gettext_lazy("Announce something")
    hint = gettext_lazy("All in the game are told; it stands on its page for two weeks.")
    action = gettext_lazy("Announce")
    when = BEGUN

    words = forms.CharField(
        label=gettext_lazy("What everybody should know"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def perform(self) -> str:
        crew.announce(self.game, self.cleaned_data["words"], by=self.person)
        return _("Everybody is told.")


class Disorder(Act):
    """For one seat."""

    title = gettext_lazy("Civil disorder")
    action = gettext_lazy("Declare civil disorder")
    danger = True

    reason = reason_field(required=True)

    def __init__(self, *args: Any, power: str) -> None:
        super().__init__(*args)
        self.seat: Seat = access.seat_of_or_404(self.game, power)

    @property
    def text(self) -> str:
        return _(
            "%(power)s: nobody waits for its orders any more, and others may take it over. Its"
            " player is back by giving orders while nobody has taken it."
        ) % {"power": wording.power(self.seat.power)}

    def perform(self) -> str:
        sitting.declare_disorder(self.seat, by=self.person, reason=self.cleaned_data["reason"])
        power = wording.power(self.seat.power)
        return _("%(power)s is in civil disorder.") % {"power": power}


class Welcome(Act):
    title = gettext_lazy("Add a game master")
    hint = gettext_lazy("Somebody who never plays in this game helps to master it.")
    action = gettext_lazy("Add")
    when = BEGUN

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Exactly as it stands on this site."),
        max_length=names.MAX_LENGTH,
    )

    @property
    def warning(self) -> str:
        return _("They can do all that you can, and cannot be removed by you.")

    def clean_name(self) -> str:
        name = names.tidy(self.cleaned_data["name"])
        people = User.objects.filter(name=name, closed_at=None, is_active=True)
        self.newcomer = people.first()
        if self.newcomer is None:
            raise forms.ValidationError(_("Nobody on this site has this name."))
        return name

    def perform(self) -> str:
        assert self.newcomer is not None
        crew.join(self.game, self.newcomer, by=self.person)
        return _("%(name)s masters this game with you.") % {"name": self.newcomer}


class Leave(Act):
    title = gettext_lazy("Lay down your mastership")
    hint = gettext_lazy("You are no longer a master of this game.")
    action = gettext_lazy("Lay down")
    danger = True
    when = BEGUN

    @property
    def text(self) -> str:
        others = self.game.masterships.filter(until=None).exclude(person=self.person)
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
    def back(self) -> str:
        """A private game is out of sight from now on."""
        return reverse("games:mine")

    def perform(self) -> str:
        crew.leave(self.game, self.person)
        return _("You no longer master “%(game)s”.") % {"game": self.game}

"""Actions on players without an account."""

from typing import Any

from django import forms
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .... import access, wording
from ....models import DeclaredPlayer, Game
from ....seats import declared_players
from ....wording import consequences
from ..declared_players import DeclaredPlayerFields
from .action import PowerAction


class DeclarePlayer(DeclaredPlayerFields, PowerAction):
    """Declare that a person without an account plays the open seat of `power`."""

    code = "declare"
    title = gettext_lazy("Add a player without an account")
    action = gettext_lazy("Add the player")

    @property
    def text(self) -> str:
        return consequences.of_declaring(wording.hand(self.seat))

    @property
    def warning(self) -> str:
        return consequences.warning_of_declaring(self.game)

    def perform(self) -> str:
        declared_players.declare(self.seat, by=self.person, **self.cleaned_data)
        return _("Now played without an account: %(power)s.") % {"power": wording.hand(self.seat)}


class DeclaredAction(PowerAction):
    """An action on the player without an account who plays `power`."""

    def __init__(self, game: Game, *args: Any, power: str) -> None:
        found = DeclaredPlayer.objects.holding(access.any_seat_or_404(game, power)).first()
        if found is None:
            raise Http404
        self.player: DeclaredPlayer = found
        self.player.game = game
        super().__init__(game, *args, power=power)

    @property
    def text(self) -> str:
        words = {"power": wording.hand(self.seat), "name": access.declared_name(self.player)}
        return _("%(power)s: %(name)s") % words


class ChangeDeclared(DeclaredPlayerFields, DeclaredAction):
    code = "declared"
    title = gettext_lazy("Name and address of the player")
    action = gettext_lazy("Save")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False

    def initial_values(self) -> dict[str, Any]:
        return {"name": self.player.name, "email": self.player.email}

    @property
    def warning(self) -> str:
        if self.player.email and self.player.confirmed_at is None:
            return _("The owner of the address hasn’t confirmed it yet.")
        return ""

    def perform(self) -> str:
        declared_players.change(self.player, by=self.person, **self.cleaned_data)
        return _("Name and address are saved. Without a name, the old one is removed everywhere.")


class WithdrawDeclared(DeclaredAction):
    code = "undeclare"
    title = gettext_lazy("Remove the player")
    action = gettext_lazy("Remove the player")
    danger = True

    @property
    def warning(self) -> str:
        return consequences.of_undeclaring()

    def perform(self) -> str:
        declared_players.withdraw(self.player, by=self.person)
        return _("Now in civil disorder: %(power)s.") % {"power": wording.hand(self.seat)}


class LinkDeclared(DeclaredAction):
    code = "account"
    title = gettext_lazy("Link to an account")
    action = gettext_lazy("Create the link")

    understood = forms.BooleanField(
        label=gettext_lazy("I’ll pass the link on only to this player.")
    )

    @property
    def warning(self) -> str:
        return consequences.of_account_link()

    def perform(self) -> str:
        declared_players.make_link(self.player, by=self.person)
        return _("The link is on this page, at the power. A former link no longer works.")

"""Actions on a game that has not begun."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

from .... import access
from ....lifecycle import deletion, lobby
from ....models import Game
from ....wording import consequences
from .action import Action, reason_field


class AssignPowers(Action):
    """Take the assignment of powers over from chance or the players' preferences."""

    code = "assign"
    title = gettext_lazy("Assign the powers yourself")
    hint = gettext_lazy("You decide who plays which power, and when the game begins.")
    action = gettext_lazy("Assign the powers yourself")

    @classmethod
    def back_url(cls, game: Game, person: User) -> str:
        return game.get_absolute_url()

    @property
    def text(self) -> str:
        return consequences.of_assigning()

    def perform(self) -> str:
        lobby.let_master_assign(self.game, by=self.person)
        return _("You now assign the powers.")


class DeleteGame(Action):
    code = "delete"
    title = gettext_lazy("Delete the game")
    hint = gettext_lazy("Only as long as it hasn’t begun.")
    action = gettext_lazy("Delete the game")
    danger = True
    for_administrators = True

    reason = reason_field(help_text=gettext_lazy("Everyone who is notified can read it."))

    @classmethod
    def back_url(cls, game: Game, person: User) -> str:
        if access.sees_game(person, game):
            return game.get_absolute_url()
        return reverse("games:mine")

    @property
    def text(self) -> str:
        concerned = deletion.people_concerned(self.game) - {self.person.pk}
        return consequences.of_deletion(len(concerned))

    @property
    def warning(self) -> str:
        return consequences.not_to_be_undone()

    @property
    def next_url(self) -> str:
        return reverse("games:mine")

    def perform(self) -> str:
        deletion.delete(self.game, by=self.person, reason=self.cleaned_data["reason"])
        return _("“%(game)s” is deleted.") % {"game": self.game}

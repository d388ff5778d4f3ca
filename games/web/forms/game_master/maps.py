"""Actions that open and close the maps of a private game to strangers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ....game_master import map_links
from ....models import Game
from .action import Action
from .people import BEGUN


class ShowMaps(Action):
    title = gettext_lazy("Open the maps to strangers")
    hint = gettext_lazy("For reports elsewhere: whoever has the address of a map sees it.")
    action = gettext_lazy("Make the addresses")
    statuses = BEGUN

    @classmethod
    def is_offered(cls, game: Game) -> bool:
        private = game.visibility == Game.Visibility.PRIVATE
        return super().is_offered(game) and private and game.map_key is None

    @property
    def text(self) -> str:
        return _(
            "The map of each phase that is over gets an address that nobody can guess. It opens"
            " without signing in, with the orders of that phase, and stands in the reports that"
            " players copy. Nothing else of the game can be seen by it, and no open phase."
        )

    def perform(self) -> str:
        map_links.show(self.game, by=self.person)
        return _("The maps have their addresses now: the reports name them.")


class HideMaps(Action):
    title = gettext_lazy("Close the maps to strangers")
    hint = gettext_lazy("The addresses of the maps are revoked.")
    action = gettext_lazy("Revoke the addresses")
    danger = True
    statuses = BEGUN

    @classmethod
    def is_offered(cls, game: Game) -> bool:
        return super().is_offered(game) and game.map_key is not None

    @property
    def warning(self) -> str:
        return _(
            "Reports that were pasted elsewhere show no map any more, and that cannot be undone: if"
            " you open the maps once more, they get other addresses."
        )

    def perform(self) -> str:
        map_links.hide(self.game, by=self.person)
        return _("The addresses of the maps are revoked.")

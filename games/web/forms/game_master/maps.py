"""Actions that open and close the maps of a private game to strangers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ....game_master import map_links
from .action import Action


class ShowMaps(Action):
    code = "show_maps"
    title = gettext_lazy("Open the maps to the public")
    hint = gettext_lazy(
        "For reports on other sites: anyone who has the address of a map can see it."
    )
    action = gettext_lazy("Create the addresses")

    @property
    def text(self) -> str:
        return _(
            "The map of each finished phase gets an address that nobody can guess. The "
            "address opens without signing in, shows that phase’s orders, and appears in "
            "the reports that players copy. It shows nothing else of the game, and no "
            "open phase."
        )

    def perform(self) -> str:
        map_links.show(self.game, by=self.person)
        return _("The maps have addresses now. Reports contain them.")


class HideMaps(Action):
    code = "hide_maps"
    title = gettext_lazy("Close the maps to the public")
    hint = gettext_lazy("The addresses of the maps stop working.")
    action = gettext_lazy("Revoke the addresses")
    danger = True

    @property
    def warning(self) -> str:
        return _(
            "Reports posted elsewhere will no longer show maps. This can’t be undone: if "
            "you open the maps again, they get new addresses."
        )

    def perform(self) -> str:
        map_links.hide(self.game, by=self.person)
        return _("The addresses of the maps no longer work.")

"""Actions that open and close the maps of a private game to strangers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ....game_master import map_links
from ....wording import consequences
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
        return consequences.of_showing_maps()

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
        return consequences.of_hiding_maps()

    def perform(self) -> str:
        map_links.hide(self.game, by=self.person)
        return _("The addresses of the maps no longer work.")

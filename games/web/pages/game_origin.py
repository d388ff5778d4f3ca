"""The tournament and the club to which a game belongs, as links on its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from ... import access
from ...models import Table

if TYPE_CHECKING:
    from ...models import Game
    from .shared_parts import SharedParts


class Origin(NamedTuple):
    """A tournament or a club: what it is, its name and address."""

    kind: str
    name: str
    url: str


def origins_of(viewer: access.Viewer, game: Game, parts: SharedParts | None = None) -> list[Origin]:
    """The round of a tournament and the club of a game; only a club that `viewer` may see.

    That a game is at no table is kept with its `parts`; names are not, because they can change.
    """
    found = []

    def is_at_table() -> bool:
        return Table.objects.filter(game=game.pk).exists()

    if parts.part("is at a table", is_at_table) if parts else is_at_table():
        table = Table.objects.select_related("round__tournament").get(game=game.pk)
        name = _("%(tournament)s, round %(number)d") % {
            "tournament": table.round.tournament.title,
            "number": table.round.number,
        }
        found.append(Origin(_("Tournament"), name, table.round.get_absolute_url()))
    if game.club_id is not None:
        club = access.visible_clubs(viewer).filter(pk=game.club_id).first()
        if club is not None:
            found.append(Origin(_("Club"), club.name, club.get_absolute_url()))
    return found

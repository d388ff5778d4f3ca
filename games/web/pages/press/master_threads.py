"""Threads with the game masters that a reader may begin: links on the list of threads."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from .... import access, wording
from ....press import locations


@dataclass(frozen=True)
class OfferedThread:
    """A thread with the game masters: its name for the reader, and its address."""

    name: str
    url: str


def offered_threads(role: access.Role) -> list[OfferedThread]:
    """The threads of a player with the masters, or of a master with each player and the others.

    None to a player while the game has no master who could answer, and none to other readers.
    """
    game = role.game
    masters = list(game.masterships.present().values_list("person", flat=True))
    if role.is_master:
        first_seats = {seat.hand: seat for seat in game.seats.playable().order_by("-place")}
        offered = [
            OfferedThread(wording.hand(seat), locations.masters_url(game, [seat]))
            for seat in sorted(first_seats.values(), key=lambda seat: seat.place)
        ]
        if len(masters) > 1:
            offered.append(OfferedThread(_("Game masters"), locations.masters_url(game, [])))
        return offered
    if not role.held or not masters:
        return []
    first = {seat.hand: seat for seat in reversed(role.held)}
    return [
        OfferedThread(_("Game master"), locations.masters_url(game, [seat]))
        for seat in first.values()
    ]

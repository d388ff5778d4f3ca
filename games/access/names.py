"""Who may read whose name."""

from django.utils.translation import gettext as _

from ..models import Entry, Game, Letter, Seat, Tenure
from .parts import Viewer, is_master


def sees_names(viewer: Viewer, game: Game) -> bool:
    """Whether the names of the players of `game` are open to `viewer`."""
    return game.names_are_open or is_master(viewer, game)


def shown_name(viewer: Viewer, seat: Seat, *, names_open: bool | None = None) -> str:
    """The name of the holder of `seat`, or of who held it when the game ended, as `viewer` may read
    it.

    The only way of a player's name into a page. `names_open` is `sees_names(…)` where a page
    shows many seats. Expects `seat.tenures` to be prefetched with their people.
    """
    if names_open is None:
        names_open = sees_names(viewer, seat.game)
    last = max(seat.tenures.all(), key=lambda tenure: tenure.pk, default=None)
    if last is None or last.ending == Tenure.Ending.RESIGNED:
        return _("nobody")
    if names_open or last.person_id == viewer.pk:
        return str(last.person)
    return _("hidden")


def waiting_name(viewer: Viewer, entry: Entry, *, names_open: bool) -> str:
    """The name of someone in a lobby as `viewer` may read it."""
    if names_open or entry.person_id == viewer.pk:
        return str(entry.person)
    return _("hidden")


def signs(viewer: Viewer, letter: Letter) -> bool:
    """Whether `viewer` may know who wrote a letter: an unsigned one is nobody's but to its author,
    whatever becomes of the game."""
    return not letter.unsigned or letter.person_id == viewer.pk


def author_name(viewer: Viewer, letter: Letter, *, names_open: bool) -> str:
    """The name of who wrote a letter, whoever holds the seat by now, as `viewer` may read it.

    A game master's name is never hidden. Expects `letter.person` at hand, and `signs`.
    """
    if names_open or letter.seat_id is None or letter.person_id == viewer.pk:
        return str(letter.person)
    return _("hidden")

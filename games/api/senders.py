"""The power of a message, or the game master, as whom a key writes."""

from django.utils.translation import gettext as _

from accounts.models import ApiKey

from .. import access
from ..models import Seat
from ..press.locations import ThreadLocation
from .authentication import must_have, scope_too_small
from .problems import Problem

MASTER = "master"  # the sender that is no power


def sender(
    key: ApiKey, role: access.Role, location: ThreadLocation, wanted: str | None
) -> Seat | None:
    """The seat that writes, None for the game master. Raises `Problem` if there is none.

    A key without the scope of a sender writes as the other, if its person may.
    """
    if wanted is not None:
        must_have(key, _scope(wanted))
    found = _writers(role, location)
    lacking = [name for name in found if _scope(name) not in key.scopes]
    if len(lacking) == len(found):
        raise scope_too_small(_scope(lacking[0]))
    for name in lacking:
        del found[name]
    return _chosen(found, wanted)


def _writers(role: access.Role, location: ThreadLocation) -> dict[str, Seat | None]:
    """The seats from which a person writes in a thread, by power, and None for the game master.

    Raises `Problem` if there are none.
    """
    among_masters = location.with_masters and not location.circle
    seats = [] if among_masters else access.writing_seats(role, location.circle)
    found: dict[str, Seat | None] = {seat.power: seat for seat in seats}
    if (location.is_public or location.with_masters) and role.is_master:
        found[MASTER] = None
    if not found:
        raise Problem(403, "cannot_write", _("Nothing was sent: you can’t write here."))
    return found


def _chosen(found: dict[str, Seat | None], wanted: str | None) -> Seat | None:
    """The wanted one of several writers. Raises `Problem` if there are several, or not this one."""
    if wanted is None and len(found) == 1:
        return next(iter(found.values()))
    if wanted not in found:
        text = _("Choose the power that sends the message.")
        raise Problem(422, "wrong_field", text, field="sender")
    return found[wanted]


def _scope(name: str) -> str:
    """The scope that a key needs to write as a power or as the game master."""
    return "master" if name == MASTER else "press"

"""Look up people by their names."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import spelling

from .. import wording
from ..core.errors import LineError, Refused


def person_named(name: str) -> User:
    """Return the person with this name; case does not matter.

    Raises `Refused` if there is none with a confirmed address, or if the account is suspended.
    """
    person = User.objects.confirmed().filter(name_key=spelling.comparison_key(name)).first()
    if person is None:
        raise Refused(_("Nobody here goes by the name “%(name)s”.") % {"name": name.strip()})
    if not person.is_active:
        raise Refused(_("The account of %(name)s is closed.") % {"name": person})
    return person


def players_named(
    players: Mapping[str, str], master: User, *, neutral: Collection[str] = ()
) -> tuple[dict[str, User], list[LineError]]:
    """Return the people with these names by power, and an error for each name that is refused.

    `players` maps powers to names. The master may not play, nobody may play two powers, and
    nobody plays a `neutral` one.
    """
    found: dict[str, User] = {}
    errors = []
    for power, name in players.items():
        try:
            if power in neutral:
                raise Refused(_("Nobody plays this power in this set-up."))
            person = person_named(name)
            if person == master:
                raise Refused(_("Anyone who masters a game cannot play in it."))
            if person in found.values():
                raise Refused(_("%(name)s plays another power already.") % {"name": person})
        except Refused as refusal:
            line = f"{wording.power(power)}: {wording.truncated(name)}"
            errors.append(LineError("", line, str(refusal)))
        else:
            found[power] = person
    return found, errors

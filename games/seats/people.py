"""People of the site by the names they go by."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User

from .. import wording
from ..errors import LineError, Refused


def named(name: str) -> User:
    """Who goes by exactly this name; case does not tell people apart. `Refused` for nobody, and
    for who has closed their account."""
    person = User.objects.filter(name_key=names.key(name), closed_at=None).first()
    if person is None:
        raise Refused(_("Nobody here goes by the name “%(name)s”.") % {"name": name.strip()})
    if not person.is_active:
        raise Refused(_("The account of %(name)s is closed.") % {"name": person})
    return person


def seated(players: Mapping[str, str], master: User) -> tuple[dict[str, User], list[LineError]]:
    """Who is meant by names given by power, and what is wrong with the others. The master plays
    nothing, and nobody plays two powers."""
    found: dict[str, User] = {}
    errors = []
    for power, name in players.items():
        try:
            person = named(name)
            if person == master:
                raise Refused(_("Who masters a game cannot play in it."))
            if person in found.values():
                raise Refused(_("%(name)s plays another power already.") % {"name": person})
        except Refused as refusal:
            line = f"{wording.power(power)}: {wording.shortened(name)}"
            errors.append(LineError("", line, str(refusal)))
        else:
            found[power] = person
    return found, errors

"""Look up people by their names."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import spelling

from .. import wording
from ..core.errors import LineError, Refused

Hands = Sequence[Sequence[str]]
"""The powers that each person plays in a set-up."""


def people_named(names: Iterable[str]) -> dict[str, User]:
    """Return the people with these names and a confirmed address, by the keys of their names."""
    keys = {spelling.comparison_key(name) for name in names}
    found = User.objects.confirmed().filter(name_key__in=keys)
    return {person.name_key: person for person in found}


def person_named(name: str) -> User:
    """Return the person with this name; case does not matter.

    Raises `Refused` if there is none with a confirmed address, or if the account is suspended.
    """
    return person_among(people_named([name]), name)


def person_among(found: Mapping[str, User], name: str) -> User:
    """Return the person with this name among the people whom `people_named` found.

    Raises `Refused` as `person_named` does.
    """
    person = found.get(spelling.comparison_key(name))
    if person is None:
        raise Refused(
            _("No account has the name “%(name)s”. Check the spelling.") % {"name": name.strip()}
        )
    if not person.is_active:
        raise Refused(_("The account of %(name)s is closed.") % {"name": person})
    return person


def players_named(
    players: Mapping[str, str], master: User, hands: Hands, *, neutral: Collection[str]
) -> tuple[dict[str, User], list[LineError]]:
    """Return the people with these names by power, and an error for each name that is refused.

    `players` maps powers to names. The master may not play, nobody may play two powers except
    those that one person has by `hands`, and nobody plays one that is `neutral` now.
    """
    found: dict[str, User] = {}
    errors = []
    for power, name in players.items():
        try:
            if power in neutral:
                raise Refused(_("Nobody plays this power in this set-up."))
            person = person_named(name)
            if person == master:
                raise Refused(_("A game master can’t play in their own game."))
            _check_hand(power, person, found, hands)
        except Refused as refusal:
            line = f"{wording.power(power)}: {wording.truncated(name)}"
            errors.append(LineError("", line, str(refusal)))
        else:
            found[power] = person
    own = {person for power, person in found.items() if any(power in hand for hand in hands)}
    for power in [power for power, person in found.items() if person not in own]:
        message = _("This player also needs a power of their own. Name them there too.")
        errors.append(LineError("", f"{wording.power(power)}: {found.pop(power)}", message))
    return found, errors


def _check_hand(power: str, person: User, found: Mapping[str, User], hands: Hands) -> None:
    """Raise `Refused` if `person` cannot play `power` beside what the people `found` play."""
    hand = next((hand for hand in hands if power in hand), None)
    if hand is None:  # the power came to one of the players by a coin
        return
    for other, player in found.items():
        if (other in hand) == (player == person):
            continue
        if player == person and any(other in each for each in hands):
            raise Refused(_("%(name)s already plays another power.") % {"name": person})
        if other in hand:
            message = _("The same person must play this power and %(other)s.")
            raise Refused(message % {"other": wording.power(other)})

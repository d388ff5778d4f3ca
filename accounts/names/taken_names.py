"""Names that nobody else can choose: those of accounts, and those held for somebody.

Signing up with an address that has an account must not tell that it has one. So the typed name is
taken afterwards, as it would be by a new account: it is held for the owner of the address, until
their account is closed, and only they can choose it.
"""

from accounts import clock
from accounts.models import HeldName, User
from accounts.names import spelling


def is_taken(name: str, *, by_others_than: User | None = None) -> bool:
    """Whether anybody has this name or a similar one, or it is held for anybody."""
    key = spelling.comparison_key(name)
    people = User.objects.filter(name_key=key)
    held = HeldName.objects.filter(name_key=key)
    if by_others_than is not None:
        people = people.exclude(pk=by_others_than.pk)
        held = held.exclude(person=by_others_than)
    return people.exists() or held.exists()


def hold(name: str, *, person: User) -> None:
    """Hold a name for `person`. Raises IntegrityError if it is held for anybody already."""
    HeldName.objects.create(
        name_key=spelling.comparison_key(name), person=person, since=clock.now()
    )

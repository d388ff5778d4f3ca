"""Lines that people saved: with a title, for themselves, and shared by a link if they wish so."""

from django.db import transaction
from django.utils.translation import ngettext

from accounts import account_closing, clock
from accounts.models import User

from ..core.errors import Refused
from ..models import SavedLine
from ..models.fields import new_key

MOST = 100  # lines of a person


def register() -> None:
    """Let the saved lines of a person be deleted when their account is closed."""
    account_closing.on_close.append(delete_if_closed)


def save(owner: User, title: str, text: str, *, holds_orders: bool) -> SavedLine:
    """Save a line, private at first. `text` must be readable; see `SavedLine` for `holds_orders`.

    Raises `Refused` if the person has as many lines as one may have, or closes their account.
    """
    with transaction.atomic():
        if not User.objects.lock_taking_part(owner.pk) or owner.saved_lines.count() >= MOST:
            raise Refused(full_message())
        return SavedLine.objects.create(
            owner=owner,
            title=title,
            text=text,
            holds_orders=holds_orders,
            created_at=clock.now(),
        )


def full_message() -> str:
    """The sentence for somebody who has as many lines as one may have."""
    return ngettext(
        "You have %(number)d saved line, which is the most. Delete it to save another.",
        "You have %(number)d saved lines, which is the most. Delete one to save another.",
        MOST,
    ) % {"number": MOST}


def shared_by(key: str) -> SavedLine | None:
    """Return the saved line whose link has this key, or None."""
    return SavedLine.objects.filter(key=key).first()


def share(saved: SavedLine) -> None:
    """Give a line a link by which anybody opens it; one that has a link keeps it."""
    SavedLine.objects.filter(pk=saved.pk, key=None).update(key=new_key())


def stop_sharing(saved: SavedLine) -> None:
    """Make a line private; its link leads nowhere from then on."""
    SavedLine.objects.filter(pk=saved.pk).update(key=None)


def delete_if_closed(person: User) -> None:
    """Delete a person's saved lines if the account is closed for good, not only about to be."""
    if person.closed_at:
        person.saved_lines.all().delete()

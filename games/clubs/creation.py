"""Creating a club, changing its name and words, and closing it."""

import secrets

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from accounts.names import spelling

from ..core.errors import Refused
from ..models import Club, ClubMembership
from ..models.fields import new_key
from . import membership

RESERVED = ("new",)


def create(person: User, *, name: str, about: str, is_listed: bool) -> Club:
    """Make a club whose master is `person`. Raises `Refused` if its name is taken.

    The same form sent twice by its master makes one club.
    """
    key = spelling.comparison_key(name)
    with transaction.atomic():
        membership.lock(person)
        led = ClubMembership.objects.masters().filter(person=person, club__name_key=key)
        own = Club.objects.filter(pk__in=led.values("club")).first()
        if own is not None:
            return own
        membership.may_join_another(person)
        try:
            with transaction.atomic():
                club = Club.objects.create(
                    name=name,
                    name_key=key,
                    slug=_free_slug(name),
                    about=about,
                    is_listed=is_listed,
                    created_at=clock.now(),
                )
        except IntegrityError:
            raise Refused(name_taken()) from None
        ClubMembership.objects.create(
            club=club, person=person, role=ClubMembership.Role.MASTER, joined_at=club.created_at
        )
    return club


def change(club: Club, *, by: User, name: str, about: str, is_listed: bool) -> None:
    """Store what a master has changed. Raises `Refused` if the name is taken."""
    fields = {"name": name, "about": about, "is_listed": is_listed}
    try:
        with transaction.atomic():
            membership.governed(club, by)
            changed = Club.objects.filter(pk=club.pk)
            changed.update(name_key=spelling.comparison_key(name), **fields)
    except IntegrityError:
        raise Refused(name_taken()) from None


def renew_invitation(club: Club, *, by: User) -> None:
    """Replace the key of the invitation link. Those passed on so far lead nowhere."""
    with transaction.atomic():
        membership.governed(club, by)
        Club.objects.filter(pk=club.pk).update(invitation_key=new_key())


def close(club: Club, *, by: User) -> None:
    """Delete a club. Its games stay, and are no club's any more."""
    with transaction.atomic():
        membership.governed(club, by).delete()


def remove_texts(club: Club) -> None:
    """Give a club a neutral name and address, without words, as an administrator."""
    name = f"{_('Club')} {secrets.token_hex(3)}"
    Club.objects.filter(pk=club.pk).update(
        name=name, name_key=spelling.comparison_key(name), slug=_free_slug(name), about=""
    )


def name_taken() -> str:
    return _("Another club has this name, or one that looks like it. Choose another.")


def _free_slug(name: str) -> str:
    """Return an unused slug: made of the name and, if that is taken, random digits."""
    slug = slugify(name)[:60].strip("-") or "club"
    while slug in RESERVED or Club.objects.filter(slug=slug).exists():
        slug = f"{slug[:60]}-{secrets.token_hex(3)}"
    return slug

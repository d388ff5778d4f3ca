"""Joining a club, leaving it, and its masters.

The person is locked before the club, as when an account is closed. A club always has a master: if
the last one goes, the member who has been in it longest is the next. A club without members ends.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import account_closing, clock
from accounts.models import User

from .. import access
from ..core.errors import Refused
from ..models import Club, ClubMembership
from ..models.fields import new_key

MOST_CLUBS = 20  # of a person
MOST_MEMBERS = 200
MASTER, MEMBER = ClubMembership.Role.MASTER, ClubMembership.Role.MEMBER


def register() -> None:
    """Let people leave their clubs when they close their accounts."""
    account_closing.warning_sources.append(clubs_in_words)
    account_closing.on_close.append(leave_all)


def clubs_in_words(person: User) -> str:
    """Return a sentence that names the clubs of `person`; empty if none."""
    names = list(Club.objects.of_person(person.pk).values_list("name", flat=True))
    return _("You’ll leave these clubs: %(clubs)s.") % {"clubs": ", ".join(names)} if names else ""


def join(club: Club, person: User, key: str) -> None:
    """Let `person` join by the link with this key; they may have joined already."""
    with transaction.atomic():
        lock(person)
        locked = _locked(club)
        if locked is None or locked.invitation_key != key:
            raise Refused(_("This link no longer works. Ask a master of the club for a new one."))
        if locked.memberships.filter(person=person).exists():
            return
        may_join_another(person)
        if locked.memberships.count() >= MOST_MEMBERS:
            raise Refused(_("This club is full."))
        ClubMembership.objects.create(club=locked, person=person, joined_at=clock.now())


def lock(person: User) -> None:
    """Lock an account, so that it is not closed meanwhile."""
    if not User.objects.lock_taking_part(person.pk):
        raise Refused(_("This account is closed."))


def may_join_another(person: User) -> None:
    if person.club_memberships.count() >= MOST_CLUBS:
        raise Refused(_("You’re in as many clubs as one person can be. Leave one first."))


def leave(club: Club, person: User) -> None:
    """Take `person` out of a club, which gets another master if need be, or ends."""
    with transaction.atomic():
        locked = _locked(club)
        if locked is not None:
            locked.memberships.filter(person=person).delete()
            _keep_led(locked)


def consequences_of_leaving(own: ClubMembership) -> str:
    """Sentence about leaving a club, for the question before it."""
    others = own.club.memberships.exclude(pk=own.pk)
    if not others.exists():
        return _("You’re the only member, so the club ends.")
    if own.is_master and not others.masters().exists():
        return _("You’re the only master. The longest-standing member will be the next one.")
    return _("Your games go on. To come back, you need the invitation link.")


def leave_all(person: User) -> None:
    """Take a person who closes their account out of all clubs."""
    for club in Club.objects.of_person(person.pk).order_by("pk"):
        leave(club, person)


def remove(member: ClubMembership, by: User) -> None:
    """Take a member out of a club, and replace its link, which they know."""
    with transaction.atomic():
        governed(member.club, by)
        leave(member.club, member.person)
        Club.objects.filter(pk=member.club_id).update(invitation_key=new_key())


def make_master(member: ClubMembership, by: User) -> None:
    with transaction.atomic():
        governed(member.club, by)
        ClubMembership.objects.filter(pk=member.pk).update(role=MASTER)


def unmake_master(member: ClubMembership, by: User) -> None:
    """Make a master a member again. Raises `Refused` for the last master."""
    with transaction.atomic():
        governed(member.club, by)
        others = member.club.memberships.masters().exclude(pk=member.pk)
        if not others.exists():
            raise Refused(_("A club needs a master. Make another member a master first."))
        ClubMembership.objects.filter(pk=member.pk).update(role=MEMBER)


def governed(club: Club, by: User) -> Club:
    """Return the club, locked. Raises `Refused` unless `by` is still one who may change it."""
    locked = _locked(club)
    if locked is None or not access.governs_club(by, locked):
        raise Refused(_("You no longer are a master of this club."))
    return locked


def _locked(club: Club) -> Club | None:
    return Club.objects.select_for_update().filter(pk=club.pk).first()


def _keep_led(club: Club) -> None:
    """Give a locked club without a master one, or end it if nobody is left."""
    if club.memberships.masters().exists():
        return
    able = club.memberships.filter(person__in=User.objects.taking_part())
    heir = able.first() or club.memberships.first()
    if heir is None:
        club.delete()
    else:
        ClubMembership.objects.filter(pk=heir.pk).update(role=MASTER)

"""Invitations to a lobby. They reserve no seat: the invited people decide whether they join."""

from collections.abc import Collection

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..models import Club, Game, LobbyInvitation, Notification
from ..notifications import notify


def newly_invited(game: Game, people: Collection[User], *, by: User) -> set[int]:
    """Return the primary keys of the `people` that `invite` would invite.

    It leaves out `by`, people in the lobby, and people who were invited before, even if they have
    declined or left since.
    """
    waiting = game.entries.values_list("person", flat=True)
    invited = game.lobby_invitations.values_list("person", flat=True)
    return {each.pk for each in people} - {by.pk, *waiting, *invited}


def strangers_to(club: Club | None, people: Collection[User]) -> list[str]:
    """Sentences about `people` who can't be invited to a game of `club`: they aren't in it."""
    if club is None:
        return []
    members = set(club.memberships.values_list("person", flat=True))
    message = _("%(name)s isn’t a member of the club.")
    return [message % {"name": person} for person in people if person.pk not in members]


def invite(game: Game, people: Collection[User], *, by: User) -> None:
    """Invite those of `people` to the lobby of a game who are `newly_invited`, and notify them.

    People who want no invitations never see theirs, and `by` can't tell. A person whose account is
    being closed gets none.
    """
    wanted = sorted(newly_invited(game, people, by=by))
    invited = [person for person in wanted if User.objects.lock_taking_part(person)]
    now = clock.now()
    LobbyInvitation.objects.bulk_create(
        (
            LobbyInvitation(game=game, person_id=person, invited_by=by, created_at=now)
            for person in invited
        ),
        ignore_conflicts=True,
    )
    if invited:
        notify.notify(Notification.Kind.INVITATION, invited, game=game)


def end(slug: str, person: User) -> None:
    """End the invitation of a person who has joined or declined. Nobody is notified."""
    mine = LobbyInvitation.objects.filter(game__slug=slug, person=person)
    mine.filter(answered_at=None).update(answered_at=clock.now())


def withdraw(invitation: LobbyInvitation) -> bool:
    """Delete an invitation that waits for an answer; return whether it did. Nobody is notified."""
    waiting = LobbyInvitation.objects.filter(pk=invitation.pk, answered_at=None)
    return bool(waiting.delete()[0])


def delete_all(game: Game) -> None:
    """Delete the invitations to a lobby that has closed."""
    LobbyInvitation.objects.filter(game=game).delete()


def forget(person: User) -> None:
    """Delete the invitations of a person who closes their account: those to them, and by them."""
    LobbyInvitation.objects.filter(Q(person=person) | Q(invited_by=person)).delete()

"""Invitations to a lobby. They reserve no seat: the invited people decide whether they join."""

from collections.abc import Collection

from django.db.models import Q

from accounts import clock
from accounts.models import User

from ..models import Game, LobbyInvitation, Notification
from ..notifications import notify


def invite(game: Game, people: Collection[User], *, by: User) -> None:
    """Invite `people` to the lobby of a game, and notify them; those invited before stay so.

    People who want no invitations never see theirs, and `by` can't tell. A person who waits in the
    lobby, or whose account is being closed, gets none.
    """
    waiting = set(game.entries.values_list("person", flat=True)) | {by.pk}
    wanted = sorted({each.pk for each in people} - waiting)
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
    LobbyInvitation.objects.filter(game__slug=slug, person=person).delete()


def delete_all(game: Game) -> None:
    """Delete the invitations to a lobby that has closed."""
    LobbyInvitation.objects.filter(game=game).delete()


def forget(person: User) -> None:
    """Delete the invitations of a person who closes their account: those to them, and by them."""
    LobbyInvitation.objects.filter(Q(person=person) | Q(invited_by=person)).delete()

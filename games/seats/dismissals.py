"""Notes of administrators that two players may share a browser or a network."""

from collections.abc import Collection

from django.db import transaction

from accounts import clock
from accounts.models import User

from ..models import DismissedSharing, Game


def dismiss(people: tuple[User, User], games: Collection[Game], *, by: User, note: str) -> None:
    """Take two people off the list of shared browsers and networks of `games`, with a note."""
    one, other = sorted(person.pk for person in people)
    now = clock.now()
    with transaction.atomic():
        DismissedSharing.objects.bulk_create(
            DismissedSharing(game=game, one_id=one, other_id=other, by=by, at=now, note=note)
            for game in sorted(games, key=lambda game: game.pk)
        )

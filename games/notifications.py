"""Telling people: rows for the outbox, written in the transaction of what they tell of."""

from collections.abc import Iterable

from accounts.models import User

from . import clock
from .models import Game, Mastership, Notice, Phase, Tenure


def tell(
    kind: Notice.Kind, people: Iterable[int], *, game: Game, phase: Phase | None = None
) -> None:
    """Put one notice a person into the outbox; what was told already stays told once.

    `people` are primary keys.
    """
    key = f"{kind}:{game.pk}" if phase is None else f"{kind}:{game.pk}:{phase.number}"
    Notice.objects.bulk_create(
        [
            Notice(
                key=key,
                kind=kind,
                channel=Notice.Channel.SITE,
                person_id=person,
                game=game,
                phase=phase,
                created_at=clock.now(),
            )
            for person in sorted(set(people))
        ],
        ignore_conflicts=True,
    )


def players(game: Game) -> list[int]:
    """Who holds a seat now."""
    return list(Tenure.objects.filter(seat__game=game, until=None).values_list("person", flat=True))


def masters(game: Game) -> list[int]:
    return list(Mastership.objects.filter(game=game).values_list("person", flat=True))


def admins() -> list[int]:
    return list(User.objects.filter(is_superuser=True, is_active=True).values_list("pk", flat=True))

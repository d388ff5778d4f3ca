"""Telling people: rows for the outbox, written in the transaction of what they tell of."""

from collections.abc import Iterable

from accounts.models import User

from . import clock
from .models import Event, Game, Mastership, Notice, Phase, Tenure


def tell(
    kind: Notice.Kind,
    people: Iterable[int],
    *,
    game: Game,
    phase: Phase | None = None,
    event: Event | None = None,
) -> None:
    """Put one notice a person into the outbox; what was told already stays told once.

    `people` are primary keys. What can happen more than once in a phase names its `event`.
    """
    parts = [kind, game.pk, phase and phase.number, event and event.pk]
    key = ":".join(str(part) for part in parts if part is not None)
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

"""Rows of ratings → values of the API."""

from collections.abc import Sequence
from typing import Any

from accounts.models import User

from ... import access
from ...models import RatingChange
from ...state import variants
from ...statistics.ratings.rate import SETTLED_BELOW
from ...wording import ratings as wording
from ..schemas import ratings as schemas


def rating_line(rating: Any) -> schemas.RatingLine:
    """The line of a row of `ranking.ranked`."""
    return schemas.RatingLine(
        rank=rating.rank if rating.settled else None,
        name=str(rating.person),
        points=rating.points,
        games=rating.games,
    )


def ratings_of(person: User) -> list[schemas.PersonRating]:
    return [
        schemas.PersonRating(
            ladder=each.ladder,  # type: ignore[arg-type]  # one of its choices
            points=each.points,
            games=each.games,
            provisional=each.sigma >= SETTLED_BELOW,
        )
        for each in person.ratings.order_by("ladder")
    ]


def changes(viewer: User, rows: Sequence[RatingChange]) -> list[schemas.RatingChange]:
    """The changes of a person's ratings; games that `viewer` may not see have no name."""
    readable = access.readable_standings(viewer, [row.game_id for row in rows])
    return [_change(row, readable.get(row.game_id)) for row in rows]


def _change(row: RatingChange, standing: Sequence[RatingChange] | None) -> schemas.RatingChange:
    value = schemas.RatingChange(
        ladder=row.ladder,  # type: ignore[arg-type]  # one of its choices
        difference=row.points_after - row.points_before,
        points=row.points_after,
        ended_at=row.game.ended_at,
        result=wording.private_sentence(row),
        game=None,
        title=None,
        powers=[],
    )
    if standing is not None:
        value.result = wording.sentence(row, standing)
        value.game, value.title = row.game.slug, row.game.title
        hand = row.seat.hand
        value.powers = (
            [row.seat.power] if hand is None else list(variants.powers_of_hand(row.game, hand))
        )
    return value

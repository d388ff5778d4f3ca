"""Ratings: the lists of the site, and those of a person."""

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import Http404
from ninja import Query, Router

from accounts.profiles import profiles

from ... import access
from ...models import Rating
from ...statistics.ratings.ranking import place_after, ranked
from ..authentication import READ, KeyRequest
from ..pagination import (
    PAGE,
    PERSON,
    Cursor,
    Limit,
    cursor_after,
    read_cursor,
    unknown_cursor,
)
from ..schemas import ratings as schemas
from ..schemas.common import answers
from ..values import ratings as values

router = Router(tags=["Ratings"], auth=READ)
Ladder = Annotated[
    schemas.Ladder, Query(description="Games with messages, gunboat games, or few players.")
]


@router.get("/ratings", response=answers(schemas.RatingPage), summary="List ratings")
def list_ratings(
    request: KeyRequest, ladder: Ladder = "full", limit: Limit = PAGE, cursor: Cursor | None = None
) -> schemas.RatingPage:
    """People by their ratings. Those who show you no games are left out."""
    people = access.listed_ratings(request.user, ladder)
    return page_of_ratings(people, ladder, limit=limit, cursor=cursor)


def page_of_ratings(
    people: QuerySet[Rating], ladder: schemas.Ladder, *, limit: int, cursor: str | None
) -> schemas.RatingPage:
    """A page of the ratings of a list, ranked among themselves."""
    start = 0 if cursor is None else place_after(people, read_cursor(cursor, PERSON))
    if start is None:
        raise unknown_cursor()
    rows: list[Any] = list(ranked(people)[start : start + limit + 1])
    page = rows[:limit]
    return schemas.RatingPage(
        ladder=ladder,
        ratings=[values.rating_line(row) for row in page],
        next_cursor=cursor_after(page[-1].person.name) if len(rows) > limit else None,
    )


@router.get(
    "/ratings/{path:name}",
    response=answers(schemas.PersonRatings),
    summary="Read the ratings of a person",
)
def read_ratings(
    request: KeyRequest, name: str, limit: Limit = PAGE, cursor: Cursor | None = None
) -> schemas.PersonRatings:
    """The ratings of a person, and the games that changed them, as you may see them."""
    named = None if "\0" in name else profiles.person_of(name)  # PostgreSQL refuses a NUL
    if named is None:
        raise Http404
    person = access.rated_person_or_404(request.user, named.pk)
    changes = access.rating_changes(person)
    number = changes.count()
    start = 0 if cursor is None else number - _earlier(cursor, number)
    page = list(changes[start : start + limit])
    left = number - start - len(page)
    return schemas.PersonRatings(
        name=str(person),
        ratings=values.ratings_of(person),
        changes=values.changes(request.user, page),
        next_cursor=cursor_after(str(left)) if left else None,
    )


def _earlier(cursor: str, number: int) -> int:
    """The number of earlier changes in a cursor: it stays the same while newer ones are added.

    The slug of a game would tell of games that the reader may not see.
    """
    text = read_cursor(cursor)
    if not (text.isdecimal() and int(text) <= number):
        raise unknown_cursor()
    return int(text)

"""Profiles of people, as the reader may see them."""

from collections.abc import Sequence
from typing import Annotated

from django.http import Http404
from ninja import Query, Router
from pydantic import Field

from accounts.models import User
from accounts.profiles import profiles

from ... import access
from ...models import Game
from ...state import reliability
from ...statistics import careers, records
from ...statistics.careers import Career, Stint
from ...statistics.records import GameLine
from ...wording import reliability as reliability_wording
from ..authentication import READ, KeyRequest
from ..pagination import MOST, PAGE, cursor_after, read_cursor, unknown_cursor
from ..schemas import account as schemas
from ..schemas.common import answers

router = Router(tags=["People"], auth=READ)


@router.get("/people/{path:name}", response=answers(schemas.Person), summary="Read a profile")
def read_person(
    request: KeyRequest,
    name: str,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
    cursor: Annotated[str, Field(max_length=200)] | None = None,
) -> schemas.Person:
    """The words of a person about themselves, their reliability, and their games.

    Games that hide their players are left out, also from your own profile.
    """
    person = None if "\0" in name else profiles.person_of(name)  # PostgreSQL refuses a NUL
    if person is None:
        raise Http404
    profile = profiles.profile_of(person)
    if not profiles.sees(request.user, profile):
        return _empty(person, private=True)
    value = _empty(person, private=False)
    value.about = profiles.words_of(profile)
    value.languages = profiles.languages_of(profile)
    value.here_since = person.date_joined.date()
    facts = reliability_wording.facts(reliability.of_person(person))
    value.reliability = [
        schemas.PersonFact(name=str(label), value=str(text)) for label, text in facts
    ]
    if profile.lists_games:
        _add_games(value, request.user, person, limit, cursor)
    return value


def _empty(person: User, *, private: bool) -> schemas.Person:
    return schemas.Person(
        name=person.name,
        private=private,
        about="",
        languages=[],
        here_since=None,
        reliability=[],
        lists_games=False,
        running=[],
        past=[],
        next_cursor=None,
    )


def _add_games(
    value: schemas.Person, viewer: User, person: User, limit: int, cursor: str | None
) -> None:
    """Add the games of which `viewer` may know that the person plays or played them."""
    career = careers.career_of(person, access.disclosed_games(viewer))
    past = career.past if cursor is None else _after(career, viewer, read_cursor(cursor))
    page = past[:limit]
    shown = Game.objects.in_bulk({stint.game for stint in (*career.running, *page)})
    value.lists_games = True
    value.running = [_line(records.line(stint, shown)) for stint in career.running]
    value.past = [_line(line) for line in records.past_lines(page, shown)]
    if len(past) > limit:
        value.next_cursor = cursor_after(value.past[-1].slug)


def _after(career: Career, viewer: User, slug: str) -> Sequence[Stint]:
    last = access.disclosed_games(viewer).filter(slug=slug).values_list("pk", flat=True).first()
    games = [stint.game for stint in career.past]
    if last not in games:
        raise unknown_cursor()
    return career.past[games.index(last) + 1 :]


def _line(line: GameLine) -> schemas.PersonGame:
    return schemas.PersonGame(
        slug=line.slug,
        title=line.title,
        powers=[code for code, _name in line.powers],
        since=line.since,
        until=line.until,
        result=line.result,
    )

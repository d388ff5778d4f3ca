"""The profile of a person: what they say of themselves, and their games.

Every reader who sees the profile sees the same of games that hide their players: nothing until
their names are open. Games that the reader may not see are left out, of the numbers too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.urls import reverse

from accounts.profiles import profiles

from ... import access, wording
from ...models import Game
from ...state import reliability
from ...statistics import careers, records
from ...wording import reliability as reliability_wording

if TYPE_CHECKING:
    from accounts.models import User

    from ...statistics.careers import Stint

PAGE = 50
MOST_POWERS = 7


def url_of(person: User) -> str:
    return reverse("games:profile", args=[person.name])


def profile_page(viewer: access.Viewer, person: User, page: str | None) -> dict[str, Any]:
    """Context of the profile of `person`, of whose past games `page` names a page."""
    profile = profiles.profile_of(person)
    is_own = viewer.pk == person.pk
    if not profiles.sees(viewer, profile):
        return {"person": person, "is_private": True}
    words = profiles.words_of(profile)
    return {
        "person": person,
        "profile": profile,
        "is_own": is_own,
        "is_suspended": not person.is_active and access.runs_site(viewer),
        "about": words,
        "may_report": bool(words) and not viewer.is_anonymous and not is_own,
        "spoken": profiles.language_names(profiles.languages_of(profile)),
        "reliability": list(reliability_wording.facts(reliability.of_person(person))),
        **(_games(viewer, person, page) if profile.lists_games else {}),
    }


def _games(viewer: access.Viewer, person: User, page: str | None) -> dict[str, Any]:
    """The games of a profile; the number of queries does not depend on how many there are."""
    career = careers.career_of(person, access.disclosed_games(viewer))
    past: Page[Stint] = Paginator(career.past, PAGE).get_page(page)
    shown = Game.objects.in_bulk({stint.game for stint in (*career.running, *past)})
    return {
        "lists_games": True,
        "has_rating": person.ratings.exists(),
        "numbers": list(records.numbers(career)),
        "powers": [
            (code, wording.power(code), number) for code, number in career.powers[:MOST_POWERS]
        ],
        "running": [records.line(stint, shown) for stint in career.running],
        "past": list(records.past_lines(list(past), shown)),
        "page": past,
    }

"""The profile of a person: what they say of themselves, and their games.

Every reader who sees the profile sees the same of games that hide their players: nothing until
their names are open. Games that the reader may not see are left out, of the numbers too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.profiles import profiles

from ... import access, wording
from ...models import Game
from ...state import reliability
from ...statistics import careers
from ...statistics.careers import Outcome
from ...wording import reliability as reliability_wording

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence

    from accounts.models import User

    from ...statistics.careers import Career, Stint

PAGE = 50
MOST_POWERS = 7


@dataclass(frozen=True)
class GameLine:
    """A game in a table of a profile; `result` is empty while it goes on."""

    title: str
    url: str
    powers: list[tuple[str, str]]
    since: dt.datetime
    until: dt.datetime | None
    result: str


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
        "numbers": list(_numbers(career)),
        "powers": [
            (code, wording.power(code), number) for code, number in career.powers[:MOST_POWERS]
        ],
        "running": [_line(stint, shown, "") for stint in career.running],
        "past": list(_past(past, shown)),
        "page": past,
    }


def _past(stints: Page[Stint], shown: dict[int, Game]) -> Iterator[GameLine]:
    lost = [each.game for each in stints if each.outcome == Outcome.LOST]
    drawn = [each.game for each in stints if each.outcome == Outcome.DREW]
    living = careers.survivors(lost) if lost else set()
    sharers = careers.sharers(drawn) if drawn else {}
    for stint in stints:
        game = shown[stint.game]
        survived = any((stint.game, power) in living for power in stint.powers)
        result = _result(stint, game, survived=survived, players=sharers.get(stint.game, 0))
        yield _line(stint, shown, result)


def _line(stint: Stint, shown: dict[int, Game], result: str) -> GameLine:
    game = shown[stint.game]
    powers = [(code, wording.power(code)) for code in stint.powers]
    return GameLine(game.title, game.get_absolute_url(), powers, stint.since, stint.until, result)


def _result(stint: Stint, game: Game, *, survived: bool, players: int) -> str:
    """The result of a person in a few words."""
    match stint.outcome:
        case Outcome.WON if game.ending == Game.Ending.SOLO:
            return _("solo")
        case Outcome.WON if game.ending == Game.Ending.CONCESSION:
            return _("won by concession")
        case Outcome.WON:
            return _("won")
        case Outcome.DREW:
            return _("shared a draw of %(count)d") % {"count": players}
        case Outcome.LOST:
            return _("survived") if survived else _("eliminated")
        case Outcome.NO_RESULT:
            return _("no result")
        case Outcome.STOOD_IN:
            return _("substitute")
        case Outcome.REPLACED:
            return _("replaced")
        case Outcome.RESIGNED:
            return _("resigned")
    raise ValueError(stint.outcome)


def _numbers(career: Career) -> Iterator[tuple[str, int]]:
    """The numbers of games by their outcome, with names; without those that are zero."""
    outcomes = career.outcomes
    yield _("Games in progress"), len(career.running)
    yield _("Past games"), len(career.past)
    named: Sequence[tuple[str, Outcome]] = (
        (_("Won"), Outcome.WON),
        (_("Shared a draw"), Outcome.DREW),
        (_("Lost"), Outcome.LOST),
        (_("Without a result"), Outcome.NO_RESULT),
        (_("As a substitute"), Outcome.STOOD_IN),
        (_("Replaced"), Outcome.REPLACED),
        (_("Resigned"), Outcome.RESIGNED),
    )
    for name, outcome in named:
        if outcomes[outcome]:
            yield name, outcomes[outcome]

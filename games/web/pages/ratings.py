"""The lists of ratings, and a person's ratings with the games that changed them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.translation import gettext_lazy

from ... import access, wording
from ...models.rating import Ladder
from ...statistics.ratings.ranking import ranked
from ...statistics.ratings.rate import SETTLED_BELOW
from ...wording import ratings as ratings_wording

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from django.http import QueryDict

    from accounts.models import User

    from ...models import Club, RatingChange

PAGE = 50
GAMES_PAGE = 20
SENTENCES = {
    Ladder.FULL: gettext_lazy("Games for seven or more people who may write messages."),
    Ladder.GUNBOAT: gettext_lazy("Games for seven or more people without any messages."),
    Ladder.FEW: gettext_lazy("Games for fewer than seven people, with messages or without."),
}


@dataclass(frozen=True)
class LadderTab:
    """A link to a list of ratings."""

    ladder: str
    label: str
    is_current: bool


@dataclass(frozen=True)
class RatingLine:
    """A person in a list. `rank` is None while the rating is provisional."""

    rank: int | None
    name: str
    url: str
    points: int
    games: int


@dataclass(frozen=True)
class OwnRating:
    """A person's rating in a list."""

    ladder: str
    points: int
    games: int
    is_provisional: bool


@dataclass(frozen=True)
class ChangeLine:
    """A game that changed a person's rating.

    `change` has its sign. A game that the reader may not see has no title, address or power.
    """

    change: str
    points: int
    ladder: str
    ended_at: dt.datetime | None
    sentence: str
    title: str = ""
    url: str = ""
    power: str = ""


def list_page(viewer: access.Viewer, query: QueryDict) -> dict[str, Any]:
    """Context of a list: those with settled ratings by their points, then the provisional ones."""
    ladder = ladder_of(query)
    page = Paginator(ranked(access.listed_ratings(viewer, ladder)), PAGE).get_page(
        query.get("page")
    )
    return {
        "tabs": _tabs(ladder),
        "sentence": SENTENCES[ladder],
        "label": ladder.label,
        "page": page,
        "question": f"list={ladder}",
        "lines": [_rating_line(each) for each in page],
    }


def ladder_of(query: QueryDict) -> Ladder:
    """The list that the question of an address names."""
    wanted = query.get("list", "")
    return Ladder(wanted) if wanted in Ladder.values else Ladder.FULL


def club_table(viewer: access.Viewer, club: Club, ladder: Ladder) -> dict[str, Any]:
    """Context of a list of the members of a club, ranked among themselves."""
    members = access.listed_ratings(viewer, ladder).of_club(club)
    return {
        "tabs": _tabs(ladder),
        "label": ladder.label,
        "lines": [_rating_line(each) for each in ranked(members)],
    }


def _tabs(ladder: Ladder) -> list[LadderTab]:
    return [LadderTab(each, str(Ladder(each).label), each == ladder) for each in Ladder.values]


def _rating_line(rating: Any) -> RatingLine:
    """The line of a rating with the columns of `ranked`."""
    return RatingLine(
        rank=rating.rank if rating.settled else None,
        name=str(rating.person),
        url=reverse("games:person_ratings", args=[rating.person_id]),
        points=rating.points,
        games=rating.games,
    )


def person_page(viewer: access.Viewer, person: User, query: QueryDict) -> dict[str, Any]:
    """Context of a person's ratings, with what their last games changed."""
    page = Paginator(access.rating_changes(person), GAMES_PAGE).get_page(query.get("page"))
    changes = list(page)
    standings = access.readable_standings(viewer, [each.game_id for each in changes])
    return {
        "name": str(person),
        "ratings": [
            OwnRating(
                each.get_ladder_display(), each.points, each.games, each.sigma >= SETTLED_BELOW
            )
            for each in person.ratings.order_by("ladder")
        ],
        "page": page,
        "lines": [_change_line(each, standings.get(each.game_id)) for each in changes],
    }


def _change_line(change: RatingChange, standing: Sequence[RatingChange] | None) -> ChangeLine:
    difference = change.points_after - change.points_before
    line = ChangeLine(
        change=f"{difference:+d}".replace("-", "−"),
        points=change.points_after,
        ladder=change.get_ladder_display(),
        ended_at=change.game.ended_at,
        sentence=ratings_wording.private_sentence(change),
    )
    if standing is None:
        return line
    change.seat.game = change.game
    return replace(
        line,
        sentence=ratings_wording.sentence(change, standing),
        title=change.game.title,
        url=change.game.get_absolute_url(),
        power=wording.hand(change.seat),
    )

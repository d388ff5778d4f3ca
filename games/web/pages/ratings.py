"""The lists of ratings, and a person's ratings with the games that changed them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.db.models import Case, F, Value, When, Window
from django.db.models.functions import Rank
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ... import access, wording
from ...models import Game
from ...models.rating import Ladder
from ...statistics.ratings.rate import SETTLED_BELOW

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from django.db.models import QuerySet
    from django.http import QueryDict

    from accounts.models import User

    from ...models import Club, Rating, RatingChange

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
    page = Paginator(_ranked(access.listed_ratings(viewer, ladder)), PAGE).get_page(
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
    members = access.listed_ratings(viewer, ladder).filter(person__club_memberships__club=club)
    return {
        "tabs": _tabs(ladder),
        "label": ladder.label,
        "lines": [_rating_line(each) for each in _ranked(members)],
    }


def _tabs(ladder: Ladder) -> list[LadderTab]:
    return [LadderTab(each, str(Ladder(each).label), each == ladder) for each in Ladder.values]


def _ranked(people: QuerySet[Rating]) -> QuerySet[Any]:
    """Ratings in their order, with the columns of `_rating_line`."""
    settled = Case(When(sigma__lt=SETTLED_BELOW, then=Value(1)), default=Value(0))
    rank = Window(Rank(), partition_by=F("settled"), order_by=F("points").desc())
    ranked = people.annotate(settled=settled).annotate(rank=rank)
    return ranked.order_by("-settled", "-points", "person__name", "pk")


def _rating_line(rating: Any) -> RatingLine:
    """The line of a rating with the columns of `_ranked`."""
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
        sentence=_private_sentence(change),
    )
    if standing is None:
        return line
    change.seat.game = change.game
    return replace(
        line,
        sentence=_sentence(change, standing),
        title=change.game.title,
        url=change.game.get_absolute_url(),
        power=wording.hand(change.seat),
    )


def _private_sentence(change: RatingChange) -> str:
    """Result of a person in a game that the reader may not see, without names."""
    if change.place > 1:
        return _("Lost.")
    return _("Shared the best result.") if change.tied else _("Won.")


def _sentence(change: RatingChange, standing: Sequence[RatingChange]) -> str:
    """Result of a person in a game, and their opponents."""
    others = [each for each in standing if each.person_id != change.person_id]
    level = [each for each in others if each.place == change.place]
    before = [each for each in others if each.place < change.place]
    rest = [each for each in others if each.place > change.place]
    if change.game.ending == Game.Ending.LIMIT and change.game.ends_with != Game.EndsWith.DRAW:
        return _limit_sentence(change, level, others)
    if change.place > 1:
        if len(before) > 1:
            return _("Lost to a draw of %(people)s.") % {"people": _names(before)}
        return _("Lost to %(people)s.") % {"people": _names(before)}
    if not level:
        return _("Won against %(people)s.") % {"people": _names(rest)}
    words = {"number": len(level) + 1, "sharers": _names(level), "people": _names(rest)}
    if rest:
        return _("Shared a draw of %(number)d with %(sharers)s, against %(people)s.") % words
    return _("Shared a draw of %(number)d with %(sharers)s.") % words


def _limit_sentence(
    change: RatingChange, level: Sequence[RatingChange], others: Sequence[RatingChange]
) -> str:
    words = {
        "place": change.place,
        "number": len(others) + 1,
        "people": _names(each for each in others if each not in level),
        "sharers": _names(level),
    }
    if level and len(level) < len(others):
        return (
            _(
                "Place %(place)d of %(number)d at the limit, together with %(sharers)s, "
                "against %(people)s."
            )
            % words
        )
    if level:
        return _("All %(number)d had the same at the limit: a tie with %(sharers)s.") % words
    return _("Place %(place)d of %(number)d at the limit, against %(people)s.") % words


def _names(several: Any) -> str:
    return wording.listed(str(each.person) for each in several)

"""Methods about ratings of people, and statistics of games."""

from collections.abc import Iterator
from typing import Literal

from .transport import Requests, path_of, query_of
from .types.statistics import GameStatistics, Openings, PersonRatings, RatingLine, SiteStatistics

Ladder = Literal["full", "gunboat", "few"]


class StatisticsMethods(Requests):
    # Ratings

    def ratings(self, ladder: Ladder = "full") -> Iterator[RatingLine]:
        """People by their ratings: in games with messages, in gunboat ones, or of few players.

        Further pages are read when needed.
        """
        yield from self._list(RatingLine, "ratings", "/ratings", {"ladder": ladder})

    def person_ratings(self, name: str, *, cursor: str | None = None) -> PersonRatings:
        """The ratings of a person and what changed them; `cursor` leads to earlier games."""
        return self._read(PersonRatings, path_of("ratings", name) + query_of(cursor=cursor))

    # Statistics

    def game_statistics(self, slug: str) -> GameStatistics:
        """Centers and units over the years, and what each power did in the resolved phases."""
        return self._read(GameStatistics, path_of("games", slug, "statistics"))

    def site_statistics(self, **games: str) -> SiteStatistics:
        """Results by power, lengths and ends of finished games.

        `games` are `setup`, `source`, `edition`, `press` and `pace`, which choose those to count.
        """
        return self._read(SiteStatistics, "/statistics" + query_of(**games))

    def openings(self, power: str, *, spring: str | None = None, **games: str) -> Openings:
        """The orders of a power in the first spring, and what followed those in `spring`.

        `spring` are canonical orders joined by `, `; `games` are as for `site_statistics`.
        """
        path = path_of("statistics", "openings", power)
        return self._read(Openings, path + query_of(spring=spring, **games))

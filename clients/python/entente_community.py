"""Methods of `entente_client.Client` for ratings, statistics, tournaments and clubs."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from urllib.parse import quote, urlencode

import entente_types as types

T = TypeVar("T")
Ladder = Literal["full", "gunboat", "few"]


class CommunityMethods:
    """The part of the client that reads and does what concerns more than one game."""

    if TYPE_CHECKING:  # methods of `Client`

        def _read(self, _kind: type[T], path: str) -> T: ...

        def _act(
            self, method: str, path: str, body: Mapping[str, Any] | None = None, **more: bool
        ) -> str: ...

        def _list(
            self, _kind: type[T], name: str, path: str, query: Mapping[str, str] | None = None
        ) -> Iterator[T]: ...

    # Ratings

    def ratings(self, ladder: Ladder = "full") -> Iterator[types.RatingLine]:
        """People by their ratings: in games with messages, in gunboat ones, or of few players.

        Further pages are read when needed.
        """
        yield from self._list(types.RatingLine, "ratings", "/ratings", {"ladder": ladder})

    def person_ratings(self, name: str, *, cursor: str | None = None) -> types.PersonRatings:
        """The ratings of a person and what changed them; `cursor` leads to earlier games."""
        return self._read(types.PersonRatings, _path("ratings", name) + _query(cursor=cursor))

    # Statistics

    def game_statistics(self, slug: str) -> types.GameStatistics:
        """Centers and units over the years, and what each power did in the resolved phases."""
        return self._read(types.GameStatistics, _path("games", slug, "statistics"))

    def site_statistics(self, **games: str) -> types.SiteStatistics:
        """Results by power, lengths and ends of finished games.

        `games` are `setup`, `source`, `edition`, `press` and `pace`, which choose those to count.
        """
        return self._read(types.SiteStatistics, "/statistics" + _query(**games))

    def openings(self, power: str, *, spring: str | None = None, **games: str) -> types.Openings:
        """The orders of a power in the first spring, and what followed those in `spring`.

        `spring` are canonical orders joined by `, `; `games` are as for `site_statistics`.
        """
        path = _path("statistics", "openings", power)
        return self._read(types.Openings, path + _query(spring=spring, **games))

    # Tournaments

    def tournaments(self) -> Iterator[types.TournamentLine]:
        """All tournaments, those that go on first."""
        yield from self._list(types.TournamentLine, "tournaments", "/tournaments")

    def tournament(self, slug: str) -> types.Tournament:
        """The terms and rounds of a tournament, and whether you are in it."""
        return self._read(types.Tournament, _path("tournaments", slug))

    def standings(self, slug: str) -> types.Standings:
        """The people and teams of a tournament with their points."""
        return self._read(types.Standings, _path("tournaments", slug, "standings"))

    def tournament_round(self, slug: str, number: int) -> types.RoundTables:
        """The tables of a round, with who drew which power if names are open."""
        return self._read(types.RoundTables, _path("tournaments", slug, "rounds", str(number)))

    def enter_tournament(self, slug: str, *, house_rules_accepted: bool = False) -> str:
        """Enter a tournament, and accept the tables and powers that you draw there.

        Raises `ApiError` as `join` does if there are house rules to accept.
        """
        path = _path("tournaments", slug, "enter")
        return self._act("POST", path, {}, house_rules_accepted=house_rules_accepted)

    def leave_tournament(self, slug: str, *, confirmed: bool = False) -> str:
        """Take no part in further rounds. Without `confirmed` it tells the consequences."""
        return self._act("POST", _path("tournaments", slug, "leave"), {}, confirmed=confirmed)

    def choose_team(self, slug: str, name: str) -> str:
        """Join the team with this name; without a name, leave yours."""
        return self._act("PUT", _path("tournaments", slug, "team"), {"name": name})

    # Clubs

    def clubs(self, *, mine: bool = False) -> Iterator[types.ClubLine]:
        """The listed clubs and yours; with `mine` only yours."""
        query = {"mine": "true"} if mine else {}
        yield from self._list(types.ClubLine, "clubs", "/clubs", query)

    def club(self, slug: str) -> types.Club:
        """A club and the members whose names you may see."""
        return self._read(types.Club, _path("clubs", slug))

    def club_games(self, slug: str) -> Iterator[types.GameLine]:
        """The games of a club that you may see, the newest first."""
        yield from self._list(types.GameLine, "games", _path("clubs", slug, "games"))

    def club_ratings(self, slug: str, ladder: Ladder = "full") -> Iterator[types.RatingLine]:
        """The members of a club by their ratings, ranked among themselves."""
        path = _path("clubs", slug, "ratings")
        yield from self._list(types.RatingLine, "ratings", path, {"ladder": ladder})

    def join_club(self, slug: str, invitation: str) -> str:
        """Join a club by the last part of its invitation link."""
        return self._act("POST", _path("clubs", slug, "join"), {"invitation": invitation})

    def leave_club(self, slug: str, *, confirmed: bool = False) -> str:
        """Leave a club. Without `confirmed` it tells the consequences."""
        return self._act("POST", _path("clubs", slug, "leave"), {}, confirmed=confirmed)


def _path(*parts: str) -> str:
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def _query(**values: str | None) -> str:
    """The question of an address with the values that are given."""
    given = {name: value for name, value in values.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""

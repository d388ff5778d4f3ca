"""Methods about clubs."""

from collections.abc import Iterator

from .statistics import Ladder
from .transport import Requests, path_of
from .types.clubs import Club, ClubLine
from .types.games import GameLine
from .types.statistics import RatingLine


class ClubMethods(Requests):
    def clubs(self, *, mine: bool = False) -> Iterator[ClubLine]:
        """The listed clubs and yours; with `mine` only yours."""
        query = {"mine": "true"} if mine else {}
        yield from self._list(ClubLine, "clubs", "/clubs", query)

    def club(self, slug: str) -> Club:
        """A club and the members whose names you may see."""
        return self._read(Club, path_of("clubs", slug))

    def club_games(self, slug: str) -> Iterator[GameLine]:
        """The games of a club that you may see, the newest first."""
        yield from self._list(GameLine, "games", path_of("clubs", slug, "games"))

    def club_ratings(self, slug: str, ladder: Ladder = "full") -> Iterator[RatingLine]:
        """The members of a club by their ratings, ranked among themselves."""
        path = path_of("clubs", slug, "ratings")
        yield from self._list(RatingLine, "ratings", path, {"ladder": ladder})

    def join_club(self, slug: str, invitation: str) -> str:
        """Join a club by the last part of its invitation link."""
        return self._act("POST", path_of("clubs", slug, "join"), {"invitation": invitation})

    def leave_club(self, slug: str, *, confirmed: bool = False) -> str:
        """Leave a club. Without `confirmed` it tells the consequences."""
        return self._act("POST", path_of("clubs", slug, "leave"), {}, confirmed=confirmed)

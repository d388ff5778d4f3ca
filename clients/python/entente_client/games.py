"""Methods about games, their phases and their pictures."""

from collections.abc import Iterator
from typing import Literal

from .transport import Language, Requests, path_of, query_of
from .types.games import Game, GameLine, LogEntry, Map, Phase, PhaseLine, PhaseList, Province

ListedStatus = Literal["lobby", "running", "playing", "paused", "aside", "finished", "expired"]


class GameMethods(Requests):
    def games(
        self,
        *,
        status: ListedStatus | None = None,
        press: Literal["full", "rulebook", "public", "none"] | None = None,
        language: Language | None = None,
        mine: bool = False,
        free_seats: bool = False,
    ) -> Iterator[GameLine]:
        """The games that you may see, the newest first. Further pages are read when needed.

        `mine` leaves only games that you play, master or wait in, `free_seats` those with a seat
        for you.
        The status `running` is `playing`, `paused` or `aside`.
        """
        wanted: dict[str, str | None] = {"status": status, "press": press, "language": language}
        flags = {"mine": mine, "free_seats": free_seats}
        query: dict[str, str] = {name: value for name, value in wanted.items() if value is not None}
        query |= {name: "true" for name, value in flags.items() if value}
        yield from self._list(GameLine, "games", "/games", query)

    def game(self, slug: str) -> Game:
        """A game with its settings, powers and clock."""
        return self._read(Game, path_of("games", slug))

    def log(self, slug: str) -> Iterator[LogEntry]:
        """The lines of a game's log, the newest first. Further pages are read when needed."""
        yield from self._list(LogEntry, "events", path_of("games", slug, "log"))

    def map(self, slug: str) -> list[Province]:
        """The provinces of the board of a game, and where units may move."""
        return self._read(Map, path_of("games", slug, "map"))["provinces"]

    def phases(self, slug: str) -> list[PhaseLine]:
        """The phases of a game, in the order of play."""
        return self._read(PhaseList, path_of("games", slug, "phases"))["phases"]

    def phase(self, slug: str, code: str) -> Phase:
        """The position of a phase such as `F1901M` and, once it is resolved, its results."""
        return self._read(Phase, path_of("games", slug, "phases", code))

    def picture(
        self,
        slug: str,
        code: str,
        kind: Literal["svg", "png"] = "svg",
        *,
        theme: Literal["light", "dark", "contrast"] = "light",
        orders: bool = True,
    ) -> bytes:
        """The map of a phase as a picture, with its orders once everyone may read them."""
        query = query_of(theme=theme, orders=str(orders).lower())
        path = path_of("games", slug, "phases", code, f"map.{kind}")
        return self._read_bytes(path + query)

    def make_animation(self, slug: str) -> str:
        """Have the moving picture of a finished game drawn. Returns a sentence."""
        return self._act("POST", path_of("games", slug, "animation"), {})

    def animation(self, slug: str) -> bytes:
        """The moving picture of a finished game, as WebP. 404 before it is drawn."""
        return self._read_bytes(path_of("games", slug, "animation"))

    def archive(self, slug: str) -> bytes:
        """The ZIP of a game that has begun: a document, pages and maps."""
        return self._read_bytes(path_of("games", slug, "archive"))

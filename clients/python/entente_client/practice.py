"""Methods about practice games, against bots."""

import uuid
from typing import Literal

from .transport import Requests, path_of
from .types.games import Game
from .types.practice import PracticeGames


class PracticeMethods(Requests):
    def practice_games(self) -> PracticeGames:
        """Your games against bots that are not over, and how many you can have at once."""
        return self._read(PracticeGames, "/practice")

    def begin_practice(
        self,
        *,
        bot: Literal["novice", "consul"] = "novice",
        setup: str = "standard",
        power: str | None = None,
        rules: str = "2000",
        press: Literal["none", "full"] = "none",
        idempotency_key: str | None = None,
    ) -> Game:
        """Begin a game against bots; without `power`, yours is left to chance.

        Sent again with the same `idempotency_key` it is one game, also when that is over.
        """
        wanted = {"bot": bot, "setup": setup, "power": power, "rules": rules, "press": press}
        key = idempotency_key or str(uuid.uuid4())
        return self._write(Game, "POST", "/practice", wanted, key)

    def end_practice(self, slug: str, *, confirmed: bool = False) -> str:
        """End a practice game without a result. Returns a sentence."""
        return self._act("POST", path_of("games", slug, "end-practice"), {}, confirmed=confirmed)

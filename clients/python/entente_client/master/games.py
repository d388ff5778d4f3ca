"""Methods of a master about games: opening them, settings, rules, masters, and the end."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..transport import path_of
from ..types.games import Game
from ..types.master import GameSettingsValues, Master, TakenOver
from .requests import MasterRequests


class MasterGameMethods(MasterRequests):
    def master(self, slug: str) -> Master:
        """The clock of a game, each power and its player, and what can be done now."""
        return self._read(Master, path_of("games", slug, "master"))

    def open_game(
        self,
        title: str,
        *,
        role: Literal["master", "player"] = "master",
        pace: Literal["weekly", "two_days", "daily", "live"] = "weekly",
        idempotency_key: str | None = None,
        **terms: Any,
    ) -> Game:
        """Open a game. `terms` are the other fields of `NewGame` in the description of the API.

        With `deadlines` among them, `pace` does not count. Sent again with the same
        `idempotency_key` it is one game. The role `player` also needs a key with the scope
        `account`.
        """
        wanted = {"title": title, "role": role, "pace": pace, **terms}
        if wanted.get("deadlines") is not None:
            del wanted["pace"]
        key = idempotency_key or str(uuid.uuid4())
        return self._write(Game, "POST", "/games", wanted, key)

    def take_over(
        self,
        title: str,
        position: str,
        *,
        check: bool = False,
        idempotency_key: str | None = None,
        **terms: Any,
    ) -> TakenOver:
        """Go on with a game from elsewhere. `terms` are as for `open_game`, but for its lobby.

        So there is no `club`, and no live game. With `check` the position is only read. Sent again
        with the same `idempotency_key` it is one game. Raises `ApiError` for lines that can't be
        read; its `problem["lines"]` has them.
        """
        wanted = {"position": position, "check": check, "game": {"title": title, **terms}}
        key = idempotency_key or str(uuid.uuid4())
        return self._write(TakenOver, "POST", "/take-over", wanted, key)

    # Settings

    def game_settings(self, slug: str) -> GameSettingsValues:
        """The newest settings, under the names by which they are changed."""
        return self._read(GameSettingsValues, path_of("games", slug, "master", "settings"))

    def change_game_settings(self, slug: str, **change: Any) -> GameSettingsValues:
        """Change settings; they apply from the next phase on. `change` may have a `reason`."""
        path = path_of("games", slug, "master", "settings")
        return self._write(GameSettingsValues, "PATCH", path, change)

    # Rules

    def propose_rules(
        self,
        slug: str,
        *,
        house_rules: str | None = None,
        rules: Mapping[str, str] | None = None,
    ) -> str:
        """Put new house rules, or answers to single points of the rules, to the vote."""
        return self._run(slug, "amendment", house_rules=house_rules, rules=dict(rules or {}))

    def withdraw_rules(self, slug: str) -> str:
        """Withdraw the proposal of new rules."""
        return self._run(slug, "amendment", "withdraw")

    # Masters

    def add_master(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Add a game master. You can't remove them."""
        return self._run(slug, "masters", name=name, confirmed=confirmed)

    def step_down(self, slug: str, *, confirmed: bool = False) -> str:
        """Step down as game master."""
        return self._run(slug, "leave", confirmed=confirmed)

    # The end

    def end_as_draw(
        self,
        slug: str,
        powers: Sequence[str],
        *,
        reason: str = "",
        seen: str = "",
        confirmed: bool = False,
    ) -> str:
        """End the game as a draw among surviving powers."""
        wanted = {"powers": list(powers), "reason": reason}
        return self._run(slug, "draw", **wanted, seen=seen, confirmed=confirmed)

    def close(self, slug: str, *, reason: str, seen: str = "", confirmed: bool = False) -> str:
        """End the game without a result."""
        return self._run(slug, "close", reason=reason, seen=seen, confirmed=confirmed)

    def reopen(self, slug: str, *, reason: str, seen: str = "", confirmed: bool = False) -> str:
        """Undo the end of the game."""
        return self._run(slug, "reopen", reason=reason, seen=seen, confirmed=confirmed)

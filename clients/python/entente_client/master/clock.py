"""Methods of a master about the clock of a game, and acts in several games."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..transport import path_of
from ..types.master import Clock, Outcome, Outcomes
from .requests import MasterRequests


class ClockMethods(MasterRequests):
    def extend(
        self,
        slug: str,
        *,
        seen: str,
        to: str | None = None,
        days: int | None = None,
        hours: int | None = None,
        reason: str = "",
    ) -> Clock:
        """Extend the deadline to a moment or by a length; without either, to the next date."""
        wanted = {"to": to, "days": days, "hours": hours}
        return self._set_clock(slug, "extend", seen=seen, reason=reason, **wanted)

    def shorten(self, slug: str, *, seen: str, to: str, reason: str = "") -> Clock:
        """Undo an extension, or a part of it: not before `earliest_deadline` of `master`."""
        return self._set_clock(slug, "shorten", seen=seen, to=to, reason=reason)

    def pause(self, slug: str, *, seen: str, until: str, reason: str = "") -> Clock:
        """Stop the clock until a moment."""
        return self._set_clock(slug, "pause", seen=seen, until=until, reason=reason)

    def resume(self, slug: str) -> Clock:
        """Start the clock of a paused game."""
        return self._set_clock(slug, "resume")

    def process(
        self, slug: str, *, seen: str, confirmed: Sequence[str] | None = None, reason: str = ""
    ) -> str:
        """End the phase at once.

        `confirmed` are the codes of the `consequences` in the problem that comes without it.
        """
        codes = None if confirmed is None else list(confirmed)
        return self._run(slug, "process", seen=seen, confirmed=codes, reason=reason)

    def restart(self, slug: str) -> Clock:
        """Start the clock of a game that was stopped by an error."""
        return self._set_clock(slug, "restart")

    def _set_clock(self, slug: str, act: str, **body: Any) -> Clock:
        return self._write(Clock, "POST", path_of("games", slug, "master", act), body)

    # Several games

    def extend_several(
        self,
        games: Mapping[str, str],
        *,
        days: int | None = None,
        hours: int | None = None,
        reason: str = "",
    ) -> list[Outcome]:
        """Extend the deadlines of games; `games` are those that the program knows, by slug."""
        wanted = {"games": dict(games), "days": days, "hours": hours, "reason": reason}
        return self._run_several("extend", wanted)

    def announce_to_several(self, games: Sequence[str], text: str) -> list[Outcome]:
        """Publish the same announcement in several games."""
        return self._run_several("announce", {"games": list(games), "text": text})

    def remind_several(self, games: Sequence[str]) -> list[Outcome]:
        """Remind the players of several games whose orders are missing."""
        return self._run_several("remind", {"games": list(games)})

    def _run_several(self, act: str, body: dict[str, Any]) -> list[Outcome]:
        path = path_of("mastered-games", act)
        return self._write(Outcomes, "POST", path, body)["outcomes"]

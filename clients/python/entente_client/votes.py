"""Methods about votes, and proposals of new house rules."""

from collections.abc import Mapping
from typing import Any, Literal

from .transport import Requests, path_of
from .types.common import Done
from .types.votes import Vote, VoteList


class VoteMethods(Requests):
    def votes(self, slug: str) -> VoteList:
        """The undecided votes of the open phase, and what can be proposed."""
        return self._read(VoteList, path_of("games", slug, "votes"))

    def propose_vote(
        self,
        slug: str,
        power: str,
        kind: Literal["extend", "pause", "resume", "draw", "concede"],
        *,
        days: int | None = None,
        winner: str | None = None,
        sharers: list[str] | None = None,
        confirmed: bool = False,
    ) -> Vote:
        """Propose a vote; `power` votes for it at once. The same proposal twice makes one vote.

        `days` are needed to extend or pause, `winner` to concede. Without `sharers` all survivors
        share a draw. `confirmed` agrees that your vote may end the game at once.
        """
        proposal: dict[str, Any] = {"power": power, "kind": kind, "days": days, "winner": winner}
        proposal |= {"sharers": sharers or [], "confirmed": confirmed}
        return self._write(Vote, "POST", path_of("games", slug, "votes"), proposal)

    def cast_vote(
        self, slug: str, vote: str, power: str, *, in_favour: bool, confirmed: bool = False
    ) -> str:
        """Vote, or change your vote. Returns a sentence."""
        ballot = {"power": power, "in_favour": in_favour, "confirmed": confirmed}
        return self._write(Done, "PUT", path_of("games", slug, "votes", vote), ballot)["message"]

    def withdraw_vote(self, slug: str, vote: str, power: str) -> str:
        """Withdraw a proposal of `power`. Returns a sentence."""
        path = path_of("games", slug, "votes", vote, "withdraw")
        return self._write(Done, "POST", path, {"power": power})["message"]

    def propose_house_rules(
        self, slug: str, *, house_rules: str | None = None, rules: Mapping[str, str] | None = None
    ) -> str:
        """Propose new house rules as a player, while no game master can act."""
        wanted = {"house_rules": house_rules, "rules": dict(rules or {})}
        return self._act("POST", path_of("games", slug, "amendment"), wanted)

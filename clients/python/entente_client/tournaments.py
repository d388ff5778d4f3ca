"""Methods about tournaments."""

from collections.abc import Iterator

from .transport import Requests, path_of
from .types.tournaments import RoundTables, Standings, Tournament, TournamentLine


class TournamentMethods(Requests):
    def tournaments(self) -> Iterator[TournamentLine]:
        """All tournaments, those that go on first."""
        yield from self._list(TournamentLine, "tournaments", "/tournaments")

    def tournament(self, slug: str) -> Tournament:
        """The terms and rounds of a tournament, and whether you are in it."""
        return self._read(Tournament, path_of("tournaments", slug))

    def standings(self, slug: str) -> Standings:
        """The people and teams of a tournament with their points."""
        return self._read(Standings, path_of("tournaments", slug, "standings"))

    def tournament_round(self, slug: str, number: int) -> RoundTables:
        """The tables of a round, with who drew which power if names are open."""
        return self._read(RoundTables, path_of("tournaments", slug, "rounds", str(number)))

    def enter_tournament(self, slug: str, *, house_rules_accepted: bool = False) -> str:
        """Enter a tournament, and accept the tables and powers that you draw there.

        Raises `ApiError` as `join` does if there are house rules to accept.
        """
        path = path_of("tournaments", slug, "enter")
        return self._act("POST", path, {}, house_rules_accepted=house_rules_accepted)

    def leave_tournament(self, slug: str, *, confirmed: bool = False) -> str:
        """Take no part in further rounds. Without `confirmed` it tells the consequences."""
        return self._act("POST", path_of("tournaments", slug, "leave"), {}, confirmed=confirmed)

    def choose_team(self, slug: str, name: str) -> str:
        """Join the team with this name; without a name, leave yours."""
        return self._act("PUT", path_of("tournaments", slug, "team"), {"name": name})

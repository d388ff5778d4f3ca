"""Methods of a master about the lobby of a game."""

from collections.abc import Mapping

from .requests import MasterRequests


class MasterLobbyMethods(MasterRequests):
    def give_powers(
        self,
        slug: str,
        powers: Mapping[str, str | None] | None = None,
        *,
        declared: Mapping[str, str | None] | None = None,
        rest_at_random: bool = False,
        begin: bool = False,
    ) -> str:
        """Give powers by the names of their players, and begin the game.

        `powers` are by name, such as `{"Anna": "FRANCE", "Ben": None}`: None takes a power back.
        Of several powers of one person, name one, or all as `hands` has them: "AUSTRIA.FRANCE".
        `declared` are those of players without an account.
        """
        given = {"powers": dict(powers or {}), "declared": dict(declared or {})}
        return self._run(slug, "powers", **given, rest_at_random=rest_at_random, begin=begin)

    def assign_powers(self, slug: str, *, confirmed: bool = False) -> str:
        """Assign the powers yourself, instead of chance or wishes."""
        return self._run(slug, "assign", confirmed=confirmed)

    def remove_from_lobby(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Take a person out of the lobby."""
        return self._run(slug, "remove", name=name, confirmed=confirmed)

    def renew_invitation(self, slug: str, *, confirmed: bool = False) -> str:
        """Make a new invitation link. The earlier one stops working."""
        return self._run(slug, "invitation", confirmed=confirmed)

    def withdraw_from_lobby(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Withdraw the invitation of a person to a lobby, whoever sent it."""
        return self._run(slug, "invitations", "withdraw", name=name, confirmed=confirmed)

    def delete_game(self, slug: str, *, reason: str = "", confirmed: bool = False) -> str:
        """Cancel a game that has not begun."""
        return self._run(slug, "delete", reason=reason, confirmed=confirmed)

    def declare_in_lobby(
        self, slug: str, name: str, *, email: str = "", confirmed: bool = False
    ) -> str:
        """Give a place in a lobby to a player without an account."""
        return self._run(slug, "declare", name=name, email=email, confirmed=confirmed)

    def remove_declared(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Take a player without an account out of a lobby."""
        return self._run(slug, "declare", "remove", name=name, confirmed=confirmed)

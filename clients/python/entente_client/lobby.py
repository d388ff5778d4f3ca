"""Methods about lobbies, before games begin."""

from .transport import Requests, path_of, query_of
from .types.lobby import Joined, Lobby, LobbyInvitations, Wishes


class LobbyMethods(Requests):
    def lobby(self, slug: str, *, invitation: str | None = None) -> Lobby:
        """The people who wait for a game, your wishes, and what you are asked before you join.

        `invitation` is the last part of an invitation link, which a private game needs.
        """
        query = query_of(invitation=invitation or None)
        return self._read(Lobby, path_of("games", slug, "lobby") + query)

    def join(
        self,
        slug: str,
        *,
        invitation: str | None = None,
        house_rules_accepted: bool = False,
        confirmed: bool = False,
    ) -> Joined:
        """Join a game, and accept the power that you get there.

        Raises `ApiError` with the code `needs_confirmation` if the site asks something first, or
        the game has house rules. Show it to the person, and call again with `confirmed` or
        `house_rules_accepted`.
        """
        wanted = {"invitation": invitation, "house_rules_accepted": house_rules_accepted}
        path = path_of("games", slug, "lobby", "join")
        return self._write(Joined, "POST", path, {**wanted, "confirmed": confirmed})

    def leave(self, slug: str, *, confirmed: bool = False) -> str:
        """Leave a lobby. Returns a sentence."""
        return self._act("POST", path_of("games", slug, "lobby", "leave"), {"confirmed": confirmed})

    def say_here(self, slug: str) -> str:
        """Keep your seat in a live game around its joining time. Returns a sentence."""
        return self._act("POST", path_of("games", slug, "lobby", "here"))

    def give_wishes(self, slug: str, wishes: list[str]) -> list[str]:
        """Replace your wishes for powers, the first choice first. Returns those stored."""
        path = path_of("games", slug, "lobby", "wishes")
        return self._write(Wishes, "PUT", path, {"wishes": wishes})["wishes"]

    def lobby_invitations(self, slug: str) -> LobbyInvitations:
        """The link of a lobby, and the people who were invited by name, as far as you see them."""
        return self._read(LobbyInvitations, path_of("games", slug, "lobby", "invitations"))

    def withdraw_lobby_invitation(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Withdraw your invitation of a person to a lobby. Returns a sentence."""
        path = path_of("games", slug, "lobby", "invitations", "withdraw")
        return self._act("POST", path, {"name": name}, confirmed=confirmed)

    def renew_lobby_link(self, slug: str, *, confirmed: bool = False) -> str:
        """Replace the link of a lobby that you have joined and that has no game master."""
        path = path_of("games", slug, "lobby", "invitations", "renew")
        return self._act("POST", path, {}, confirmed=confirmed)

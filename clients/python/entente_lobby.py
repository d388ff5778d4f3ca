"""Methods of the client about lobbies, seats, invitations and practice games.

`entente_client.Client` has them: nothing else needs to be imported from here.
"""

import datetime as dt
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar
from urllib.parse import quote, urlencode

import entente_types as types

T = TypeVar("T")


def path_of(*parts: str) -> str:
    """The path of an address of the API, from its parts as they are."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


class LobbyMethods(ABC):
    """The part of the client about joining games and seats. Its requests are those of `Client`."""

    @abstractmethod
    def _read(self, _kind: type[T], path: str) -> T: ...

    @abstractmethod
    def _write(
        self, _kind: type[T], method: str, path: str, body: Mapping[str, Any], key: str = ""
    ) -> T: ...

    @abstractmethod
    def _act(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, **more: bool
    ) -> str: ...

    @abstractmethod
    def _list(
        self, _kind: type[T], name: str, path: str, query: Mapping[str, str] | None = None
    ) -> Iterator[T]: ...

    # Lobbies, before a game begins

    def lobby(self, slug: str, *, invitation: str | None = None) -> types.Lobby:
        """The people who wait for a game, your wishes, and what you are asked before you join.

        `invitation` is the last part of an invitation link, which a private game needs.
        """
        query = f"?{urlencode({'invitation': invitation})}" if invitation else ""
        return self._read(types.Lobby, path_of("games", slug, "lobby") + query)

    def join(
        self,
        slug: str,
        *,
        invitation: str | None = None,
        house_rules_accepted: bool = False,
        confirmed: bool = False,
    ) -> types.Joined:
        """Join a game, and accept the power that you get there.

        Raises `ApiError` with the code `needs_confirmation` if the site asks something first, or
        the game has house rules. Show it to the person, and call again with `confirmed` or
        `house_rules_accepted`.
        """
        wanted = {"invitation": invitation, "house_rules_accepted": house_rules_accepted}
        path = path_of("games", slug, "lobby", "join")
        return self._write(types.Joined, "POST", path, {**wanted, "confirmed": confirmed})

    def leave(self, slug: str, *, confirmed: bool = False) -> str:
        """Leave a lobby. Returns a sentence."""
        return self._act("POST", path_of("games", slug, "lobby", "leave"), {"confirmed": confirmed})

    def say_here(self, slug: str) -> str:
        """Keep your seat in a live game around its joining time. Returns a sentence."""
        return self._act("POST", path_of("games", slug, "lobby", "here"))

    def give_wishes(self, slug: str, wishes: list[str]) -> list[str]:
        """Replace your wishes for powers, the first choice first. Returns those stored."""
        path = path_of("games", slug, "lobby", "wishes")
        return self._write(types.Wishes, "PUT", path, {"wishes": wishes})["wishes"]

    def lobby_invitations(self, slug: str) -> types.LobbyInvitations:
        """The link of a lobby, and the people who were invited by name, as far as you see them."""
        return self._read(types.LobbyInvitations, path_of("games", slug, "lobby", "invitations"))

    def withdraw_lobby_invitation(self, slug: str, name: str, *, confirmed: bool = False) -> str:
        """Withdraw your invitation of a person to a lobby. Returns a sentence."""
        path = path_of("games", slug, "lobby", "invitations", "withdraw")
        return self._act("POST", path, {"name": name}, confirmed=confirmed)

    def renew_lobby_link(self, slug: str, *, confirmed: bool = False) -> str:
        """Replace the link of a lobby that you have joined and that has no game master."""
        path = path_of("games", slug, "lobby", "invitations", "renew")
        return self._act("POST", path, {}, confirmed=confirmed)

    # Seats

    def open_seats(self) -> Iterator[types.OpenSeat]:
        """The powers in civil disorder that you may take over, in all games."""
        yield from self._list(types.OpenSeat, "seats", "/open-seats")

    def take_seat(
        self,
        slug: str,
        power: str,
        *,
        invitation: str | None = None,
        house_rules_accepted: bool = False,
        confirmed: bool = False,
    ) -> str:
        """Take over a power in civil disorder. Returns a sentence.

        Raises `ApiError` as `join` does if there is something to read first.
        """
        wanted = {"invitation": invitation, "house_rules_accepted": house_rules_accepted}
        return self._act(
            "POST", path_of("games", slug, "seats", power, "take"), wanted, confirmed=confirmed
        )

    def resign_seat(self, slug: str, power: str, *, confirmed: bool = False) -> str:
        """Give up a power of yours for good. Without `confirmed` it tells the consequences."""
        return self._act(
            "POST", path_of("games", slug, "seats", power, "resign"), {}, confirmed=confirmed
        )

    def come_back(self, slug: str, power: str) -> str:
        """End the civil disorder of a power of yours. Returns a sentence."""
        return self._act("POST", path_of("games", slug, "seats", power, "come-back"))

    def accept_end(self, slug: str, power: str, *, confirmed: bool = False) -> types.Accepted:
        """Accept the result of a game. `confirmed` agrees that this may make it final at once."""
        path = path_of("games", slug, "seats", power, "accept-end")
        return self._write(types.Accepted, "POST", path, {"confirmed": confirmed})

    def absences(self, slug: str, power: str) -> types.AbsenceList:
        """Your absences from a power of yours, and whether deadlines wait for them."""
        return self._read(types.AbsenceList, path_of("games", slug, "seats", power, "absences"))

    def announce_absence(
        self, slug: str, power: str, first: dt.date, last: dt.date
    ) -> types.Absence:
        """Announce that you are away from the day `first` to the day `last`."""
        path = path_of("games", slug, "seats", power, "absences")
        days = {"first": first.isoformat(), "last": last.isoformat()}
        return self._write(types.Absence, "POST", path, days)

    def withdraw_absence(self, slug: str, power: str, first: dt.date) -> str:
        """Withdraw the absence that begins on this day. Returns a sentence."""
        path = path_of("games", slug, "seats", power, "absences", first.isoformat())
        return self._act("DELETE", path)

    def consent(self, slug: str, power: str) -> types.OrderConsent:
        """Whether the game master enters the orders of a power of yours."""
        return self._read(
            types.OrderConsent, path_of("games", slug, "seats", power, "master-orders")
        )

    def let_master_order(self, slug: str, power: str, *, allowed: bool) -> types.OrderConsent:
        """Let the game master enter, and so read, the orders of your powers, or no longer."""
        path = path_of("games", slug, "seats", power, "master-orders")
        return self._write(types.OrderConsent, "PUT", path, {"allowed": allowed})

    # Invitations to you

    def invitations(self) -> types.InvitationList:
        """Your open invitations to seats and to games that have not begun."""
        return self._read(types.InvitationList, "/me/invitations")

    def invitation(self, key: str) -> types.SeatInvitation:
        """An invitation to a seat, with what you need to decide."""
        return self._read(types.SeatInvitation, path_of("me", "invitations", "seats", key))

    def accept_invitation(
        self, key: str, *, house_rules_accepted: bool = False, confirmed: bool = False
    ) -> str:
        """Play the seat of an invitation. Returns a sentence; raises `ApiError` as `join` does."""
        wanted = {"house_rules_accepted": house_rules_accepted}
        path = path_of("me", "invitations", "seats", key, "accept")
        return self._act("POST", path, wanted, confirmed=confirmed)

    def decline_invitation(self, key: str) -> str:
        """Decline an invitation to a seat. Returns a sentence."""
        return self._act("POST", path_of("me", "invitations", "seats", key, "decline"), {})

    def decline_game(self, slug: str) -> str:
        """Decline an invitation to a game that has not begun. Returns a sentence."""
        return self._act("POST", path_of("me", "invitations", "games", slug, "decline"), {})

    def refuse_invitations(self) -> str:
        """Get no more invitations. Returns a sentence."""
        return self._act("POST", "/me/invitations/refuse", {})

    # The waiting list

    def waiting_list(self) -> types.WaitingList:
        """Since when you wait for a seat, and your note for the game masters."""
        return self._read(types.WaitingList, "/me/waiting-list")

    def enter_waiting_list(self, remark: str = "", *, confirmed: bool = False) -> types.WaitingList:
        """Enter the waiting list, or change your note. Masters can then give you a seat at once."""
        wanted = {"remark": remark, "confirmed": confirmed}
        return self._write(types.WaitingList, "PUT", "/me/waiting-list", wanted)

    def leave_waiting_list(self) -> str:
        """Leave the waiting list. Returns a sentence."""
        return self._act("DELETE", "/me/waiting-list")

    # A seat that was declared for you

    def declared_seat(self, slug: str, key: str) -> types.DeclaredOffer:
        """The seat that a game master declared for you; `key` ends the link that you got."""
        return self._read(types.DeclaredOffer, path_of("games", slug, "players", key))

    def take_declared_seat(self, slug: str, key: str, *, house_rules_accepted: bool = False) -> str:
        """Take that seat with your account. Returns a sentence."""
        wanted = {"house_rules_accepted": house_rules_accepted}
        return self._act("POST", path_of("games", slug, "players", key, "take"), wanted)

    # Practice games

    def practice_games(self) -> types.PracticeGames:
        """Your games against bots that are not over, and how many you can have at once."""
        return self._read(types.PracticeGames, "/practice")

    def begin_practice(
        self,
        *,
        bot: Literal["novice", "consul"] = "novice",
        setup: str = "standard",
        power: str | None = None,
        rules: str = "2000",
        press: Literal["none", "full"] = "none",
        idempotency_key: str | None = None,
    ) -> types.Game:
        """Begin a game against bots; without `power`, yours is left to chance.

        Sent again with the same `idempotency_key` it is one game.
        """
        wanted = {"bot": bot, "setup": setup, "power": power, "rules": rules, "press": press}
        key = idempotency_key or str(uuid.uuid4())
        return self._write(types.Game, "POST", "/practice", wanted, key)

    def end_practice(self, slug: str, *, confirmed: bool = False) -> str:
        """End a practice game without a result. Returns a sentence."""
        return self._act("POST", path_of("games", slug, "end-practice"), {}, confirmed=confirmed)

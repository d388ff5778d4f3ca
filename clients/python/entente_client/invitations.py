"""Methods about invitations to you, and the waiting list."""

from .transport import Requests, path_of
from .types.invitations import InvitationList, SeatInvitation, WaitingList


class InvitationMethods(Requests):
    # Invitations

    def invitations(self) -> InvitationList:
        """Your open invitations to seats and to games that have not begun."""
        return self._read(InvitationList, "/me/invitations")

    def invitation(self, key: str) -> SeatInvitation:
        """An invitation to a seat, with what you need to decide."""
        return self._read(SeatInvitation, path_of("me", "invitations", "seats", key))

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

    def waiting_list(self) -> WaitingList:
        """Since when you wait for a seat, and your note for the game masters."""
        return self._read(WaitingList, "/me/waiting-list")

    def enter_waiting_list(self, remark: str = "", *, confirmed: bool = False) -> WaitingList:
        """Enter the waiting list, or change your note. Masters can then give you a seat at once."""
        wanted = {"remark": remark, "confirmed": confirmed}
        return self._write(WaitingList, "PUT", "/me/waiting-list", wanted)

    def leave_waiting_list(self) -> str:
        """Leave the waiting list. Returns a sentence."""
        return self._act("DELETE", "/me/waiting-list")

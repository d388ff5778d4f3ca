"""Methods of a master about the seats of players, with and without an account."""

from ..transport import path_of
from ..types.master import Declared, DeclaredLink, Volunteer, VolunteerList
from .requests import MasterRequests


class MasterSeatMethods(MasterRequests):
    def remind(self, slug: str, power: str) -> str:
        """Remind the player of missing orders."""
        return self._run(slug, "seats", power, "remind")

    def declare_disorder(
        self, slug: str, power: str, *, reason: str, confirmed: bool = False
    ) -> str:
        """Put a power whose player has vanished in civil disorder."""
        wanted = {"reason": reason, "confirmed": confirmed}
        return self._run(slug, "seats", power, "disorder", **wanted)

    def volunteers(self, slug: str, power: str) -> list[Volunteer]:
        """The people on the waiting list, and who of them can take a seat."""
        path = path_of("games", slug, "master", "seats", power, "waiting-list")
        return self._read(VolunteerList, path)["volunteers"]

    def replace(
        self,
        slug: str,
        power: str,
        name: str,
        *,
        reason: str,
        phases: int | None = None,
        waiting_list: bool = False,
        confirmed: bool = False,
    ) -> str:
        """Invite a person to a seat, or give it to one on the waiting list.

        With `phases` they are a substitute for so many phases.
        """
        wanted = {"name": name, "phases": phases, "waiting_list": waiting_list}
        return self._run(
            slug, "seats", power, "replace", **wanted, reason=reason, confirmed=confirmed
        )

    def withdraw_invitation(self, slug: str, power: str, *, confirmed: bool = False) -> str:
        """Withdraw the invitation to a seat."""
        return self._run(slug, "seats", power, "withdraw", confirmed=confirmed)

    def undo_replacement(self, slug: str, power: str, *, confirmed: bool = False) -> str:
        """Give a seat back to the player who was replaced."""
        return self._run(slug, "seats", power, "undo", confirmed=confirmed)

    def return_seat(self, slug: str, power: str, *, confirmed: bool = False) -> str:
        """End a substitution early."""
        return self._run(slug, "seats", power, "return", confirmed=confirmed)

    # Players without an account

    def declared(self, slug: str, power: str) -> Declared:
        """The name and the address of the player without an account who plays a power."""
        path = path_of("games", slug, "master", "seats", power, "declared")
        return self._read(Declared, path)

    def declare(
        self, slug: str, power: str, name: str, *, email: str = "", confirmed: bool = False
    ) -> str:
        """Give an open seat to a player without an account."""
        wanted = {"name": name, "email": email}
        return self._run(slug, "seats", power, "declare", **wanted, confirmed=confirmed)

    def change_declared(self, slug: str, power: str, *, name: str, email: str) -> str:
        """Change name and address of a player without an account."""
        return self._run(slug, "seats", power, "declared", name=name, email=email)

    def undeclare(self, slug: str, power: str, *, confirmed: bool = False) -> str:
        """Take the seat from a player without an account: it is in civil disorder then."""
        return self._run(slug, "seats", power, "undeclare", confirmed=confirmed)

    def link_to_account(self, slug: str, power: str, *, confirmed: bool = False) -> DeclaredLink:
        """Make the link by which a player without an account takes the seat with one."""
        path = path_of("games", slug, "master", "seats", power, "account")
        return self._write(DeclaredLink, "POST", path, {"confirmed": confirmed})

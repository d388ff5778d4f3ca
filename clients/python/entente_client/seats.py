"""Methods about seats: taking one over, giving one up, and absences."""

import datetime as dt
from collections.abc import Iterator

from .transport import Requests, path_of
from .types.seats import Absence, AbsenceList, Accepted, DeclaredOffer, OpenSeat


class SeatMethods(Requests):
    def open_seats(self) -> Iterator[OpenSeat]:
        """The powers in civil disorder that you may take over, in all games."""
        yield from self._list(OpenSeat, "seats", "/open-seats")

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

    def accept_end(self, slug: str, power: str, *, confirmed: bool = False) -> Accepted:
        """Accept the result of a game. `confirmed` agrees that this may make it final at once."""
        path = path_of("games", slug, "seats", power, "accept-end")
        return self._write(Accepted, "POST", path, {"confirmed": confirmed})

    # Absences

    def absences(self, slug: str, power: str) -> AbsenceList:
        """Your absences from a power of yours, and whether deadlines wait for them."""
        return self._read(AbsenceList, path_of("games", slug, "seats", power, "absences"))

    def announce_absence(self, slug: str, power: str, first: dt.date, last: dt.date) -> Absence:
        """Announce that you are away from the day `first` to the day `last`."""
        path = path_of("games", slug, "seats", power, "absences")
        days = {"first": first.isoformat(), "last": last.isoformat()}
        return self._write(Absence, "POST", path, days)

    def withdraw_absence(self, slug: str, power: str, first: dt.date) -> str:
        """Withdraw the absence that begins on this day. Returns a sentence."""
        path = path_of("games", slug, "seats", power, "absences", first.isoformat())
        return self._act("DELETE", path)

    # A seat that was declared for you

    def declared_seat(self, slug: str, key: str) -> DeclaredOffer:
        """The seat that a game master declared for you; `key` ends the link that you got."""
        return self._read(DeclaredOffer, path_of("games", slug, "players", key))

    def take_declared_seat(self, slug: str, key: str, *, house_rules_accepted: bool = False) -> str:
        """Take that seat with your account. Returns a sentence."""
        wanted = {"house_rules_accepted": house_rules_accepted}
        return self._act("POST", path_of("games", slug, "players", key, "take"), wanted)

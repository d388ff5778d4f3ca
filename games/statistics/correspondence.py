"""Counts of the private messages of a game, once its end has opened them to everyone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count

from .. import access
from ..access.messages import BETWEEN_SEATS
from ..models import MemberProposal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

    from ..models import Game, Message

STRANGER = AnonymousUser()  # the figures are the same for all, whatever else they may read


@dataclass
class Correspondence:
    """Numbers of messages in a game.

    `private` counts those of a power to another: one to two powers counts for each of them.
    `public` counts the signed public messages of each power; `unsigned` and `masters` are the
    numbers of other public messages.
    """

    powers: list[str]
    private: Counter[tuple[str, str]] = field(default_factory=Counter)
    public: Counter[str] = field(default_factory=Counter)
    unsigned: int = 0
    masters: int = 0

    @property
    def any(self) -> bool:
        """Whether there is a message at all."""
        return bool(self.private or self.public or self.masters or self.unsigned)


def correspondence_of(game: Game) -> Correspondence | None:
    """Count the messages of a game by a few queries; None unless its private ones are open.

    What nobody else may read even then is left out: notebooks, hidden messages, and messages
    between players and game masters. Nothing counts between the powers of one player.
    """
    if not game.messages_are_open:
        return None
    seats = {seat.place: seat for seat in game.seats.playable().order_by("place")}
    found = Correspondence([seat.power for seat in seats.values()])
    readable = access.messages(STRANGER, [game])
    for sender, place, number in _private(game, readable):
        if sender in seats and place in seats and seats[sender].hand != seats[place].hand:
            found.private[seats[sender].power, seats[place].power] += number
    public = readable.filter(thread__circle="").order_by()
    columns = ("seat__power", "unsigned")
    for power, is_unsigned, number in public.values_list(*columns).annotate(n=Count("pk")):
        if is_unsigned:
            found.unsigned += number
        elif power is None:
            found.masters += number
        else:
            found.public[power] += number
    return found


def _private(game: Game, readable: QuerySet[Message]) -> Iterator[tuple[int, int, int]]:
    """Places of the seats of a sender and of a reader, with a number of messages.

    A seat that joined a thread later has not got the messages from before, unless all agreed.
    """
    private = readable.filter(thread__circle__contains=BETWEEN_SEATS, seat__isnull=False).order_by()
    columns = ("thread__circle", "seat__place")
    for circle, sender, number in private.values_list(*columns).annotate(n=Count("pk")):
        for place in map(int, circle.split(BETWEEN_SEATS)):
            yield sender, place, number
    joined = MemberProposal.objects.filter(thread__game=game, unread_to__isnull=False)
    for thread, place, unread_to in joined.values_list("thread", "seat__place", "unread_to"):
        earlier = private.filter(thread=thread, pk__lte=unread_to)
        for sender, number in earlier.values_list("seat__place").annotate(n=Count("pk")):
            yield sender, place, -number

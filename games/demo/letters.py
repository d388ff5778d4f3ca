"""The letters of the demo: sent in the past, and mostly read."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence

from accounts.models import User

from .. import clock
from ..models import Game, Letter, Phase, Seat, Tenure
from ..press import sending
from . import record


def send(
    phase: Phase,
    letters: Sequence[record.Letter],
    seats: Mapping[str, Seat],
    *,
    players: Sequence[User],
    master: User,
) -> None:
    """Send the letters of a phase, spread over the days before its orders are sent."""
    assert phase.due_at is not None, "the clock runs"
    until = min(phase.due_at - dt.timedelta(days=2), clock.now())
    pause = (until - phase.opened_at) / (len(letters) + 1) - dt.timedelta(minutes=7)
    for number, letter in enumerate(letters, start=1):
        private = {letter.sender, *letter.readers} if letter.readers else ()
        sender = None if letter.sender == record.MASTER else seats[letter.sender]
        with clock.stopped_at(phase.opened_at + number * pause):
            sending.send(
                phase.game,
                [seats[power] for power in private],
                sender=sender,
                person=players[sender.place] if sender else master,
                text=letter.text,
                request_key=uuid.uuid4(),
            )


def mark_read(game: Game, *, but: int) -> None:
    """Everyone has read all letters of the game `but` the last ones, and whatever they wrote."""
    newest = Letter.objects.filter(thread__game=game).order_by("-pk").values_list("pk", flat=True)
    waiting = set(newest[:but])
    holders = dict(Tenure.objects.filter(seat__game=game).values_list("seat", "person"))
    masters = list(game.masterships.values_list("person", flat=True))
    people = User.objects.in_bulk([*holders.values(), *masters])
    for thread in game.threads.prefetch_related("seats", "letters"):
        readers = {holders[seat.pk] for seat in thread.seats.all()}
        if thread.is_public:
            readers = set(people)
        for reader in readers:
            read = [
                letter
                for letter in thread.letters.all()
                if letter.pk not in waiting or letter.person_id == reader
            ]
            if read:
                sending.mark_read(thread, people[reader], read[-1])

"""The messages of the demo: sent in the past, and mostly read."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence

from accounts import clock
from accounts.models import User

from ...models import Game, Message, Phase, Seat, Tenure
from ...press import sending, unread
from . import record


def send(
    phase: Phase,
    messages: Sequence[record.Message],
    seats: Mapping[str, Seat],
    *,
    players: Sequence[User],
    master: User,
) -> None:
    """Send the messages of a phase, spread over the days before its orders are sent."""
    assert phase.due_at is not None, "the clock runs"
    until = min(phase.due_at - dt.timedelta(days=2), clock.now())
    pause = (until - phase.opened_at) / (len(messages) + 1) - dt.timedelta(minutes=7)
    for number, message in enumerate(messages, start=1):
        private = {message.sender, *message.readers} if message.readers else ()
        sender = None if message.sender == record.MASTER else seats[message.sender]
        with clock.stopped_at(phase.opened_at + number * pause):
            sending.send(
                phase.game,
                [seats[power] for power in private],
                sender=sender,
                person=players[sender.place] if sender else master,
                text=message.text,
                request_key=uuid.uuid4(),
            )


def mark_read(game: Game, *, but: int) -> None:
    """Mark all messages of the game as read, except the last `but` of them.

    Those last ones stay unread for everyone but their writers.
    """
    newest = Message.objects.filter(thread__game=game).order_by("-pk").values_list("pk", flat=True)
    waiting = set(newest[:but])
    holders = dict(Tenure.objects.filter(seat__game=game).values_list("seat", "person"))
    masters = list(game.masterships.values_list("person", flat=True))
    people = User.objects.in_bulk([*holders.values(), *masters])
    for thread in game.threads.prefetch_related("seats", "messages"):
        readers = {holders[seat.pk] for seat in thread.seats.all()}
        if thread.is_public:
            readers = set(people)
        for reader in readers:
            read = [
                message
                for message in thread.messages.all()
                if message.pk not in waiting or message.person_id == reader
            ]
            if read:
                unread.mark_read(thread, people[reader], read[-1])

"""The press of a game in a person's own data: the messages that they may read now."""

from itertools import groupby
from typing import Any

from django.db.models import Prefetch

from accounts.models import User

from .. import access
from ..models import Complaint, Game, MemberProposal, Message, Mute, Seat, Thread
from ..press import locations, report_threads


def threads(person: User, game: Game) -> list[dict[str, Any]]:
    """The threads in which the person may read a message, each with those messages."""
    seats = Prefetch("thread__seats", Seat.objects.order_by("place"))
    readable = access.messages(person, [game]).select_related("thread__phase", "seat", "person")
    readable = readable.prefetch_related(seats).order_by("thread", "pk")
    names_open = access.sees_names(person, game)
    return [
        {
            **_thread(thread),
            "messages": [_message(person, message, names_open=names_open) for message in rows],
        }
        for thread, rows in groupby(readable, key=lambda message: message.thread)
    ]


def _thread(thread: Thread) -> dict[str, Any]:
    powers = [seat.power for seat in thread.seats.all()]
    kinds = {0: "public", 1: "notebook"}
    kind = "game_master" if thread.with_masters else kinds.get(len(powers), "private")
    title = report_threads.report_title(thread.phase) if thread.phase else thread.title
    return {"kind": kind, "powers": powers, "title": title}


def _message(person: User, message: Message, *, names_open: bool) -> dict[str, Any]:
    """A message with what its page tells the person about its author."""
    known = access.sees_author(person, message)
    name = access.author_name(person, message, names_open=names_open) if known else None
    return {
        "sent_at": message.sent_at,
        "own": message.person_id == person.pk,
        "power": message.seat.power if known and message.seat else None,
        "author": name,
        "unsigned": message.unsigned,
        "hidden": message.hidden_at is not None,
        "text": message.text,
    }


def member_proposals(person: User, game: Game) -> list[dict[str, Any]]:
    """The person's own proposals to add a power to a thread."""
    rows = MemberProposal.objects.filter(person=person, thread__game=game).order_by("pk")
    fields = ("thread__title", "seat__power", "words", "made_at", "outcome")
    return [
        {"thread": title, "power": power, "words": words, "made_at": made_at, "outcome": outcome}
        for title, power, words, made_at, outcome in rows.values_list(*fields)
    ]


def unsent(person: User, game: Game) -> list[dict[str, Any]]:
    """The person's drafts of messages, which nobody else reads."""
    seats = list(game.seats.order_by("place"))
    found = []
    for draft in access.own_drafts(access.Role(person, game)):
        location = locations.named_location(game, seats, draft.location)
        found.append(
            {
                "powers": [seat.power for seat in location.circle] if location else [],
                "to_game_master": location is not None and location.with_masters,
                "title": draft.title or (location.title if location else ""),
                "text": draft.text,
                "unsigned": draft.unsigned,
                "saved_at": draft.saved_at,
            }
        )
    return found


def mutes(person: User, game: Game) -> list[dict[str, Any]]:
    rows = Mute.objects.filter(person=person, seat__game=game).order_by("since", "pk")
    return [
        {"power": power, "since": since}
        for power, since in rows.values_list("seat__power", "since")
    ]


def reports(person: User, game: Game) -> list[dict[str, Any]]:
    """Times and reasons of the person's reports of messages; `threads` has the messages."""
    rows = Complaint.objects.filter(person=person, message__thread__game=game).order_by("pk")
    return [
        {"made_at": made_at, "reason": reason}
        for made_at, reason in rows.values_list("made_at", "reason")
    ]

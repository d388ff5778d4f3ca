"""Deeds in a game that only a few may notice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from accounts import feed_keys
from accounts.models import User
from games.deadlines import readiness
from games.game_master import masters
from games.lifecycle import lobby
from games.models import Game, Message, Vote
from games.press import moderation, muting, thread_members, unread
from games.votes import voting
from tests import factories

from .canaries import GROWN, LATE
from .world import World, _draft, _order, _write

Do: TypeAlias = Callable[[World, Game], object]
MASTERS = ("master", "supmas", "co")  # they see whose orders are in, and who is ready


@dataclass(frozen=True)
class Deed:
    """Something done in a game in secret.

    The roles of `noticed_by` may notice it, and the first of them does: its answer to the row
    `shown_by` of table.txt changes.
    """

    do: Do
    noticed_by: tuple[str, ...]
    shown_by: str


def prepare(game: Game) -> None:
    """Let only the masters see whose orders are in, and begin a secret vote on the end.

    Austria is in civil disorder no longer: the log says when a power ends it by giving orders.
    """
    Game.objects.filter(pk=game.pk).update(orders_watched_by=Game.Watch.MASTER)
    game.seats.filter(power="AUSTRIA").update(disorder_since=None)
    Game.objects.filter(pk=game.pk).update(secret_votes=True)
    austria = factories.seat(game, "AUSTRIA")
    phase = factories.open_phase(game)
    voting.propose(phase, austria, Vote.Kind.DRAW, person=factories.holder(austria))


def announce(world: World, game: Game) -> None:
    """Do what everybody notices: the counterpart of the deeds in secret."""
    masters.announce(game, "Dinner at eight.", by=world.people["master"])


def save_orders(_world: World, game: Game) -> None:
    _order(game, "AUSTRIA", "A VIE H")


def change_orders(_world: World, game: Game) -> None:
    _order(game, "ENGLAND", "F LON H")


def be_ready(_world: World, game: Game) -> None:
    england, phase = factories.seat(game, "ENGLAND"), factories.open_phase(game)
    readiness.set_ready(phase, [england], ready=True, person=factories.holder(england))


def vote_in_secret(_world: World, game: Game) -> None:
    _vote(game, in_favour=True)


def change_secret_vote(_world: World, game: Game) -> None:
    _vote(game, in_favour=True)
    _vote(game, in_favour=False)


def _vote(game: Game, *, in_favour: bool) -> None:
    england = factories.seat(game, "ENGLAND")
    vote = Vote.objects.get(phase=factories.open_phase(game))
    voting.cast_vote(vote, england, in_favour=in_favour, person=factories.holder(england))


def send_message(_world: World, game: Game) -> None:
    _write(game, "AUSTRIA", ["GERMANY"], "psst")


def begin_thread(_world: World, game: Game) -> None:
    _write(game, "AUSTRIA", ["GERMANY"], "psst", topic="Psst")


def write_note(_world: World, game: Game) -> None:
    _write(game, "FRANCE", ["FRANCE"], "Remember the pears.")


def save_draft(_world: World, game: Game) -> None:
    _draft(game, "FRANCE", "Let me think about the pears.")


def read_message(world: World, game: Game) -> None:
    message = Message.objects.get(thread__game=game, text=LATE)
    unread.mark_read(message.thread, _heir(world), message)


def mute_power(world: World, game: Game) -> None:
    muting.mute(factories.seat(game, "FRANCE"), _heir(world))


def report_message(world: World, game: Game) -> None:
    message = Message.objects.get(thread__game=game, text=LATE)
    moderation.complain(message, by=_heir(world), reason="It is not kind.")


def propose_member(world: World, game: Game) -> None:
    thread_members.propose(
        game.threads.get(title=GROWN),
        factories.seat(game, "TURKEY"),
        proposer=factories.seat(game, "GERMANY"),
        person=world.people["other"],
        words="Welcome.",
        with_past=False,
    )


def wish_for_powers(world: World, _game: Game) -> None:
    lobby.wish(world.public.lobby, world.people["other"], [0, 1, 2])


def renew_feeds(world: World, _game: Game) -> None:
    feed_keys.renew(_heir(world))


def _heir(world: World) -> User:
    return world.people["heir"]


SECRET = {
    "orders are saved": Deed(save_orders, MASTERS, "games:game GET"),
    "orders are changed": Deed(change_orders, ("heir",), "games:orders@england GET"),
    "a power is ready": Deed(be_ready, (*MASTERS, "heir"), "games:game GET"),
    "a secret vote is cast": Deed(vote_in_secret, ("heir",), "games:game GET"),
    "a secret vote is changed": Deed(change_secret_vote, ("heir",), "games:game GET"),
    "a message is sent": Deed(send_message, ("other",), "games:state GET"),
    "a thread is begun": Deed(begin_thread, ("other",), "games:state GET"),
    "a note is written": Deed(write_note, ("own",), "games:thread@notebook GET"),
    "a draft is saved": Deed(save_draft, ("own",), "games:public_press GET"),
    "a message is read": Deed(read_message, ("heir",), "games:press GET"),
    "a power is muted": Deed(mute_power, ("heir",), "games:press GET"),
    "a message is reported": Deed(
        report_message, ("super", "supmas", "heir"), "games:complaints GET"
    ),
    "a member is proposed": Deed(
        propose_member, ("own", "other", "mplays"), "games:topic@grown GET"
    ),
    "wishes are given": Deed(wish_for_powers, ("other",), "games:game@lobby GET"),
    "feeds get another key": Deed(renew_feeds, ("heir",), "games:feeds GET"),
}

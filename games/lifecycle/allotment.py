"""Powers of each person when a game begins: by lot, by wishes, or as the game master says.

A hand is what one person plays: an entry of `Setup.players`, known by its number there. Callers
hold the lock of the game, except those that only read.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from django.utils.translation import gettext as _

from ..core.errors import Refused
from ..models import DeclaredPlayer, Event, Game, LobbyEntry, PowerWish
from ..state import variants
from .assignment import least_cost

Hand = tuple[str, ...]
Waiting: TypeAlias = LobbyEntry | DeclaredPlayer
GivenHands: TypeAlias = Mapping[int, int | None]
Method = Game.Allotment
EVENTS = {
    Method.LOT: Event.Kind.POWERS_BY_LOT,
    Method.WISHES: Event.Kind.POWERS_BY_WISHES,
    Method.MASTER: Event.Kind.POWERS_BY_MASTER,
    Method.DRAW: Event.Kind.POWERS_BY_DRAW,
}
_chance = secrets.SystemRandom()


def hands_of(game: Game) -> Sequence[Hand]:
    """The hands of the game's set-up, by their numbers."""
    return variants.setup_of(game).players


def places_left(game: Game) -> int:
    """Return for how many more people there are seats in a lobby."""
    declared = game.declared_players.current().count() if game.orders_by_master else 0
    return len(hands_of(game)) - game.entries.count() - declared


def method_of(game: Game) -> Method:
    """The way in which the powers are given; by lot if the game no longer has a master to do it."""
    method = Method(game.allotment)
    if method == Method.MASTER and not game.masterships.current().exists():
        return Method.LOT
    return method


def store_wishes(entry: LobbyEntry, hands: Sequence[int]) -> None:
    """Replace the wishes of a person; the first of `hands` is their first choice."""
    if len(set(hands)) < len(hands):
        raise Refused(_("Choose each power only once."))
    if not set(hands) <= set(range(len(hands_of(entry.game)))):
        raise Refused(_("This power can’t be played in this set-up."))
    entry.wishes.all().delete()
    PowerWish.objects.bulk_create(
        PowerWish(entry=entry, hand=hand, rank=rank) for rank, hand in enumerate(hands, start=1)
    )


def forget(game: Game) -> None:
    """Delete all wishes, and what a master gave: a lobby needs both, and nothing after it does."""
    PowerWish.objects.filter(entry__game=game).delete()
    game.entries.filter(hand__isnull=False).update(hand=None)


def store_given(game: Game, hands: GivenHands, declared: GivenHands = MappingProxyType({})) -> None:
    """Store what a master gives: hands by the primary keys of entries, None for nothing yet.

    `declared` are those of players without an account, by their keys. People without a key here
    have nothing yet.
    """
    players = game.declared_players.current()
    given = [hand for hand in (*hands.values(), *declared.values()) if hand is not None]
    if len(set(given)) < len(given):
        raise Refused(_("Assign each power to only one person."))
    if not set(given) <= set(range(len(hands_of(game)))):
        raise Refused(_("This power can’t be played in this set-up."))
    here = set(game.entries.values_list("pk", flat=True)).issuperset(hands)
    if not (here and set(players.values_list("pk", flat=True)).issuperset(declared)):
        raise Refused(_("Someone has left the lobby in the meantime. Check the list again."))
    game.entries.update(hand=None)  # first, because no two people may have the same
    players.update(hand=None)
    for entry, hand in hands.items():
        game.entries.filter(pk=entry).update(hand=hand)
    for player, hand in declared.items():
        players.filter(pk=player).update(hand=hand)


def give_rest_at_random(game: Game) -> None:
    """Give each waiting person who has no hand yet one of those that nobody has, by chance."""
    waiting: list[Waiting] = [*game.entries.all(), *game.declared_players.current()]
    taken = {each.hand for each in waiting}
    free = [hand for hand in range(len(hands_of(game))) if hand not in taken]
    without = [each for each in waiting if each.hand is None]
    for each, hand in zip(without, _chance.sample(free, len(without)), strict=True):
        each.hand = hand
        each.save(update_fields=["hand"])


def allot(game: Game, method: Method) -> list[tuple[Waiting, Hand]]:
    """Return what each person of a full lobby plays, with an account or without.

    Nothing is stored. Raises `Refused` if the master has not given a power to everybody.
    """
    hands = hands_of(game)
    entries: list[Waiting] = [*game.entries.all(), *game.declared_players.current()]
    if method == Method.LOT:
        numbers = list(range(len(hands)))
        _chance.shuffle(numbers)
    elif method == Method.WISHES:
        numbers = least_cost(_displeasures(entries, len(hands)), _chance.randrange)
    else:
        numbers = [entry.hand for entry in entries if entry.hand is not None]
        if len(numbers) < len(entries):
            raise Refused(_("Assign a power to everyone first."))
    return [(entry, hands[number]) for entry, number in zip(entries, numbers, strict=True)]


def _displeasures(waiting: Collection[Waiting], size: int) -> list[list[int]]:
    """The displeasure of each person at each hand.

    It is the square of the number of hands that they would rather have: so one fourth choice (9) is
    worse than two third ones (8). All hands that a person has not named are their next choice:
    players without an account name none.
    """
    entries = [each for each in waiting if isinstance(each, LobbyEntry)]
    wishes = PowerWish.objects.filter(entry__in=entries)
    ranks = {
        (entry, hand): rank for entry, hand, rank in wishes.values_list("entry", "hand", "rank")
    }
    table = []
    for each in waiting:
        key = each.pk if isinstance(each, LobbyEntry) else 0  # the key of no entry
        own = [ranks.get((key, hand)) for hand in range(size)]
        named = size - own.count(None)
        table.append([(named if rank is None else rank - 1) ** 2 for rank in own])
    return table

"""Missed turns: movement phases in which a player gave no orders to any of their powers (NMR).

They are counted from the log, so that a phase that was rolled back counts no longer. They are those
of a person: a new player begins at zero, and a substitute's are not those of the player.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Self

from adjudicator.terms import PhaseType

from ..models import Event, Game, GameSettings, Order, Phase, Seat, Tenure
from ..models.settings import FEWEST_MISSES
from . import phases, positions

Rule = GameSettings.DisorderAfter
Hand = int | None


class Misses(NamedTuple):
    """The numbers of turns that a person has missed: the last ones in a row, and all."""

    in_a_row: int = 0
    in_all: int = 0


class MissedTurn(NamedTuple):
    """Consequence of a missed turn for the seats of its player.

    `left` is the number of further missed turns that lead to civil disorder: 0 where this one does.
    If the master decides, it is None.
    """

    rule: GameSettings.DisorderAfter
    left: int | None

    @property
    def is_disorder(self) -> bool:
        return self.left == 0

    def __str__(self) -> str:
        """The text of its event."""
        return f"{self.rule.value} {'' if self.left is None else self.left}".strip()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the text of an event."""
        rule, _space, left = text.partition(" ")
        return cls(Rule(rule), int(left) if left else None)


def absent_hands(
    seats: Iterable[Seat], *, silent: Collection[str], ordered: Collection[str]
) -> set[Hand]:
    """Return the hands that miss a turn in which the powers `silent` have no orders.

    A person who `ordered` for another of their powers is there. Nobody waits for powers in civil
    disorder.
    """
    seats = list(seats)
    there = {seat.hand for seat in seats if seat.power in ordered}
    absent = {seat.hand for seat in seats if seat.power in silent and seat.disorder_since is None}
    return absent - there - {None}


def consequences(phase: Phase, hands: Collection[Hand]) -> Mapping[Hand, MissedTurn]:
    """Return what it means for each of `hands` to miss the turn of an unresolved `phase`."""
    rule, most = _rule(phase)
    if rule in (Rule.FIRST, Rule.MASTER) or not hands:
        return dict.fromkeys(hands, MissedTurn(rule, 0 if rule == Rule.FIRST else None))
    before = count(phase.game, hands)
    numbers = {
        hand: (misses.in_a_row if rule == Rule.IN_A_ROW else misses.in_all) + 1
        for hand, misses in before.items()
    }
    return {hand: MissedTurn(rule, max(0, most - number)) for hand, number in numbers.items()}


def expected(phase: Phase) -> Mapping[Seat, MissedTurn]:
    """Return the seats that miss the turn of an open `phase` if it ends now, with consequences.

    They are all seats of a hand that still have units or centers. A turn is missed in a movement
    phase alone.
    """
    if phase.type != PhaseType.MOVEMENT:
        return {}
    seats, due = list(phase.game.seats.order_by("place")), phases.orders_due(phase)
    ordered = set(phase.orders.order_by().values_list("seat__power", flat=True))
    absent = absent_hands(seats, silent=due.keys() - ordered, ordered=ordered)
    found, living = consequences(phase, absent), positions.living_powers(phase)
    return {
        seat: found[seat.hand]
        for seat in seats
        if seat.hand in found and seat.disorder_since is None and seat.power in living
    }


def _rule(phase: Phase) -> tuple[GameSettings.DisorderAfter, int]:
    """The rule for a phase, and its number of missed turns.

    Without a master who could decide, it is two missed turns in a row.
    """
    rule = Rule(phase.settings.disorder_after)
    if rule == Rule.MASTER and not phase.game.masterships.present().exists():
        return Rule.IN_A_ROW, FEWEST_MISSES
    return rule, phase.settings.disorder_misses


def count(game: Game, hands: Collection[Hand]) -> Mapping[Hand, Misses]:
    """Return how many turns the present holders of `hands` have missed.

    A row ends with orders that anybody gave for the hand, such as a substitute.
    """
    silent = game.events.filter(
        kind=Event.Kind.NO_MOVES_RECEIVED,
        seat__hand__in=hands,
        phase__status=Phase.Status.RESOLVED,
    ).order_by()
    rows = list(silent.values_list("seat__hand", "phase__number", "phase__resolved_at"))
    if not rows:
        return dict.fromkeys(hands, Misses())
    held = _times_of_holders(game, hands)
    missed: dict[Hand, set[int]] = defaultdict(set)
    for hand, number, at in rows:
        assert at is not None  # when the phase was resolved
        if any(since < at and (until is None or at <= until) for since, until in held[hand]):
            missed[hand].add(number)
    ordered: dict[Hand, set[int]] = defaultdict(set)
    given = (
        Order.objects.by_people()
        .filter(
            phase__in=game.phases.resolved().filter(code__endswith=PhaseType.MOVEMENT.value),
            seat__hand__in=hands,
        )
        .order_by()
    )
    for hand, number in given.values_list("seat__hand", "phase__number").distinct():
        ordered[hand].add(number)
    return {hand: _misses(missed[hand], ordered[hand]) for hand in hands}


def _misses(missed: Collection[int], ordered: Collection[int]) -> Misses:
    """Count from the numbers of the phases in which powers of a hand had no orders, or had some."""
    absent, last = set(missed) - set(ordered), max(ordered, default=0)
    return Misses(sum(number > last for number in absent), len(absent))


def _times_of_holders(
    game: Game, hands: Collection[Hand]
) -> Mapping[Hand, Sequence[tuple[dt.datetime, dt.datetime | None]]]:
    """The times in which the present holder of each hand held it, from when until when."""
    rows = Tenure.objects.filter(seat__game=game, seat__hand__in=hands).order_by()
    fields = list(rows.values_list("seat__hand", "person", "since", "until"))
    now = {(hand, person) for hand, person, _since, until in fields if until is None}
    found: dict[Hand, list[tuple[dt.datetime, dt.datetime | None]]] = defaultdict(list)
    for hand, person, since, until in fields:
        if (hand, person) in now:
            found[hand].append((since, until))
    for hand, since in game.declared_players.current().values_list("hand", "since"):
        found[hand].append((since, None))
    return found


def kept_last_turn(game: Game) -> Mapping[int, MissedTurn]:
    """The seats, by their keys, that their players keep although they missed the last turn."""
    moves = game.phases.resolved().filter(code__endswith=PhaseType.MOVEMENT.value)
    last = moves.order_by("-number")[:1]
    found = game.events.filter(kind=Event.Kind.MISSED_TURN, phase__in=last.values("pk"))
    found = found.filter(seat__disorder_since=None).order_by()
    rows = list(found.values_list("seat", "text", "at"))
    if not rows:
        return {}
    now = dict(Tenure.objects.current().filter(seat__game=game).values_list("seat", "since"))
    declared = dict(game.declared_players.current().values_list("hand", "since"))
    if declared:
        hands = game.seats.filter(hand__in=declared).values_list("pk", "hand")
        now |= {seat: declared[hand] for seat, hand in hands}
    return {
        seat: MissedTurn.read(text) for seat, text, at in rows if seat in now and now[seat] < at
    }

"""Reads from the rows of games what people's reliability is made of.

A game whose players' names are hidden counts only once they are open: until then nobody could
tell from a number that moves who plays in it. Phases that were rolled back count for nothing.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db.models import Exists, OuterRef, Q, Subquery

from accounts import clock
from accounts.models import User
from adjudicator.terms import PhaseType

from ...models import Absence, Event, Game, Order, Phase, Seat, Tenure
from ...models.game_queries import GameQuerySet
from ...models.seat import TenureQuerySet
from . import figures
from .figures import Incident, Record, Reliability, TurnDue, reliability

Value = TypeVar("Value")


class _Held(NamedTuple):
    """A tenure of a person in a game."""

    person: int
    seat: int
    game: int
    since: dt.datetime
    until: dt.datetime | None
    ending: str
    took_over: bool

    def covers(self, moment: dt.datetime) -> bool:
        return self.since < moment and (self.until is None or moment <= self.until)


def of_person(person: User) -> Reliability:
    """Return the reliability of a person; four queries."""
    return of_people([person.pk])[person.pk]


def of_people(people: Iterable[int]) -> Mapping[int, Reliability]:
    """Return the reliability of people by their primary keys; four queries, however many."""
    keys, now = set(people), clock.now()
    if not keys:
        return {}
    held = _held(Tenure.objects.filter(person__in=keys), _open_games())
    turns, disorders = _turns_and_disorders(held)
    resigned, taken_over = _ends_and_beginnings(held)
    absences = _absences(keys)
    return {
        key: reliability(
            Record(
                turns=turns[key],
                disorders=disorders[key],
                resignations=resigned[key],
                taken_over=taken_over[key],
                absences=absences[key],
            ),
            now,
        )
        for key in keys
    }


def most_at_once(person: User) -> int:
    """Return the most games that a person has kept up with at once; see `figures`.

    Games with hidden names count too, so only the person may learn the number.
    """
    held = _held(person.tenures.all(), Game.objects.among_people())
    turns, _disorders = _turns_and_disorders(held)
    return figures.most_at_once(turns[person.pk])


def _open_games() -> GameQuerySet:
    """The games that count for everyone: no practice, and open names."""
    return Game.objects.among_people().with_open_names()


def _held(tenures: TenureQuerySet, games: GameQuerySet) -> list[_Held]:
    """The tenures in these games.

    Their games are a subquery: PostgreSQL would join all seats of the site to many tenures.
    """
    earlier = Tenure.objects.filter(seat=OuterRef("seat"), pk__lt=OuterRef("pk")).order_by()
    seat = Seat.objects.filter(pk=OuterRef("seat"), game__in=games.order_by()).order_by()
    rows = tenures.order_by().annotate(
        game=Subquery(seat.values("game")),
        took_over=Exists(earlier.exclude(person=OuterRef("person"))),
    )
    held = map(_Held._make, rows.values_list(*_Held._fields))
    return [each for each in held if each.game is not None]


_Turns = Mapping[int, Sequence[TurnDue]]
_Incidents = Mapping[int, Sequence[Incident]]


def _turns_and_disorders(held: Sequence[_Held]) -> tuple[_Turns, _Incidents]:
    """The movement phases in which people gave orders or none were received, and their disorders.

    A person with several powers is there with orders for one of them. Several powers that fall into
    civil disorder together count once. By two queries.
    """
    turns: dict[int, dict[int, TurnDue]] = defaultdict(dict)
    disorders: dict[int, dict[int | None, Incident]] = defaultdict(dict)
    by_seat: dict[int, list[_Held]] = defaultdict(list)
    for each in held:
        by_seat[each.seat].append(each)
    for seat, phase, at in _orders(held):
        for each in by_seat[seat]:
            if each.covers(at):
                turns[each.person][phase] = TurnDue(each.game, at, is_met=True)
    for seat, phase, kind, at, resolved_at in _faults(by_seat):
        for each in by_seat[seat]:
            if kind == Event.Kind.CIVIL_DISORDER and each.covers(at):
                disorders[each.person][phase] = Incident(each.game, at)
            elif kind == Event.Kind.NO_MOVES_RECEIVED and each.covers(resolved_at):
                missed = TurnDue(each.game, resolved_at, is_met=False)
                turns[each.person].setdefault(phase, missed)
    return _lists(turns), _lists(disorders)


def _orders(held: Sequence[_Held]) -> Any:
    """Seat, phase and its end where people gave orders in resolved movement phases."""
    given = Order.objects.by_people().filter(
        seat__in={each.seat for each in held},
        phase__game__in={each.game for each in held},  # so that no phase of other games is read
        **_moves("phase__"),
    )
    return given.order_by().values_list("seat", "phase", "phase__resolved_at").distinct()


def _faults(seats: Collection[int]) -> Any:
    """Seat, phase, kind and time of each fault in the log, and the end of the phase."""
    disorder = Q(kind=Event.Kind.CIVIL_DISORDER) & ~Q(phase__status=Phase.Status.SUPERSEDED)
    silence = Q(kind=Event.Kind.NO_MOVES_RECEIVED, **_moves("phase__"))
    rows = Event.objects.filter(disorder | silence, seat__in=seats).order_by("pk")
    return rows.values_list("seat", "phase", "kind", "at", "phase__resolved_at")


def _lists(found: Mapping[int, Mapping[Any, Value]]) -> Mapping[int, Sequence[Value]]:
    lists = {person: list(several.values()) for person, several in found.items()}
    return defaultdict(list, lists)


def _ends_and_beginnings(held: Sequence[_Held]) -> tuple[_Incidents, Mapping[int, int]]:
    """The resignations of each person, and the number of games in which they took over powers."""
    resigned: dict[int, dict[int, Incident]] = defaultdict(dict)
    taken_over: dict[int, set[int]] = defaultdict(set)
    for each in held:
        if each.ending == Tenure.Ending.RESIGNED and each.until is not None:
            resigned[each.person][each.game] = Incident(each.game, each.until)
        if each.took_over:
            taken_over[each.person].add(each.game)
    numbers = defaultdict(int, {person: len(games) for person, games in taken_over.items()})
    return _lists(resigned), numbers


def _absences(people: Iterable[int]) -> Mapping[int, int]:
    """The number of absences that each person has announced in games with open names."""
    rows = Absence.objects.filter(
        person__in=people, withdrawn_at=None, seat__game__in=_open_games()
    )
    distinct = rows.order_by().values_list("person", "seat__game", "first", "last").distinct()
    return Counter(person for person, _game, _first, _last in distinct)


def _moves(phase: str) -> dict[str, str]:
    """Conditions on the resolved movement phases at the end of a path."""
    return {
        f"{phase}status": Phase.Status.RESOLVED,
        f"{phase}code__endswith": PhaseType.MOVEMENT.value,
    }

"""Reads from the rows of games what people's reliability is made of.

A game whose players' names are hidden counts only once they are open: until then nobody could
tell from a number that moves who plays in it. Phases that were rolled back count for nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from accounts import clock
from accounts.models import User
from adjudicator.terms import PhaseType

from ...models import Absence, Event, Game, Phase, Tenure
from ...models.seat import TenureQuerySet
from . import figures
from .figures import Incident, Record, Reliability, TurnDue, reliability


def of_person(person: User) -> Reliability:
    """Return the reliability of a person; five queries."""
    return of_people([person.pk])[person.pk]


def of_people(people: Iterable[int]) -> Mapping[int, Reliability]:
    """Return the reliability of people by their primary keys; five queries, however many."""
    keys, now = set(people), clock.now()
    if not keys:
        return {}
    counted = Game.objects.with_open_names()
    tenures = Tenure.objects.filter(person__in=keys, seat__game__in=counted).order_by()
    turns, disorders = _turns(tenures), _disorders(tenures)
    resigned, taken_over = _ends_and_beginnings(tenures)
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
    return figures.most_at_once(_turns(person.tenures.order_by())[person.pk])


def _turns(tenures: TenureQuerySet) -> Mapping[int, Sequence[TurnDue]]:
    """The movement phases in which each person gave orders, or in which none were received.

    A person with several powers is there with orders for one of them.
    """
    phase = "seat__orders__phase"
    met = tenures.filter(
        _while_held(f"{phase}__resolved_at"),
        **_moves(phase),
        seat__orders__typed__isnull=False,
    )
    found = {
        (person, key): TurnDue(game, at, is_met=True)
        for person, key, game, at in _rows(met, phase, f"{phase}__resolved_at").distinct()
    }
    phase = "seat__events__phase"
    silent = tenures.filter(
        _while_held(f"{phase}__resolved_at"),
        **_moves(phase),
        seat__events__kind=Event.Kind.NO_MOVES_RECEIVED,
    )
    for person, key, game, at in _rows(silent, phase, f"{phase}__resolved_at"):
        found.setdefault((person, key), TurnDue(game, at, is_met=False))
    turns: dict[int, list[TurnDue]] = defaultdict(list)
    for (person, _key), turn in found.items():
        turns[person].append(turn)
    return turns


def _disorders(tenures: TenureQuerySet) -> Mapping[int, Sequence[Incident]]:
    """The times at which powers of each person fell into civil disorder, once for all of them."""
    begun = tenures.filter(
        _while_held("seat__events__at"),
        ~Q(seat__events__phase__status=Phase.Status.SUPERSEDED),
        seat__events__kind=Event.Kind.CIVIL_DISORDER,
    )
    phases = {
        (person, phase): Incident(game, at)
        for person, phase, game, at in _rows(begun, "seat__events__phase", "seat__events__at")
    }
    return _by_person((person, incident) for (person, _phase), incident in phases.items())


def _by_person(rows: Iterable[tuple[int, Incident]]) -> Mapping[int, Sequence[Incident]]:
    found: dict[int, list[Incident]] = defaultdict(list)
    for person, incident in rows:
        found[person].append(incident)
    return found


def _ends_and_beginnings(
    tenures: TenureQuerySet,
) -> tuple[Mapping[int, Sequence[Incident]], Mapping[int, int]]:
    """The resignations of each person, and the number of games in which they took over powers."""
    earlier = Tenure.objects.filter(seat=OuterRef("seat"), pk__lt=OuterRef("pk")).order_by()
    earlier = earlier.exclude(person=OuterRef("person"))
    rows = tenures.annotate(took_over=Exists(earlier))
    resigned: dict[tuple[int, int], Incident] = {}
    taken_over: dict[int, set[int]] = defaultdict(set)
    columns = ("person", "seat__game", "ending", "until", "took_over")
    for person, game, ending, until, took_over in rows.values_list(*columns):
        if ending == Tenure.Ending.RESIGNED and until is not None:
            resigned[person, game] = Incident(game, until)
        if took_over:
            taken_over[person].add(game)
    incidents = _by_person((person, each) for (person, _game), each in resigned.items())
    numbers = defaultdict(int, {person: len(games) for person, games in taken_over.items()})
    return incidents, numbers


def _absences(people: Iterable[int]) -> Mapping[int, int]:
    """The number of absences that each person has announced in games with open names."""
    rows = Absence.objects.filter(
        person__in=people, withdrawn_at=None, seat__game__in=Game.objects.with_open_names()
    )
    distinct = rows.order_by().values_list("person", "seat__game", "first", "last").distinct()
    return Counter(person for person, _game, _first, _last in distinct)


def _moves(phase: str) -> dict[str, str]:
    """Conditions on the resolved movement phases at the end of a path."""
    return {
        f"{phase}__status": Phase.Status.RESOLVED,
        f"{phase}__code__endswith": PhaseType.MOVEMENT.value,
    }


def _while_held(moment: str) -> Q:
    """Condition that the moment at the end of a path is within the tenure."""
    return Q(**{f"{moment}__gt": F("since")}) & (
        Q(until=None) | Q(**{f"{moment}__lte": F("until")})
    )


def _rows(tenures: TenureQuerySet, phase: str, moment: str) -> Any:
    """Person, key of the phase, key of the game, and moment of each row."""
    return tenures.values_list("person", phase, "seat__game", moment)

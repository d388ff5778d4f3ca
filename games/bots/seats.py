"""The seats that bots hold in games that wait for them, and what such a seat may see.

That is the position, the results of past phases, and the agreements of the seat.
"""

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from accounts import clock
from accounts.models import User
from adjudicator.terms import PhaseType

from ..models import BotRequest, Game, Order, Phase, Seat, Tenure
from ..models.seat import TenureQuerySet
from ..state import editions, positions
from .programs.proposals import Kind, Proposal
from .programs.view import PastPhase, SeatView

PAST_PHASES = 2
"""Movement phases whose results a bot remembers."""


class Due(NamedTuple):
    """A phase that waits for bots: its seats without orders, each with its bot's account."""

    phase: Phase
    seats: dict[Seat, User]


def waiting_tenures() -> TenureQuerySet:
    """Return the tenures of bots that are not ready in the open phase of a running game.

    Games whose people have all left are not among them: they rest until somebody is back.
    """
    bots = list(User.objects.bots().values_list("pk", flat=True))  # few: their index leads to them
    people = Tenure.objects.current().exclude(person__in=bots)
    people = people.filter(seat__game=OuterRef("seat__game"), seat__disorder_since=None)
    waiting = Tenure.objects.current().filter(person__in=bots)
    opened = Phase.objects.open().filter(game=OuterRef("seat__game"), due_at__gt=clock.now())
    opened = opened.order_by()
    ready = opened.filter(pk=OuterRef("seat__ready_phase"))
    return waiting.filter(
        Exists(people.order_by()),
        Exists(opened),
        ~Exists(ready),
        seat__disorder_since=None,
        seat__game__status=Game.Status.PLAYING,
    )


def waiting_phases() -> list[int]:
    """Return the keys of the phases that wait for bots."""
    games = waiting_tenures().order_by().values("seat__game")
    return list(Phase.objects.open().filter(game__in=games).values_list("pk", flat=True))


def due() -> list[Due]:
    """Return the phases that wait for bots, those opened first before the others."""
    found: dict[int, dict[Seat, User]] = defaultdict(dict)
    tenures = waiting_tenures().select_related("seat", "person").order_by("seat__place")
    for tenure in tenures:
        found[tenure.seat.game_id][tenure.seat] = tenure.person
    opened = Phase.objects.open().filter(game__in=found)
    opened = opened.select_related("game", "settings").order_by("opened_at")
    return [Due(phase, found[phase.game_id]) for phase in opened]


def view_of(phase: Phase, power: str) -> SeatView:
    """Return what the seat of a power may see of an open phase, for the program that plays it."""
    rules = positions.rules_of(phase)
    changed = editions.stored_changes(phase.game, phase.number)
    view = SeatView.of_position(positions.load(phase), power, edition=phase.game.rules)
    return replace(
        view,
        changes={field: getattr(rules, field) for field in changed},
        history=_history(phase),
        agreements=agreements_of(phase, power),
    )


def _history(phase: Phase) -> tuple[PastPhase, ...]:
    """The results of the last movement phases, which everyone may see; the newest last."""
    past = (
        phase.game.phases.resolved()
        .filter(code__endswith=PhaseType.MOVEMENT.value)
        .order_by("-number")
    )
    newest = list(past[:PAST_PHASES])
    given: dict[int, dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    orders = Order.objects.filter(phase__in=newest).order_by("pk")
    for key, owner, text, outcome in orders.values_list("phase", "seat__power", "text", "outcome"):
        given[key][owner].append((text, outcome))
    return tuple(
        PastPhase(each.code, {owner: tuple(of) for owner, of in given[each.pk].items()})
        for each in reversed(newest)
    )


def agreements_of(phase: Phase, power: str) -> tuple[Proposal, ...]:
    """Return what the bot of a power has agreed to, as far as it counts in a phase."""
    agreed = BotRequest.objects.in_force(phase).filter(seat__power=power)
    return tuple(map(proposal_of, agreed.select_related("phase", "message__seat")))


def proposal_of(request: BotRequest) -> Proposal:
    """Return the proposal that a stored request makes."""
    assert request.phase is not None
    assert request.message.seat is not None
    return Proposal(
        Kind(request.kind),
        request.message.seat.power,
        request.phase.code,
        order=request.order,
        provinces=(request.province,) if request.province else (),
    )

"""Coming back from civil disorder."""

from django.db.models import QuerySet

from accounts.compiled_queries import CompiledQuery
from accounts.models import User

from ..core import audit
from ..models import Event, Phase, Seat
from . import control


def come_back(phase: Phase, seat: Seat, person: User | None) -> bool:
    """End the civil disorder of a power whose player is back; return whether it was in it.

    It ends for all powers of that player, and so does the rest of a game that all had left. To be
    called with the phase locked. The event is public: otherwise the phase would wait for a power
    without anybody knowing why.
    """
    back = _IN_DISORDER.objects(game=seat.game_id)
    if not phase.game.practice:  # there its bots come back, too: they had stopped with the person
        back = [each for each in back if each.hand == seat.hand]
    if back:
        Seat.objects.filter(pk__in=[each.pk for each in back]).update(disorder_since=None)
    for each in back:
        audit.log(Event.Kind.CAME_BACK, game=phase.game, phase=phase, seat=each, actor=person)
    control.end_rest(phase)
    return bool(back)


def _in_disorder(game: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game).exclude(disorder_since=None).order_by("place")


_IN_DISORDER = CompiledQuery(_in_disorder, game=int)

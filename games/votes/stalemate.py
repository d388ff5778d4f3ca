"""A draw that the site proposes: for years no center has changed hands.

The site only proposes; the game ends if its players accept. A game sets the number of years.
"""

from adjudicator.terms import PhaseCode, PhaseType, Season

from ..models import Center, Phase, Vote
from .counting import open_votes
from .voting import propose_at_stalemate


def propose_draw(phase: Phase) -> None:
    """Propose a draw in a phase that just opened, if its game has come to a stalemate.

    That is at the beginning of a game year, and again each year while nothing changes.
    """
    if is_stalemate(phase) and not _is_proposed(phase):
        propose_at_stalemate(phase, Vote.Kind.DRAW)


def is_stalemate(phase: Phase) -> bool:
    """Whether a game year begins with `phase`, and the game's number of years without change end.

    Centers are compared at the beginning of each of these years.
    """
    years, code = phase.game.stalemate_years, phase.when
    if not years or not phase.game.votes_on_end:
        return False
    if code.season != Season.SPRING or code.type != PhaseType.MOVEMENT:
        return False
    springs = [str(PhaseCode(code.year - n, code.season, code.type)) for n in range(years + 1)]
    phases = phase.game.phases.not_superseded().filter(code__in=springs)
    owned: dict[int, set[tuple[str, int]]] = {
        pk: set() for pk in phases.values_list("pk", flat=True)
    }
    rows = Center.objects.filter(phase__in=owned).values_list("phase", "province", "seat")
    for pk, province, seat in rows:
        owned[pk].add((province, seat))
    first, *later = owned.values()
    return len(owned) == len(springs) and all(each == first for each in later)


def _is_proposed(phase: Phase) -> bool:
    """Whether a draw among all survivors is voted on already."""
    return open_votes(phase).filter(kind=Vote.Kind.DRAW, sharers=None).exists()

"""Access to phases and the orders in them."""

import secrets

import structlog
from django.http import Http404

from ..models import Game, Phase
from .games import found_or_404


def phase_or_404(game: Game, code: str) -> Phase:
    """Return the phase with this code that was not rolled back."""
    phase = game.phases.not_superseded().filter(code=code).first()
    if phase is None:
        raise Http404
    structlog.contextvars.bind_contextvars(phase=phase.code)
    return phase


def numbered_phase_or_404(game: Game, number: int) -> Phase:
    """Return the phase with this number, which may have been rolled back."""
    phase = game.phases.filter(number=number).first()
    if phase is None:
        raise Http404
    phase.game = game
    return phase


def mapped_phase_or_404(slug: str, code: str, key: str) -> Phase:
    """Return the resolved phase of a public map address, which contains the map key of its game."""
    game = Game.objects.filter(slug=slug).first()
    if game is None or game.map_key is None or not secrets.compare_digest(key, game.map_key):
        raise Http404
    phase = phase_or_404(found_or_404(game), code)
    if not may_read_orders(phase):
        raise Http404
    return phase


def superseded_or_404(game: Game, code: str, number: int) -> Phase:
    """Return a phase that was rolled back: it no longer counts but can still be read."""
    superseded = game.phases.superseded()
    phase = superseded.filter(code=code, number=number).first()
    if phase is None:
        raise Http404
    structlog.contextvars.bind_contextvars(phase=phase.code)
    return phase


def may_read_orders(phase: Phase) -> bool:
    """Whether everyone may read all orders of a phase: once it was resolved.

    Until then each seat sees its own, and a master those of `seats_entered_by`. If the phase was
    rolled back or the game ended before it was resolved, nobody ever sees the others' orders.
    """
    return phase.resolved_at is not None

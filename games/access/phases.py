"""Who may see a phase and the orders in it."""

import secrets

import structlog
from django.http import Http404

from ..models import Game, Phase
from .games import found
from .parts import Viewer, is_master


def phase_or_404(game: Game, code: str) -> Phase:
    """The phase of that code that counts: none that was rolled back."""
    phase = game.phases.filter(code=code).exclude(status=Phase.Status.SUPERSEDED).first()
    if phase is None:
        raise Http404
    phase.game = game
    structlog.contextvars.bind_contextvars(phase=phase.code)
    return phase


def mapped_phase_or_404(slug: str, code: str, key: str) -> Phase:
    """The resolved phase whose map is at an address with the key of its game, whoever asks."""
    game = Game.objects.filter(slug=slug).first()
    if game is None or game.map_key is None or not secrets.compare_digest(key, game.map_key):
        raise Http404
    phase = phase_or_404(found(game), code)
    if not may_read_orders(phase):
        raise Http404
    return phase


def superseded_or_404(game: Game, code: str, number: int) -> Phase:
    """A phase that was rolled back: it counts no more and can be read."""
    superseded = game.phases.filter(status=Phase.Status.SUPERSEDED)
    phase = superseded.filter(code=code, number=number).first()
    if phase is None:
        raise Http404
    phase.game = game
    structlog.contextvars.bind_contextvars(phase=phase.code)
    return phase


def may_read_orders(phase: Phase) -> bool:
    """Orders are everyone's once the phase was resolved; until then each seat sees its own. Those
    of a phase that was rolled back, or in which the game ended, before that are nobody's."""
    return phase.resolved_at is not None


def sees_who_is_in(viewer: Viewer, game: Game) -> bool:
    """Whether `viewer` may see whether (never what) other powers have ordered."""
    return game.orders_watched_by == Game.Watch.EVERYONE or is_master(viewer, game)

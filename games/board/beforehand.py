"""Draws the maps of resolved phases before anybody asks for them, as strangers see them.

Nothing depends on it: a picture that was not drawn, or was lost, is drawn for its first reader.
"""

import time
from collections.abc import Iterator
from subprocess import SubprocessError

import structlog
from django.core.cache import cache

from accounts import reader_locale

from ..models import Game, Phase
from . import pictures, png

logger = structlog.get_logger(__name__)

MOST = 20  # pictures of a round, so that a crowd of deadlines delays no mail
SECONDS = 10  # after which a round ends
_CLAIM = "maps.drawing"
_CLAIM_SECONDS = SECONDS + 2 * png.SECONDS  # a round that was killed blocks the others no longer
_NEWEST = "maps.newest_drawn"


def draw_newest() -> int:
    """Draw the maps of the phases resolved since the last round; return how many were drawn.

    One round runs at a time. What it leaves out is drawn when somebody asks for it.
    """
    if not cache.add(_CLAIM, True, _CLAIM_SECONDS):
        return 0
    end = time.monotonic() + SECONDS
    drawn = 0
    try:
        for phase in _newest():
            if time.monotonic() > end:
                break
            drawn += _draw(phase)
    finally:
        cache.delete(_CLAIM)
    return drawn


def _newest() -> Iterator[Phase]:
    """The public phases resolved since the last round, newest first.

    The next phase of a game is stored with the resolution, so the highest keys lead to them.
    """
    followers = Phase.objects.filter(pk__gt=cache.get(_NEWEST, 0)).order_by("-pk")[:MOST]
    newest = list(followers.values_list("pk", "game", "number"))
    if newest:
        cache.set(_NEWEST, newest[0][0], timeout=None)
    public = Phase.objects.resolved().filter(game__visibility=Game.Visibility.PUBLIC)
    for _key, game, number in newest:
        yield from public.filter(game=game, number=number - 1).select_related("game")


def _draw(phase: Phase) -> bool:
    """Draw the map of a resolved phase in the language of its game, unless there is one."""
    with reader_locale.override(None, language=phase.game.language):
        orders = phase.orders.select_related("seat")
        document = pictures.document(phase, orders, is_kept=False)
    name = pictures.content_name(document, png.WIDTH)
    if pictures.cached_png(name) is not None:
        return False
    try:
        pictures.draw_png(name, document, png.WIDTH)
    except SubprocessError as error:
        logger.warning("map_not_drawn", phase=phase.pk, error=type(error).__name__)
        return False
    return True

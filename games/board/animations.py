"""Animations of finished games: asked for on the page of the replay, drawn by a task, kept.

The row of `Animation` is the state. A worker claims it under a lease in a short transaction and
draws outside of any; if it dies, another one begins again when the lease has run out. Only finished
games have one: all that it shows is public to those who see the game, and it names nobody.
"""

import datetime as dt
import hashlib
import json
from collections import Counter
from collections.abc import Sequence

import structlog
from django.core.cache import cache
from django.db import connection, transaction
from django.utils.http import quote_etag

from accounts import clock, reader_locale
from adjudicator.terms import PhaseType

from .. import wording
from ..models import Animation, Game, Phase
from ..state import positions
from ..wording import endings
from . import animation, pictures

log = structlog.get_logger(__name__)

SHOWN = (Phase.Status.RESOLVED, Phase.Status.FINAL)
KEPT = 200  # the newest ones, at most 600 MB
GIVEN_UP_FOR = dt.timedelta(days=1)  # then it can be asked for again
LEASE = dt.timedelta(minutes=10)  # longer than CELERY_TASK_TIME_LIMIT
PAUSE = dt.timedelta(minutes=1)  # after an error
MOST_ATTEMPTS = 3
_CLAIM = "animations.drawing"
_CLAIM_SECONDS = 2 * animation.SECONDS  # a worker that was killed blocks the others no longer


def shown_phases(game: Game) -> list[Phase]:
    """The phases of the animation of a game, oldest first."""
    return frames_of(list(game.phases.filter(status__in=SHOWN).order_by("number")))


def frames_of(rows: Sequence[Phase]) -> list[Phase]:
    """The resolved phases, and the final position, that an animation shows of `rows`.

    A very long game is shown by its movement phases and its end, and by the last of these.
    """
    if len(rows) > animation.MOST_FRAMES:
        rows = [row for row in rows if row.type is PhaseType.MOVEMENT or row is rows[-1]]
    return list(rows[-animation.MOST_FRAMES :])


def can_have_one(game: Game, rows: Sequence[Phase]) -> bool:
    """Whether the game is over: what a running game shows is still to change."""
    return game.status == Game.Status.FINISHED and bool(rows)


def digest(game: Game, rows: Sequence[Phase]) -> str:
    """A name of what an animation of the game shows, if it has one."""
    ended_at = game.ended_at.isoformat() if game.ended_at else ""
    ended = [game.title, game.language, game.ending, ended_at]
    phases = [[row.pk, row.code, row.status] for row in rows]
    content = json.dumps([animation.MAKER, ended, phases])
    return hashlib.sha256(content.encode()).hexdigest()


def animation_of(game: Game, rows: Sequence[Phase]) -> Animation | None:
    """The animation of a finished game without its content; None unless it shows `rows`."""
    if not can_have_one(game, rows):
        return None
    return Animation.objects.defer("content").filter(game=game, shows=digest(game, rows)).first()


def content_of(game: Game) -> Animation | None:
    """The animation of a game with its content; None without one that is made and still right."""
    rows = shown_phases(game)
    if not can_have_one(game, rows):
        return None
    made = Animation.objects.filter(game=game, made_at__isnull=False)
    return made.filter(shows=digest(game, rows)).first()


def ask(game: Game) -> None:
    """Have the animation drawn, in place of one of before. Asking again changes nothing."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        rows = shown_phases(game)
        if not can_have_one(game, rows):
            return
        shows, now = digest(game, rows), clock.now()
        if Animation.objects.filter(game=game, shows=shows).exists():
            return
        Animation.objects.filter(game=game).delete()
        Animation.objects.create(game=game, shows=shows, asked_at=now, draw_at=now)


def draw_next() -> bool:
    """Draw the animation that is due longest; return whether one was stored.

    One at a time on the whole site, so that a crowd of them delays mails by that of one at most:
    a small site has a single worker for both.
    """
    if not cache.add(_CLAIM, True, _CLAIM_SECONDS):
        return False
    try:
        row = claim()
        return row is not None and _draw(row)
    finally:
        cache.delete(_CLAIM)


def claim() -> Animation | None:
    """Lease the animation that is due longest; None if none is due.

    One that was tried too often is given up. This is decided before the attempt, because it may be
    one that kills every worker that tries it.
    """
    skip = connection.features.has_select_for_update_skip_locked
    now = clock.now()
    while True:
        with transaction.atomic():
            due = Animation.objects.defer("content").filter(draw_at__lte=now)
            due = due.select_for_update(of=("self",), skip_locked=skip)
            row = due.order_by("draw_at", "pk").first()
            if row is None:
                return None
            given_up = row.attempts >= MOST_ATTEMPTS
            row.draw_at = None if given_up else now + LEASE
            row.attempts += 1
            row.save(update_fields=["draw_at", "attempts"])
        if not given_up:
            return row
        log.error("animation_given_up", animation=row.pk)


def etag_of(row: Animation) -> str:
    """The `ETag` of a drawn animation, the same on pages and in the API."""
    return quote_etag(f"{row.shows}-{row.pk}")


def _draw(row: Animation) -> bool:
    """Draw and store a claimed animation; return whether it was stored."""
    ours = Animation.objects.filter(pk=row.pk, draw_at=row.draw_at)
    game = row.game
    rows = shown_phases(game)
    if not can_have_one(game, rows) or digest(game, rows) != row.shows:
        ours.delete()  # the game goes on, or shows something else now
        return False
    try:
        content = animation.webp(frames(game, rows))
    except Exception as error:  # never its text, which could quote what people typed
        log.error("animation_failed", attempts=row.attempts, error=type(error).__name__)
        ours.update(draw_at=clock.now() + PAUSE)
        return False
    log.info("animation_made", game=game.slug, size=len(content))
    stored = ours.update(content=content, size=len(content), made_at=clock.now(), draw_at=None)
    return bool(stored)


def frames(game: Game, rows: Sequence[Phase]) -> list[animation.Frame]:
    """The frames of an animation in the language of the game, with the orders and results."""
    found = []
    with reader_locale.override(None, language=game.language):
        for row in rows:
            row.game = game
            orders = row.orders.select_related("seat") if row.status != Phase.Status.FINAL else ()
            document = pictures.document(row, orders, is_kept=False)
            title = f"{game.title}: {wording.phase(row)}"
            ended = endings.sentence(game) if row.status == Phase.Status.FINAL else ""
            found.append(animation.Frame(document, title, ended or _centers(row)))
    return found


def _centers(row: Phase) -> str:
    """Numbers of centers, the highest first: “England 6, France 5”."""
    counts = Counter(positions.stored(row).owners.values())
    several = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{wording.power(power)} {number}" for power, number in several)


def delete_old() -> None:
    """Delete what was given up a day ago, what cannot be shown any more, and all but the newest."""
    before = clock.now() - GIVEN_UP_FOR
    Animation.objects.filter(made_at=None, asked_at__lte=before).delete()
    Animation.objects.exclude(game__status=Game.Status.FINISHED).delete()
    made = Animation.objects.filter(made_at__isnull=False)
    newest = list(made.order_by("-made_at", "-pk").values_list("pk", flat=True)[:KEPT])
    made.exclude(pk__in=newest).delete()

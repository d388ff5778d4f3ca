"""Answers to the open pages of a game, which ask again and again for anything new."""

import datetime as dt

from django.utils.crypto import salted_hmac

from accounts import clock
from accounts.models import User

from ... import access
from ...lifecycle import joining_time
from ...models import Event, Game, Phase
from ...state import phases
from ...wording import events
from ...wording.events import NEWS_KINDS

LiveState = dict[str, str | int | float | None]
"""The state of a live game as its pages compare it, and the numbers that they show.

`state` are 32 hexadecimal digits that change when the reader's page is no longer current, or empty
if the game is not live now. `phase` is the number of the open phase. `left` are the seconds until
it ends, or until the joining time; None if nothing is due within a day.
"""

# A vote is no news for a weekly game, but soon over in a live one.
LIVE_KINDS = NEWS_KINDS | {
    Event.Kind.VOTE_MADE,
    Event.Kind.STALEMATE,
    Event.Kind.VOTE_PASSED,
    Event.Kind.VOTE_FAILED,
    Event.Kind.VOTE_WITHDRAWN,
}
LONGEST_COUNTDOWN = dt.timedelta(days=1)


def news_digest(reader: User, game: Game) -> str:
    """Return 32 hexadecimal digits that change when the reader can see more news of the game.

    They depend only on what the reader may see. The key of the newest event would not do: between
    two of them a reader could count the secret events of the whole site. Events are append-only,
    so their number tells whether there are new ones.
    """
    number = events.public_events(game).filter(kind__in=NEWS_KINDS).count()
    return _digest("games.news_digest", reader, game, number)


def live_state(reader: access.Viewer, game: Game) -> LiveState:
    """Return the state of a game that has, or had, a joining time."""
    phase = None if game.in_lobby else phases.current(game)
    if game.in_lobby:
        state = _digest("games.live_lobby", reader, game, *_lobby_marks(game))
        left = None if joining_time.has_come(game) else _left(game.starts_at)
        return {"state": state, "phase": 0, "left": left}
    if phase is None or not phase.settings.is_live:
        return {"state": "", "phase": 0, "left": None}
    state = _digest("games.live_state", reader, game, *_phase_marks(game, phase))
    return {"state": state, "phase": phase.number, "left": _left(phase.due_at)}


def _lobby_marks(game: Game) -> list[object]:
    """Parts of a lobby that its page shows: who waits, who is there, whether the time has come."""
    entries = game.entries.order_by("pk")
    here = [(entry.pk, joining_time.is_here(entry)) for entry in entries]
    return [here, joining_time.has_come(game), game.lobby_closes_at <= clock.now()]


def _phase_marks(game: Game, phase: Phase) -> list[object]:
    """Parts of a game that its page shows to everybody, without orders and readiness."""
    number = events.public_events(game).filter(kind__in=LIVE_KINDS).count()
    return [game.status, phase.pk, phase.due_at and phase.due_at.isoformat(), number]


def _left(moment: dt.datetime | None) -> float | None:
    """The seconds until a moment; None without one, or if it is far away."""
    if moment is None:
        return None
    left = moment - clock.now()
    if left > LONGEST_COUNTDOWN:
        return None
    return round(max(left.total_seconds(), 0), 1)


def _digest(salt: str, reader: access.Viewer, game: Game, *marks: object) -> str:
    mark = ":".join(map(str, (reader.pk, game.pk, *marks)))
    return salted_hmac(salt, mark, algorithm="sha256").hexdigest()[:32]

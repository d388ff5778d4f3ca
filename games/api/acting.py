"""Acts in the open phase of a game: which phase a body names, and why an act is refused."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _

from accounts import clock

from .. import wording
from ..core import previews
from ..core.errors import (
    NeedsConfirmation,
    PageOutdated,
    Refused,
    SheetRefused,
)
from ..deadlines import open_phase
from ..models import Game, Phase
from ..state import phases
from .problems import Problem


def phase_to_act_in(game: Game, code: str) -> Phase:
    """The phase of `game` with this code, which has to be open and not due.

    Raises `Problem`: 409 with the open phase if it is over, or because no phase is open; 422 for a
    code that the game lacks.
    """
    counting = game.phases.not_superseded().select_related("settings")
    phase = counting.filter(code=code).first() if _is_code(code) else None
    if phase is None:
        text = _no_phase(code)
        raise Problem(422, "unknown_phase", text, field="phase", open_phase=_open_code(game))
    phase.game = game
    if not phase.is_open:
        current_phase(game)  # raises `Problem` in a game without an open phase
    with acting_in(game):
        open_phase.must_be_open(phase)
    return phase


def phase_of_address(game: Game, code: str) -> Phase:
    """The phase of `game` with the code in an address. Raises `Problem` if there is none."""
    phase = game.phases.not_superseded().filter(code=code).first()
    if phase is None:
        raise Problem(404, "unknown_phase", _no_phase(code))
    phase.game = game
    return phase


def _no_phase(code: str) -> str:
    return _("This game has no phase “%(code)s”.") % {"code": wording.truncated(code)}


def _is_code(code: str) -> bool:
    """Whether a text can be the code of a phase; others, with a NUL say, reach no database."""
    return code.isascii() and code.isalnum() and len(code) == 6


def current_phase(game: Game) -> Phase:
    """The open phase of `game`. Raises `Problem` without one."""
    phase = phases.current(game)
    if phase is None:
        raise Problem(409, "no_open_phase", _("This game isn’t in progress."), open_phase=None)
    phase.game = game
    return phase


def must_be_confirmed(*questions: str, confirmed: bool) -> None:
    """Raise `NeedsConfirmation` if an act has consequences that its caller has not confirmed.

    Of the `questions`, those that do not apply are empty.
    """
    asked = " ".join(filter(None, questions))
    if asked and not confirmed:
        raise NeedsConfirmation(asked)


def must_be_confirmed_in(
    phase: Phase, question: str, *, about: Sequence[object], confirmed: bool, seen: str, **more: Any
) -> None:
    """Raise `Problem` for an act in `phase` that its caller has not confirmed.

    Its `seen` is the digest of the phase and of `about`, which is the act and what else its outcome
    depends on. `more` are further members of the answer.

    Raises `PageOutdated` if another question was confirmed.
    """
    known = previews.digest(phase.pk, *about)
    if not confirmed:
        now = _open_code(phase.game)
        raise Problem(
            409,
            "needs_confirmation",
            question,
            phase=phase.code,
            seen=known,
            open_phase=now,
            **more,
        )
    if not secrets.compare_digest(seen.encode(), known.encode()):
        text = _("Ask again without “confirmed”, and send the new “seen”: something has changed.")
        raise PageOutdated(text)


def house_rules_problem(game: Game, question: str) -> Problem:
    """The answer to a person who has not accepted the house rules, with these rules."""
    return Problem(409, "needs_confirmation", question, house_rules=game.house_rules)


def house_rules_must_be_accepted(game: Game, *, accepted: bool) -> None:
    """Raise `Problem` for a person who takes a seat without having accepted the house rules."""
    if game.house_rules and not accepted:
        question = _("Read and accept the house rules to join this game.")
        raise house_rules_problem(game, question)


@contextmanager
def acting_in(game: Game) -> Iterator[None]:
    """Turn a refusal by a use case into a problem that names the phase that is open now."""
    try:
        yield
    except SheetRefused:
        raise
    except PageOutdated as refusal:
        raise Problem(409, "outdated", str(refusal), open_phase=_open_code(game)) from None
    except NeedsConfirmation as refusal:
        raise Problem(
            409, "needs_confirmation", str(refusal), open_phase=_open_code(game)
        ) from None
    except Refused as refusal:
        raise Problem(409, "refused", str(refusal), open_phase=_open_code(game)) from None


def _open_code(game: Game) -> str | None:
    """The code of the phase that takes orders now; None if none does."""
    phase = phases.current(game)
    return phase.code if phase is not None and not phase.is_due(clock.now()) else None


def orders_must_be_allowed(phase: Phase) -> None:
    """Raise `Problem` if programs of players may not order in the game of `phase`."""
    if not phase.settings.orders_by_key:
        raise _no_acts_by_key()


def _no_acts_by_key() -> Problem:
    text = _("In this game, programs may not act for players. Use the page of the game.")
    return Problem(403, "game_refuses_keys", text)


def orders_must_be_allowed_in(game: Game) -> None:
    """Raise `Problem` as `orders_must_be_allowed`, for acts of a player outside the open phase."""
    phase = phases.current(game)
    settings = phase.settings if phase is not None else game.settings
    if settings is not None and not settings.orders_by_key:
        raise _no_acts_by_key()


def press_must_be_allowed(game: Game) -> None:
    """Raise `Problem` if programs of players may not send messages in `game`."""
    phase = phases.current(game)
    settings = phase.settings if phase is not None else game.settings
    if settings is not None and not settings.press_by_key:
        text = _("In this game, programs may not send messages. Use the page of the game.")
        raise Problem(403, "game_refuses_keys", text)

"""The part of a game's page about an end that can still be undone."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User

from ... import access, wording
from ...lifecycle import provisional
from ...models import Game, Phase, Seat
from ...wording import endings


@dataclass(frozen=True)
class ProvisionalEnd:
    """An end that can still be undone.

    `accepted` are the powers whose players have accepted the result; `missing` is the number of
    those that have not. `asked` is the reader's seat, if they can accept it now. `reopen_url` is
    empty for readers who cannot undo the end.
    """

    final_at: dt.datetime
    undone_by: str
    closed: str
    accepted: str
    missing: int
    asked: Seat | None
    reopen_url: str


def provisional_end(
    viewer: access.Viewer, game: Game, newest: Phase, held: Sequence[Seat]
) -> ProvisionalEnd | None:
    """The end of a game for its page; None unless it can be undone."""
    if game.final_at is None or not provisional.is_provisional(game):
        return None
    accepting = list(provisional.accepting_seats(newest))
    for seat in accepting:
        seat.game = game
    hands = {seat.hand for seat in held}
    missing = [seat for seat in accepting if not seat.accepts_end]
    return ProvisionalEnd(
        final_at=game.final_at,
        undone_by=_undone_by(game),
        closed=endings.closed_until_final(game),
        accepted=", ".join(wording.hand(seat) for seat in accepting if seat.accepts_end),
        missing=len(missing),
        asked=next((seat for seat in missing if seat.hand in hands), None),
        reopen_url=_reopen_url(viewer, game),
    )


def _undone_by(game: Game) -> str:
    if game.masterships.present().exists():
        return _("Until then the game master can undo the end.")
    return _("Until then an administrator of this site can undo the end.")


def _reopen_url(viewer: access.Viewer, game: Game) -> str:
    if not isinstance(viewer, User):
        return ""
    if not (access.is_master(viewer, game) or access.may_administer(viewer, game)):
        return ""
    return reverse("games:master_reopen", args=[game.slug])

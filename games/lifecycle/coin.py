"""The coin that decides which person commands a power that nobody plays at first.

Chance is the site's: the rules know only when the power joins (see `adjudicator.setups.Coin`).
"""

import datetime as dt
import secrets
from collections.abc import Mapping

from adjudicator.terms import PhaseCode

from ..models import Game, Seat, Tenure
from ..state import variants


def toss_if_due(
    game: Game,
    following: PhaseCode,
    seats: Mapping[str, Seat],
    *,
    now: dt.datetime,
    won_by: int | None = None,
) -> Seat | None:
    """Toss the coin of the set-up if `following`, the next phase, comes after it.

    It is tossed once a game, even if the phases before are played again: the result is a column of
    the game. The power joins the hand that wins it; if that hand is lent or in civil disorder, so
    is the power. `seats` are all of the game, by power; `won_by` is the hand that has won the coin
    of a game that was played elsewhere. Returns the seat of the power, None without
    a toss. To be called in the transaction that resolves the phase.
    """
    setup = variants.setup_of(game)
    if setup.coin is None or game.coin_hand is not None or following < setup.coin.tossed:
        return None
    hand = secrets.randbelow(len(setup.players)) if won_by is None else won_by
    game.coin_hand = hand
    game.save(update_fields=["coin_hand"])
    won, winning = seats[setup.coin.power], seats[setup.players[hand][0]]
    won.hand = hand
    won.disorder_since, won.lent_until = winning.disorder_since, winning.lent_until
    won.save(update_fields=["hand", "disorder_since", "lent_until"])
    for tenure in Tenure.objects.current().filter(seat=winning):
        Tenure.objects.create(
            seat=won,
            person=tenure.person,
            since=now,
            stands_in_for=tenure.stands_in_for,
            lets_master_order=tenure.lets_master_order,
        )
    return won

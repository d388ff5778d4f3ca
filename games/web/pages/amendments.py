"""The page on which new house rules are proposed, and who may do so."""

from collections.abc import Sequence

from ...models import Game, Seat


def may_propose(game: Game, held: Sequence[Seat], *, is_master: bool, has_master: bool) -> bool:
    """Whether a reader may propose an amendment: a game master, or a player while none can act."""
    return game.is_running and not game.practice and (is_master or (bool(held) and not has_master))

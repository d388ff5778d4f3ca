"""Set-ups and boards of games. Everything that depends on the board of a game takes it from here.

A set-up has a board of the rules; `board.geometry` has the drawn one of the same name.
"""

from collections.abc import Mapping

from adjudicator import SETUPS, Board, Position, Setup, load_setup, opening
from adjudicator.setups import STANDARD

from ..models import Game


def setup_of(game: Game) -> Setup:
    return load_setup(game.setup)


def offered_setups() -> list[str]:
    """Return the names of all set-ups: the standard one first, then those for the most people."""

    def rank(name: str) -> tuple[bool, int]:
        return name != STANDARD, -len(load_setup(name).players)

    return sorted(SETUPS, key=rank)


def table_sizes() -> Mapping[str, int]:
    """Return the number of people that each set-up is for, by its name."""
    return {name: len(load_setup(name).players) for name in SETUPS}


def most_centers() -> int:
    """Return the number of centers on the board that has the most."""
    return max(len(load_setup(name).board.centers) for name in SETUPS)


def start_position(setup: str) -> Position:
    """Return the position at the beginning of a set-up. Raises `KeyError` for an unknown name."""
    if setup not in SETUPS:
        raise KeyError(setup)
    return opening(load_setup(setup))


def played_powers(setup: str) -> list[str]:
    """Return the powers of a set-up that somebody plays from its beginning on, in its order."""
    known = load_setup(setup)
    return [power for power in known.powers if power not in known.neutral]


def powers_of_hand(game: Game, hand: int) -> tuple[str, ...]:
    """Return the powers that one person plays, with the one that came to them by the coin."""
    setup = setup_of(game)
    won = (setup.coin.power,) if setup.coin and game.coin_hand == hand else ()
    powers = {*setup.players[hand], *won}
    return tuple(power for power in setup.powers if power in powers)


def unplayed(setup: Setup, position: Position | None) -> frozenset[str]:
    """Return the powers that no player can be named for in a game that is taken over.

    Once the coin is tossed somebody has its power, though it does not move before the next phase.
    """
    if position is None:
        return setup.neutral
    coin = setup.coin
    tossed = {coin.power} if coin and position.phase >= coin.tossed else set()
    return position.neutral - tossed


def counts_together(game: Game) -> bool:
    """Whether the centers of all powers of a player count together."""
    if game.solo_of == Game.SoloOf.SETUP:
        return setup_of(game).together
    return game.solo_of == Game.SoloOf.PLAYER


def solo_centers(game: Game) -> int:
    """Return the number of centers that win the game."""
    return game.solo_centers or setup_of(game).victory


def board_of(game: Game) -> Board:
    return setup_of(game).board

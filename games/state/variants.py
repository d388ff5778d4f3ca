"""Set-ups and boards of games. Everything that depends on the board of a game takes it from here.

A set-up has a board of the rules; `board.geometry` has the drawn one of the same name.
"""

from adjudicator import Board, Setup, load_setup

from ..models import Game


def setup_of(game: Game) -> Setup:
    return load_setup(game.setup)


def board_of(game: Game) -> Board:
    return setup_of(game).board

"""Set-ups and boards of games. Everything that depends on the board of a game takes it from here.

A set-up names its map. The rules have a board of that name, and `board.geometry` the drawn one.
"""

from adjudicator import Board, Setup, load_board, load_setup

from ..models import Game


def setup_of(game: Game) -> Setup:
    return load_setup(game.setup)


def board_of(game: Game) -> Board:
    return load_board(setup_of(game).map)

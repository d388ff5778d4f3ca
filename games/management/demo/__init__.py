"""The demo site: one game in its lobby, one in the middle, one finished, and their players.

`games.jsonl` has the orders of two games that people played on droidippy, as published in
github.com/zond/godip-history: `finished` is its game_2433, won by Germany in 1908; `middle` is its
game_2808 up to the fall of 1905. The messages are invented. Everything else is made by the
site: orders and messages go through the same code as in any game.
"""

from .cast import PASSWORD, games, is_filled, is_inhabited, people, waits_for_one
from .past import fill

__all__ = [
    "PASSWORD",
    "fill",
    "games",
    "is_filled",
    "is_inhabited",
    "people",
    "waits_for_one",
]

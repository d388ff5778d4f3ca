"""A site to look at: one game in its lobby, one in the middle, one finished, and who plays them.

`games.jsonl` has the orders of two games that people played on droidippy, as published in
github.com/zond/godip-history: `finished` is its game_2433, won by Germany in 1908; `middle` is its
game_2808 up to the fall of 1905. The letters are ours. Everything else is what the site makes of
them: they go through the same code as in a game that is played.
"""

from .cast import PASS_PHRASE, games, is_filled, is_inhabited, people, waits_for_one
from .past import fill

__all__ = [
    "PASS_PHRASE",
    "fill",
    "games",
    "is_filled",
    "is_inhabited",
    "people",
    "waits_for_one",
]

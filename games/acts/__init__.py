"""What a game master may do at the desk: each act is a form on a page of its own."""

from .act import Act
from .clock import Extend, Process, Start, Stop
from .ending import Close, Draw
from .letters import HideLetter, ShowLetter
from .maps import HideMaps, ShowMaps
from .people import Announce, Disorder, Leave, Welcome
from .repair import Correct, RollBack

# By the last part of their addresses, in the order in which they stand at the desk.
OF_THE_CLOCK: dict[str, type[Act]] = {
    "extend": Extend,
    "pause": Stop,
    "unpause": Start,
    "process": Process,
}
OF_THE_GAME: dict[str, type[Act]] = {
    "announce": Announce,
    "correct": Correct,
    "back": RollBack,
    "draw": Draw,
    "close": Close,
}
OF_MAPS: dict[str, type[Act]] = {"show_maps": ShowMaps, "hide_maps": HideMaps}
OF_MASTERS: dict[str, type[Act]] = {"add": Welcome, "leave": Leave}

__all__ = [
    "OF_MAPS",
    "OF_MASTERS",
    "OF_THE_CLOCK",
    "OF_THE_GAME",
    "Act",
    "Disorder",
    "HideLetter",
    "ShowLetter",
]

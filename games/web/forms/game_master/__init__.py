"""Actions of a game master, each a form on a page of its own."""

from .action import Action
from .beginning import AssignPowers, DeleteGame
from .clock import EndPause, PauseGame, ProcessNow, PutOffDeadline, ShortenExtension
from .corrections import CorrectPosition, RollBack
from .declared_players import ChangeDeclared, DeclarePlayer, LinkDeclared, WithdrawDeclared
from .ending import CloseGame, EndAsDraw, ReopenGame
from .maps import HideMaps, ShowMaps
from .messages import CommentOnTurn, HideMessage, ShowMessage
from .people import AddMaster, Announce, DeclareDisorder, LayDownMastership, Nudge, RemoveMaster
from .publication import CorrectReading, PublishResults
from .titles import RenameGame

# By the last part of their addresses, in the order of the game master's page.
CLOCK_ACTIONS: dict[str, type[Action]] = {
    "extend": PutOffDeadline,
    "shorten": ShortenExtension,
    "pause": PauseGame,
    "unpause": EndPause,
    "process": ProcessNow,
}
PUBLICATION_ACTIONS: dict[str, type[Action]] = {"publish": PublishResults}
GAME_ACTIONS: dict[str, type[Action]] = {
    "announce": Announce,
    "comment": CommentOnTurn,
    "correct": CorrectPosition,
    "back": RollBack,
    "draw": EndAsDraw,
    "close": CloseGame,
    "reopen": ReopenGame,
}
MAP_ACTIONS: dict[str, type[Action]] = {"show_maps": ShowMaps, "hide_maps": HideMaps}
TITLE_ACTIONS: dict[str, type[Action]] = {"rename": RenameGame}
# In the lobby, and partly later. A master finds them in the lobby, too.
LOBBY_ACTIONS: dict[str, type[Action]] = {
    "assign": AssignPowers,
    **TITLE_ACTIONS,
    "delete": DeleteGame,
}
MASTER_ACTIONS: dict[str, type[Action]] = {"add": AddMaster, "leave": LayDownMastership}

# On the game master's page, beside each power.
DECLARED_ACTIONS: dict[str, type[Action]] = {
    "declare": DeclarePlayer,
    "declared": ChangeDeclared,
    "undeclare": WithdrawDeclared,
    "account": LinkDeclared,
}

# Not on the game master's page: administrators of the site find them in the administration.
OVERSIGHT_ACTIONS: dict[str, type[Action]] = {"dismiss": RemoveMaster}

__all__ = [
    "CLOCK_ACTIONS",
    "DECLARED_ACTIONS",
    "GAME_ACTIONS",
    "LOBBY_ACTIONS",
    "MAP_ACTIONS",
    "MASTER_ACTIONS",
    "OVERSIGHT_ACTIONS",
    "PUBLICATION_ACTIONS",
    "TITLE_ACTIONS",
    "Action",
    "CorrectReading",
    "DeclareDisorder",
    "HideMessage",
    "Nudge",
    "ShowMessage",
]

"""The client of players: the methods about all subjects."""

from .account import AccountMethods
from .clubs import ClubMethods
from .games import GameMethods
from .invitations import InvitationMethods
from .lobby import LobbyMethods
from .news import NewsMethods
from .orders import OrderMethods
from .practice import PracticeMethods
from .press import PressMethods
from .seats import SeatMethods
from .statistics import StatisticsMethods
from .tournaments import TournamentMethods
from .votes import VoteMethods


class Client(
    AccountMethods,
    NewsMethods,
    GameMethods,
    OrderMethods,
    VoteMethods,
    PressMethods,
    LobbyMethods,
    SeatMethods,
    InvitationMethods,
    PracticeMethods,
    StatisticsMethods,
    TournamentMethods,
    ClubMethods,
):
    """The API as the owner of `key`.

    `url` is the address of the site, without a path, or the base address of its API, which ends in
    `/api/v1`. Sentences come in `language`; without one, in that of the owner. Reads that the site
    puts off are sent again at the time that it tells, if this is at most `patience` seconds away;
    writes never are. `timeout` is in seconds.
    """

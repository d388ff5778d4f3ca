"""Client of the API for game masters: the methods of `Client`, and those to run a game.

    client = MasterClient("https://entente.example", key)
    read = client.master("the-balkan-table")
    client.extend("the-balkan-table", seen=read["time"]["deadline"], days=2)

The key needs the scope `master`. Moments are texts with a zone, such as `2027-03-01T18:00:00Z`.
`seen` is the deadline that the program knows: an act that is sent twice is refused. Acts on the
clock return the new one, whose `deadline` is the next `seen`.

Acts that the site asks about need `confirmed=True`. Without it, they raise `ApiError` with the code
`needs_confirmation`, whose sentence has the consequences. Those that end or correct a game, or undo
its end, also need the `seen` of that problem, which has a preview of a correction. Methods without
an answer of their own return a sentence.
"""

from ..client import Client
from .clock import ClockMethods
from .games import MasterGameMethods
from .lobby import MasterLobbyMethods
from .phases import MasterPhaseMethods
from .publicity import PublicityMethods
from .seats import MasterSeatMethods


class MasterClient(
    Client,
    MasterGameMethods,
    ClockMethods,
    MasterLobbyMethods,
    MasterSeatMethods,
    MasterPhaseMethods,
    PublicityMethods,
):
    """The API as a game master, the owner of `key`."""

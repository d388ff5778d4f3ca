"""Client of the API of an Entente site, for Python 3.11 and later; needs nothing else.

    client = Client("https://entente.example", key)
    for game in client.games(mine=True):
        print(game["title"], game["phase"], game["due_at"])

`MasterClient` has the methods of game masters too. Answers are dictionaries, whose fields are in
the modules of `entente_client.types`. Moments in them are texts such as `2027-03-01T18:00:00Z`,
which `datetime.fromisoformat` reads.

Each method raises `ApiError` if the site refuses the request, and `OSError` if it does not answer.
"""

from .client import Client
from .master import MasterClient
from .news import News
from .transport import ApiError

__all__ = ["ApiError", "Client", "MasterClient", "News"]

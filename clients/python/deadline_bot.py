"""Example of a Discord bot: it posts each new phase and deadline of games, and takes no orders.

    ENTENTE_KEY=entente_… DISCORD_WEBHOOK=https://discord.com/api/webhooks/… \
        python deadline_bot.py https://entente.example the-balkan-table

The key belongs to somebody who plays or masters the games, and needs no scope but `read`. The bot
posts only what everyone who sees a game can see. In Discord, *Edit Channel*, *Integrations*,
*Webhooks* makes the address; it is as secret as the key.
"""

import datetime as dt
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable

from entente_client import ApiError, Client
from entente_client.types.games import Game

AFTER_FAILURE = 60.0  # seconds
TIMEOUT = 30.0
# Discord refuses the name of Python's own library.
AGENT = "DiscordBot (https://entente.example, 1.0)"


def announcement(url: str, game: Game) -> str:
    """The text to post about the open phase of a game; empty if it waits for no deadline."""
    deadline = game["time"] and game["time"]["deadline"]
    if not deadline:
        return ""
    second = int(dt.datetime.fromisoformat(deadline).timestamp())
    # Discord shows these moments in the zone of each reader.
    when = f"<t:{second}:F> (<t:{second}:R>)"
    page = f"{url}/games/{game['slug']}/"
    return f"**{game['title']}**, {game['phase_name']}: orders until {when}\n{page}"


def post(webhook: str, text: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
    """Post to a channel. A name in the text calls nobody. Raises `OSError` if it fails."""
    body = json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode()
    headers = {"Content-Type": "application/json", "User-Agent": AGENT}
    request = urllib.request.Request(webhook, body, headers)
    try:
        urllib.request.urlopen(request, timeout=TIMEOUT).close()
    except urllib.error.HTTPError as error:
        if error.code != 429:
            raise
        sleep(float(error.headers.get("Retry-After", AFTER_FAILURE)))
        urllib.request.urlopen(request, timeout=TIMEOUT).close()


class Bot:
    """A bot for the games with these slugs. `posted` has the last text about each of them."""

    def __init__(self, client: Client, webhook: str, slugs: list[str]) -> None:
        self.client, self.webhook, self.slugs = client, webhook, slugs
        self.posted: dict[str, str] = {}
        self.etag: str | None = None

    def look(self) -> float:
        """Post what is new; return the seconds until the next look."""
        news = self.client.news(self.etag)
        for each in news.games or []:
            if each["slug"] in self.slugs:
                self._tell(self.client.game(each["slug"]))
        self.etag = news.etag  # only now: after a failure the next look posts the rest
        return news.wait

    def _tell(self, game: Game) -> None:
        text = announcement(self.client.url, game)
        if text and self.posted.get(game["slug"]) != text:
            post(self.webhook, text)
            self.posted[game["slug"]] = text


def main(url: str, *slugs: str) -> None:
    client = Client(url, os.environ["ENTENTE_KEY"])
    if unknown := set(slugs) - {game["slug"] for game in client.games(mine=True)}:
        sys.exit(f"You don't play, master or wait in: {', '.join(sorted(unknown))}")
    bot = Bot(client, os.environ["DISCORD_WEBHOOK"], list(slugs))
    while True:
        try:
            time.sleep(bot.look())
        except ApiError as error:
            if error.status in (401, 404):  # the key or a game is wrong
                sys.exit(str(error))
            print(error, file=sys.stderr, flush=True)
            time.sleep(error.retry_after or AFTER_FAILURE)
        except OSError as error:  # the site or Discord does not answer
            print(type(error).__name__, file=sys.stderr, flush=True)
            time.sleep(AFTER_FAILURE)


if __name__ == "__main__":
    if len(sys.argv) < 3 or not {"ENTENTE_KEY", "DISCORD_WEBHOOK"} <= os.environ.keys():
        sys.exit(__doc__)
    main(*sys.argv[1:])

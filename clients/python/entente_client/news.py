"""The method about news of your games, which programs ask for again and again."""

import datetime as dt
from dataclasses import dataclass
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import cast

from .transport import Requests
from .types import news as types

SHORTEST, LONGEST = 5.0, 60.0  # seconds from one look at the news to the next


@dataclass(frozen=True)
class News:
    """News of your unfinished games. `games` is None if the answer is a 304.

    Ask again after `wait` seconds.
    """

    games: list[types.GameNews] | None
    etag: str
    wait: float


class NewsMethods(Requests):
    _pause = LONGEST  # as the last answer with news told it

    def news(self, etag: str | None = None) -> News:
        """A state for each of your games, which changes when you can see more.

        `etag` comes from the last answer; if it still matches, `games` is None. Ask again
        after `wait` seconds, not sooner.
        """
        answer = self._ask("GET", "/news", headers={"If-None-Match": etag} if etag else {})
        found = cast("types.News | None", answer.body)
        if found is not None:
            self._pause = _seconds_until(found["next_look_at"], answer.headers)
        return News(found and found["games"], answer.headers["ETag"], self._pause)


def _seconds_until(moment: str, headers: Message) -> float:
    """The seconds from the answer to `moment`, by the clock of the site."""
    answered = parsedate_to_datetime(headers["Date"])
    told = (dt.datetime.fromisoformat(moment) - answered).total_seconds()
    return min(max(told, SHORTEST), LONGEST)

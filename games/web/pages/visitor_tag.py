"""The version of a game's page for a visitor, by which a browser asks whether its copy still holds.

Only visitors who have not signed in get one: browsers keep no page of a signed-in person.
"""

import hashlib
import secrets

from django.http import HttpRequest

from accounts import clock

from .game import GameReading
from .shared_parts import LIFETIME

# A page is never confirmed that another release may have made.
_RUN = secrets.token_hex(8)


def has_tag(reading: GameReading) -> bool:
    """Whether the page is sent with its tag: it counts no seconds down and shows no open vote."""
    newest = reading.newest
    is_counting_down = newest.is_open and newest.settings.is_live
    return not is_counting_down and not reading.marks.has_votes


def visitor_tag(request: HttpRequest, reading: GameReading) -> str:
    """Return the weak ETag of the page of a begun game, as it is now.

    It counts all on which the page depends, except for what `has_tag` excludes. Cookies and
    languages count as the browser sent them: a form's token, a zone, a look and a message are of
    one browser.
    """
    # Not how often a seat has saved orders, which only its holder may know.
    seats = [(seat, now.has_ordered, now.ready_phase) for seat, now in reading.marks.seats.items()]
    depends_on = (
        reading.parts.version,
        reading.role.game.names_are_open,
        reading.marks.numbers,
        seats,
        request.headers.get("Cookie"),
        request.headers.get("Accept-Language"),
        request.build_absolute_uri(),
        int(clock.now().timestamp() // LIFETIME),
        _RUN,
    )
    return f'W/"{hashlib.blake2b(repr(depends_on).encode(), digest_size=16).hexdigest()}"'

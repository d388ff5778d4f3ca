"""All that the order form of a seat offers during a phase, as a page of its own.

It follows from the position and the rules, and is never made of stored orders. Half of a game's
page would consist of it, so browsers keep it: its address changes only with its content.
"""

import datetime as dt
import hashlib
from functools import cached_property

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from ... import wording
from ...board import pictures
from ...models import Phase, Seat
from ...state import variants
from .order_rows import SheetRow, offered_rows
from .shared_parts import SharedParts, part

CHOICES_KEPT = dt.timedelta(days=7)
"""The time for which a browser may keep the choices of a seat."""


ALL = "all"
"""Value of the parameter and the cookie by which a browser without scripts wants all choices."""


class OrderChoices:
    """The choices of a seat in a phase, in the language and notation of the reader.

    `parts` are those that all readers of the game share, if the page has them.
    """

    def __init__(self, phase: Phase, seat: Seat, parts: SharedParts | None = None) -> None:
        self.phase = phase
        self.seat = seat
        self._parts = parts

    @cached_property
    def rows(self) -> list[SheetRow]:
        """The rows of the form with nothing chosen."""
        name = f"rows of {self.seat.power}"
        return part(self._parts, name, lambda: offered_rows(self.phase, self.seat))

    @property
    def rows_html(self) -> SafeString:
        return mark_safe("".join(row.html for row in self.rows))  # noqa: S308 - of HTML alone

    @property
    def provinces(self) -> list[tuple[str, str]]:
        """Codes and names of all provinces, for people who type."""
        return wording.provinces(variants.board_of(self.phase.game))

    @property
    def map_places(self) -> dict[str, tuple[str, int, int]]:
        """Name and point on the map of each place, for the map's script."""
        return pictures.map_places(self.phase.game)

    @property
    def html(self) -> SafeString:
        return render_to_string("games/order_entry/choices.html", {"choices": self})

    @property
    def digest(self) -> str:
        """A digest of the content."""
        return part(self._parts, f"choices of {self.seat.power}", lambda: digest_of(self.html))

    @property
    def url(self) -> str:
        where = [self.phase.game.slug, self.phase.code, self.seat.power]
        return f"{reverse('games:order_choices', args=where)}?v={self.digest}"


def digest_of(html: str) -> str:
    return hashlib.blake2b(html.encode(), digest_size=12).hexdigest()


def wants_all_choices(request: HttpRequest) -> bool:
    """Whether a page must have all choices, because no script will load them.

    An answer to a form has them, so that it is never loaded again and keeps its errors.
    """
    wishes = request.GET.get("choices"), request.COOKIES.get(settings.CHOICES_COOKIE_NAME)
    return request.method != "GET" or ALL in wishes


def remember_wish(request: HttpRequest, answer: HttpResponse) -> None:
    """Let a browser that asked for all choices send this wish until it is closed."""
    if request.GET.get("choices") == ALL:
        name = settings.CHOICES_COOKIE_NAME
        answer.set_cookie(name, ALL, secure=settings.HTTPS, samesite="Lax")

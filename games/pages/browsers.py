"""What the page of notifications shows of the browsers in which a person is told."""

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import User

from ..models import Browser
from ..telling.pushes import browsers, switch


@dataclass(frozen=True)
class Browsers:
    """`key` is what a browser must know of the site; `this` the one that asks, if its person is
    told there; `number` counts all of theirs."""

    key: str
    this: Browser | None
    number: int

    @property
    def others(self) -> int:
        return self.number - (self.this is not None)


def of(request: HttpRequest) -> Browsers | None:
    """None where the site can tell browsers nothing. For who is signed in."""
    assert isinstance(request.user, User)
    if not switch.is_on():
        return None
    from ..telling.pushes import vapid  # needs a library that only the switch knows to be there

    number = browsers.of(request.user).count()
    return Browsers(vapid.public_key(), browsers.this(request), number)

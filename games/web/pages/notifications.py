"""Push notifications on the page of preferences: the browsers that get them."""

from dataclasses import dataclass

from accounts.requests import SignedInRequest

from ...models import Browser
from ...notifications.push import browsers, keys


@dataclass(frozen=True)
class PushBrowsers:
    """The browsers in which a person gets push notifications.

    `key` is the public VAPID key of the site, `this` the browser of the request if it is one of
    them, `number` how many there are.
    """

    key: str
    this: Browser | None
    number: int

    @property
    def others(self) -> int:
        return self.number - (self.this is not None)


def push_browsers(request: SignedInRequest) -> PushBrowsers | None:
    """The browsers of the person who is signed in; None if push is off on this site."""
    if not keys.is_on():
        return None
    from ...notifications.push import (
        vapid,  # needs optional libraries: see `keys.is_on`
    )

    number = browsers.valid_browsers(request.user).count()
    return PushBrowsers(vapid.public_key(), browsers.current_browser(request), number)

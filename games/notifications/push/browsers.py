"""Push subscriptions of a person's browsers.

A subscription lasts until the person signs out in that browser, ends its session from elsewhere,
changes the password or closes the account, or the push service no longer knows it. A person who
signs in there later gets none of their notifications.
"""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts import clock
from accounts.models import User
from accounts.requests import SignedInRequest

from ...models import Browser

MOST = 10  # of one person: each message takes time of the site's workers
SESSION_KEY = "browser"  # holds the primary key of the session's own browser


def add(request: SignedInRequest, *, endpoint: str, key: str, auth: str) -> Browser:
    """Subscribe the browser that sends `request` for its person. Beyond `MOST`, the oldest go."""
    person = request.user
    with transaction.atomic():
        User.objects.select_for_update(of=("self",), no_key=True).get(pk=person.pk)
        Browser.objects.filter(endpoint=endpoint).delete()  # the last to sign in has it
        forget_invalid(person)
        newest = person.browsers.order_by("-pk").values_list("pk", flat=True)
        person.browsers.exclude(pk__in=list(newest[: MOST - 1])).delete()
        browser = Browser.objects.create(
            person=person,
            endpoint=endpoint,
            key=key,
            auth=auth,
            bond=_bond(person),
            made_at=clock.now(),
        )
    request.session[SESSION_KEY] = browser.pk
    return browser


def valid_browsers(person: User) -> QuerySet[Browser]:
    """The person's valid push subscriptions."""
    return Browser.objects.filter(person=person, bond=_bond(person))


def current_browser(request: HttpRequest) -> Browser | None:
    """The valid subscription of the browser that sends `request`, if it has one."""
    if not isinstance(request.user, User):
        return None
    return valid_browsers(request.user).filter(pk=_session_browser(request)).first()


def forget_current(*, request: HttpRequest, user: User | None, **_signal: Any) -> None:
    """Receiver of the signal `user_logged_out`: end the subscription of this browser."""
    if user is not None:
        Browser.objects.filter(person=user, pk=_session_browser(request)).delete()


def forget_of_sessions(person: User, sessions: list[dict[str, Any]]) -> None:
    """End the subscriptions of the person's browsers whose sessions, with these data, are ended."""
    keys = [data[SESSION_KEY] for data in sessions if SESSION_KEY in data]
    if keys:
        Browser.objects.filter(person=person, pk__in=keys).delete()


def forget_invalid(person: User) -> None:
    """End the subscriptions made before a change of the password or of the site's key."""
    Browser.objects.filter(person=person).exclude(bond=_bond(person)).delete()


def forget_all(person: User) -> None:
    Browser.objects.filter(person=person).delete()


def _session_browser(request: HttpRequest) -> int:
    pk: int = request.session.get(SESSION_KEY, 0)
    return pk


def _bond(person: User) -> str:
    """A value to which a subscription is bound; it changes with the password and the site's key.

    It depends on the password, so that nobody who knew the old one goes on getting messages, and on
    the key, because push services accept only messages that are signed with the key of the
    subscription.
    """
    bound_to = f"{person.get_session_auth_hash()} {settings.VAPID_KEY}"
    return salted_hmac("games.notifications.push.bond", bound_to, algorithm="sha256").hexdigest()

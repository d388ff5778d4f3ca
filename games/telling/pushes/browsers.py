"""In which browsers a person is told of things.

A browser is theirs until they sign out in it, change their password, close the account, or its
service knows it no more. Who signs in there later is told nothing of theirs.
"""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import User

from ... import clock
from ...models import Browser

MOST = 10  # of one person: each message costs the site's workers their time
IN_SESSION = "browser"  # under which name a session knows the browser that it is of


def add(request: HttpRequest, *, endpoint: str, key: str, auth: str) -> Browser:
    """Tell whoever sends `request` in the browser from which they do; of too many, the oldest ones
    are forgotten."""
    person = request.user
    assert isinstance(person, User)
    with transaction.atomic():
        User.objects.select_for_update(of=("self",), no_key=True).get(pk=person.pk)
        Browser.objects.filter(endpoint=endpoint).delete()  # now it is of who signed in last
        forget_unbound(person)
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
    request.session[IN_SESSION] = browser.pk
    return browser


def of(person: User) -> QuerySet[Browser]:
    """Those in which `person` is told now."""
    return Browser.objects.filter(person=person, bond=_bond(person))


def this(request: HttpRequest) -> Browser | None:
    """The one from which `request` comes, if its person is told there."""
    if not isinstance(request.user, User):
        return None
    return of(request.user).filter(pk=_known_by(request)).first()


def forget_this(*, request: HttpRequest, user: User | None, **_signal: Any) -> None:
    """When they sign out of it."""
    if user is not None:
        Browser.objects.filter(person=user, pk=_known_by(request)).delete()


def forget_unbound(person: User) -> None:
    """Those that were given by an older password, or for another key of the site."""
    Browser.objects.filter(person=person).exclude(bond=_bond(person)).delete()


def forget_all(person: User) -> None:
    Browser.objects.filter(person=person).delete()


def _known_by(request: HttpRequest) -> int:
    pk: int = request.session.get(IN_SESSION, 0)
    return pk


def _bond(person: User) -> str:
    """Changes with the password, so that nobody who had it stays told, and with the site's key, by
    which services know whose messages to pass on."""
    said = f"{person.get_session_auth_hash()} {settings.VAPID_KEY}"
    return salted_hmac("games.telling.pushes.bond", said, algorithm="sha256").hexdigest()

"""Keys of requests: `Authorization: Bearer entente_…`, and nothing else.

The cookie of a session opens nothing here, so that no other site can let a browser act by the API:
it needs no CSRF token.
"""

import structlog
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from accounts import reader
from accounts.api_keys import keys
from accounts.models import ApiKey, User
from accounts.terms import acceptance

from ..core.links import absolute_url
from . import languages, limits, questions
from .problems import Problem


class KeyRequest(HttpRequest):
    """Request with a valid key: the parameter type of operations. For type checkers only."""

    auth: ApiKey
    user: User


class Key(HttpBearer):
    """Authentication of an operation that asks for a key with one of these scopes."""

    def __init__(self, *scopes: str) -> None:
        super().__init__()
        self.scopes = scopes

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey:
        key = keys.find(token.strip())
        if key is None:
            raise no_key()
        request.user = key.person
        reader.person.set(key.person)
        languages.activate_for(key.person, request)
        structlog.contextvars.bind_contextvars(api_key=key.prefix, user_id=key.person_id)
        limits.count(request, key)
        _must_have_accepted_terms(key)
        if not set(self.scopes) & set(key.scopes):
            raise scope_too_small(self.scopes[0])
        questions.must_be_known(request)
        return key


def _must_have_accepted_terms(key: ApiKey) -> None:
    """Raise `Problem` if the site has terms of use that the owner of the key has not accepted."""
    if acceptance.must_accept(key.person):
        page = absolute_url(reverse("accounts:accept_terms"))
        text = _("First accept the terms of use of this site in a browser: %(address)s")
        raise Problem(403, "terms_not_accepted", text % {"address": page}, page=page)


def must_have(key: ApiKey, scope: str) -> None:
    """Raise `Problem` for a key without a scope that an operation needs in some cases."""
    if scope not in key.scopes:
        raise scope_too_small(scope)


def scope_too_small(scope: str) -> Problem:
    text = _("This key may not do that: it lacks “%(scope)s”. Make another key.")
    return Problem(403, "scope_too_small", text % {"scope": scope}, needed_scope=scope)


def no_key() -> Problem:
    text = _("Send a key that works, as “Authorization: Bearer …”. You make keys in your account.")
    return Problem(401, "no_valid_key", text, headers={"WWW-Authenticate": "Bearer"})


READ, ORDERS, MASTER = Key("read"), Key("orders"), Key("master")
PRESS, ACCOUNT, PRESS_OR_MASTER = Key("press"), Key("account"), Key("press", "master")

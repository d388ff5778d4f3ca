"""Keys of requests: `Authorization: Bearer entente_…`, and nothing else.

The cookie of a session opens nothing here, so that no other site can let a browser act by the API:
it needs no CSRF token.
"""

import structlog
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from accounts import reader
from accounts.api_keys import keys
from accounts.models import ApiKey, User

from . import languages, limits
from .problems import Problem


class KeyRequest(HttpRequest):
    """Request with a valid key: the parameter type of operations. For type checkers only."""

    auth: ApiKey
    user: User


class Key(HttpBearer):
    """Authentication of an operation that asks for a key with this scope."""

    def __init__(self, scope: str = "read") -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey:
        key = keys.find(token.strip())
        if key is None:
            raise no_key()
        request.user = key.person
        reader.person.set(key.person)
        languages.activate_for(key.person, request)
        structlog.contextvars.bind_contextvars(api_key=key.prefix, user_id=key.person_id)
        limits.count(request, key)
        if self.scope not in key.scopes:
            text = _("This key may not do that: it lacks “%(scope)s”. Make another key.")
            raise Problem(
                403, "scope_too_small", text % {"scope": self.scope}, needed_scope=self.scope
            )
        return key


def no_key() -> Problem:
    text = _("Send a key that works, as “Authorization: Bearer …”. You make keys in your account.")
    return Problem(401, "no_valid_key", text, headers={"WWW-Authenticate": "Bearer"})


READ, ORDERS, PRESS, MASTER = Key("read"), Key("orders"), Key("press"), Key("master")

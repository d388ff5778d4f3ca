"""Consequences of a passkey or an authenticator app that people add or remove.

Allauth sends a signal for each; they are connected when the site starts.
"""

from typing import Any

import structlog
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from accounts.models import User
from accounts.second_factors import demand
from accounts.sessions import open_sessions

log = structlog.get_logger(__name__)


def connect() -> None:
    signals.authenticator_added.connect(_note_added)
    signals.authenticator_removed.connect(_note_removed)


def _note_added(request: HttpRequest, authenticator: Authenticator, **_options: Any) -> None:
    """End the other sessions, which began without the new factor. This one has shown it."""
    if authenticator.type in demand.TYPES:
        _end_other_sessions(request, authenticator.user)
        record_authentication(
            request, authenticator.user, demand.METHOD, id=authenticator.pk, type=authenticator.type
        )
        log.info("second_factor_added", person=authenticator.user_id, type=authenticator.type)


def _note_removed(request: HttpRequest, authenticator: Authenticator, **_options: Any) -> None:
    """End the other sessions: somebody who has found the device may be signed in with it."""
    if authenticator.type in demand.TYPES:
        _end_other_sessions(request, authenticator.user)
        log.info("second_factor_removed", person=authenticator.user_id, type=authenticator.type)


def _end_other_sessions(request: HttpRequest, person: User) -> None:
    demand.forget(person)
    open_sessions.end_all(person, but=request.session.session_key)

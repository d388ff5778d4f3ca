"""Confirming who is there, for people who have no password to type: by their account elsewhere.

Allauth lets people without a password and a second factor through unasked. Here they sign in at the
provider again. Without a link they get a password by mail first.
"""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows import reauthentication
from allauth.account.internal.flows.login import (
    get_authentication_records,
    record_authentication,
)
from allauth.core.exceptions import ReauthenticationRequired
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User

METHOD = "socialaccount"


def method() -> dict[str, Any]:
    """Return our page as one of allauth's methods of re-authentication."""
    url = reverse("accounts:confirm_elsewhere")
    return {"id": METHOD, "description": _("Use your account on another site"), "url": url}


def applies_to(person: User) -> bool:
    """Whether allauth knows no way for this person to confirm who they are."""
    return not reauthentication.get_reauthentication_flows(person)


def is_recent(request: HttpRequest) -> bool:
    """Whether the signed-in person has confirmed lately by the account elsewhere."""
    records = get_authentication_records(request, request.user)
    confirmed = [each["at"] for each in records if each.get("reauthenticated")]
    timeout: int = app_settings.REAUTHENTICATION_TIMEOUT
    return bool(confirmed) and time.time() - confirmed[-1] < timeout


def require(request: HttpRequest) -> None:
    """Raise ReauthenticationRequired if this person has to confirm by the account elsewhere.

    Allauth's middleware answers with a redirect to our page.
    """
    person = request.user
    if isinstance(person, User) and applies_to(person) and not is_recent(request):
        raise ReauthenticationRequired


def record(request: HttpRequest, *, provider: str, uid: str) -> None:
    """Note that the signed-in person has just signed in at the provider."""
    record_authentication(
        request, request.user, METHOD, reauthenticated=True, provider=provider, uid=uid
    )

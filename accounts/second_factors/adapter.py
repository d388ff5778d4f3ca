"""Allauth's adapter for second factors: encrypted secrets, names, and the site of passkeys."""

import base64
from urllib.parse import urlsplit

import structlog
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import qr_codes
from accounts.models import User

_SALT = "accounts.second_factors"

log = structlog.get_logger(__name__)


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is wrong, expired or already used. Try another."),
        "cannot_generate_recovery_codes": _(
            "You get recovery codes with your first passkey or app."
        ),
    }

    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret, or a random one that no code fits if SECRET_KEY has changed."""
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            log.warning("second_factor_unreadable", hint="was SECRET_KEY changed?")
            return str(generate_totp_secret())

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Bind passkeys to the host of SITE_URL, whatever the request says."""
        return {"id": str(urlsplit(settings.SITE_URL).hostname), "name": "Entente"}

    def generate_authenticator_name(self, user: User, kind: str) -> str:
        """Return a name for a passkey whose owner gives it none."""
        number = Authenticator.objects.filter(user=user, type=kind).count() + 1
        if number == 1:
            return gettext("Passkey")
        return gettext("Passkey %(number)d") % {"number": number}

    def build_totp_svg(self, url: str) -> str:
        return qr_codes.svg(url, label=gettext("QR code with the secret below"))


def _fernet() -> Fernet:
    digest = salted_hmac(_SALT, "", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(digest))

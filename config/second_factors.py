"""Settings of allauth's passkeys, authenticator apps and recovery codes."""

from typing import Any
from urllib.parse import SplitResult

from . import rate_limits

FORMS = {
    "activate_totp": "ActivateAppForm",
    "add_webauthn": "AddPasskeyForm",
    "authenticate": "CodeForm",
    "authenticate_webauthn": "PasskeyForm",
    "edit_webauthn": "RenamePasskeyForm",
    "login_webauthn": "PasskeySignInForm",
    "reauthenticate": "ConfirmByCodeForm",
    "reauthenticate_webauthn": "ConfirmByPasskeyForm",
}


def settings(site: SplitResult) -> dict[str, Any]:
    """Return the MFA_ settings of a site with this address."""
    return {
        "MFA_ADAPTER": "accounts.second_factors.adapter.SecondFactorAdapter",
        "MFA_FORMS": {
            name: f"accounts.second_factors.forms.{form}" for name, form in FORMS.items()
        },
        "MFA_SUPPORTED_TYPES": ["webauthn", "totp", "recovery_codes"],
        "MFA_PASSKEY_LOGIN_ENABLED": True,
        # A passkey is also the only proof at sign-in: a found device must not be enough.
        "MFA_WEBAUTHN_USER_VERIFICATION": "required",
        # With it, allauth accepts any origin. Without https browsers offer passkeys on localhost
        # only, which fido2 accepts by itself.
        "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN": False,
        "MFA_TOTP_ISSUER": f"Entente {site.hostname}",
        "MFA_TOTP_TOLERANCE": 2,  # periods of 30 seconds: a clock may be off by a minute
        "MFA_RECOVERY_CODES_SHOW_ONCE": True,
        # Nobody signs in without a confirmed address. Without this, no address could be changed.
        "MFA_ALLOW_UNVERIFIED_EMAIL": True,
        "MFA_RATE_LIMITS": {"webauthn_login": rate_limits.rates()["login"]},
    }

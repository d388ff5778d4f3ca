"""Allauth's forms for passkeys, authenticator apps and recovery codes, with our labels."""

from typing import Any

import structlog
from allauth.mfa import app_settings
from allauth.mfa.base import forms as codes
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as apps
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.core.cache import cache
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sign_in.forms import LabelledForm

LONGEST_NAME = 60
# Raised by allauth and fido2 for answers that are no answers of a browser.
MALFORMED = (AttributeError, LookupError, TypeError, ValueError)

log = structlog.get_logger(__name__)


class OneTimeCodeForm(LabelledForm):
    """Mixin for forms with a code of an authenticator app, each of which works only once.

    Allauth remembers a used code for a single period; with our tolerance it fits for longer.
    """

    labels = {"code": _("Code")}
    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs.update({"inputmode": "numeric", "autofocus": True})

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]
        period, tolerance = app_settings.TOTP_PERIOD, app_settings.TOTP_TOLERANCE
        used = TOTP(Authenticator(user=self.user))._get_used_cache_key(code)
        cache.set(used, "y", timeout=period * (2 * tolerance + 1))
        return code


class SecondFactorForm(OneTimeCodeForm):
    """Mixin for forms that ask people for a code of theirs. A wrong one is logged."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _code_help(self.user)

    def clean_code(self) -> str:
        try:
            return super().clean_code()
        except forms.ValidationError:
            _log_failure(self.user)
            raise


class CodeForm(SecondFactorForm, codes.AuthenticateForm):  # type: ignore[misc]
    pass


class ConfirmByCodeForm(SecondFactorForm, codes.ReauthenticateForm):  # type: ignore[misc]
    pass


class ActivateAppForm(OneTimeCodeForm, apps.ActivateTOTPForm):  # type: ignore[misc]
    labels = {"code": _("Current code from the app")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The focus would scroll the QR code away, which is needed first.
        del self.fields["code"].widget.attrs["autofocus"]


class AddPasskeyForm(LabelledForm, passkeys.AddWebAuthnForm):  # type: ignore[misc]
    """All passkeys of this site can sign in alone, so there is nothing to choose but the name."""

    labels = {"name": _("Passkey name")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        name = self.fields["name"]
        name.widget.attrs["maxlength"] = LONGEST_NAME
        name.help_text = gettext("To recognize it by, such as “my phone”.")

    def clean_name(self) -> str:
        """Cut a long name: the device has stored the passkey already."""
        return str(super().clean_name())[:LONGEST_NAME]

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean() or {}
        except (*MALFORMED, forms.ValidationError):
            raise _refused() from None


class RenamePasskeyForm(LabelledForm, passkeys.EditWebAuthnForm):  # type: ignore[misc]
    labels = {"name": _("Passkey name")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = forms.CharField(label=self.labels["name"], max_length=LONGEST_NAME)


class PasskeyAnswer(forms.Form):
    """Mixin that refuses and logs every answer that allauth cannot read or does not accept."""

    user: User | None  # None at a sign-in with a passkey alone

    def clean_credential(self) -> Authenticator:
        try:
            found: Authenticator = super().clean_credential()  # type: ignore[misc]
        except (*MALFORMED, forms.ValidationError) as error:
            _log_failure(self.user)
            if isinstance(error, forms.ValidationError) and error.code != "incorrect_code":
                raise
            raise _refused() from None
        return found


class PasskeyForm(PasskeyAnswer, passkeys.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeySignInForm(PasskeyAnswer, passkeys.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class ConfirmByPasskeyForm(PasskeyAnswer, passkeys.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


def _log_failure(person: User | None) -> None:
    """Log that a code or a passkey was refused, and nothing of what was sent."""
    log.warning("second_factor_failed", person=person and person.pk)


def _code_help(person: User) -> str:
    """Return the help on the codes that the person can have."""
    if Authenticator.objects.filter(user=person, type=Authenticator.Type.TOTP).exists():
        return gettext("A 6-digit code from your authenticator app, or a recovery code.")
    return gettext("One of your recovery codes.")


def _refused() -> forms.ValidationError:
    return forms.ValidationError(
        gettext("This passkey didn’t work. Try again, or choose another way."), code="refused"
    )

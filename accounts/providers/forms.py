"""Form that creates an account for a person who comes from a provider."""

from typing import Any

from allauth.socialaccount import forms as allauth
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.sign_in.forms import NewPersonForm


class ProviderSignupForm(NewPersonForm, allauth.SignupForm):  # type: ignore[misc]
    """Name, time zone and address. An address that the provider has confirmed cannot be changed."""

    labels = {"email": _("Email address")}
    field_order = ("email", "name", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        confirmed = self.sociallogin.email_addresses
        email = self.fields["email"]
        email.help_text = gettext("For emails about your games. Nobody else sees it.")
        if confirmed:
            email.initial = self.initial["email"] = confirmed[0].email
            email.disabled = True

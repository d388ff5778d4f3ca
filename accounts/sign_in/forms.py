"""Allauth's forms with our labels instead of placeholders and one line of help on passwords."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.utils import filter_users_by_email
from allauth.core import context as allauth_context
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
)
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.api_keys import keys
from accounts.forms import AcceptsTerms, NameField, TimeZoneField, check_name_is_free
from accounts.models import User
from accounts.names import taken_names
from accounts.passwords import context_words
from accounts.providers import links
from accounts.terms import acceptance

Saved = tuple[User | None, HttpResponse | None]


def password_help() -> str:
    """Return one line about what a new password needs; form errors say more."""
    minimum_length = max(
        (
            validator.min_length
            for validator in get_default_password_validators()
            if isinstance(validator, MinimumLengthValidator)
        ),
        default=1,
    )
    return (
        ngettext(
            "At least %d character, and hard to guess.",
            "At least %d characters, and hard to guess.",
            minimum_length,
        )
        % minimum_length
    )


class LabelledForm(forms.Form):
    """Mixin that sets `labels`, and drops placeholders and help texts of allauth's fields."""

    labels: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            if isinstance(field, allauth.PasswordField):
                is_new = field.widget.attrs.get("autocomplete") == "new-password"
                chosen = is_new and name == "password1"
                field.help_text = password_help() if chosen else ""
                # Read by templates/components/field.html.
                field.words_of_site = context_words.common_words() if chosen else ()


class LoginForm(LabelledForm, allauth.LoginForm):  # type: ignore[misc]
    labels = {"login": _("Email address")}


class AddEmailForm(LabelledForm, allauth.AddEmailForm):  # type: ignore[misc]
    labels = {"email": _("New email address")}


class ChangePasswordForm(LabelledForm, allauth.ChangePasswordForm):  # type: ignore[misc]
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password (again)"),
        "revoke_keys": _("Revoke my API keys"),
    }
    revoke_keys = forms.BooleanField(required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not keys.usable_keys(self.user).exists():
            del self.fields["revoke_keys"]

    def save(self) -> None:
        super().save()
        if self.cleaned_data.get("revoke_keys"):
            keys.revoke_all(self.user)


class SetPasswordForm(LabelledForm, allauth.SetPasswordForm):  # type: ignore[misc]
    labels = {"password1": _("Password"), "password2": _("Password (again)")}


class ResetPasswordForm(LabelledForm, allauth.ResetPasswordForm):  # type: ignore[misc]
    labels = {"email": _("Email address")}


class ResetPasswordKeyForm(LabelledForm, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password by a link in a mail. It also unlinks accounts elsewhere.

    Otherwise a stranger who linked one, or signed up with it and this address, would keep a way in.
    For the same reason it revokes all API keys.
    """

    labels = {"password1": _("New password"), "password2": _("New password (again)")}

    def save(self) -> None:
        super().save()
        keys.revoke_all(self.user)
        if links.delete_all(self.user):
            text = gettext(
                "Accounts on other sites are no longer linked to yours. You can link them again."
            )
            messages.info(allauth_context.request, text)


class ReauthenticateForm(LabelledForm, allauth.ReauthenticateForm):  # type: ignore[misc]
    labels = {"password": _("Your password")}


class NewPersonForm(AcceptsTerms, LabelledForm):
    """Mixin for both forms that create an account: with a password, or by an account elsewhere.

    It asks for name and time zone; the language is the page's.
    """

    account_already_exists: bool  # set by allauth
    name = NameField()
    time_zone = TimeZoneField(
        initial="UTC", help_text=_("Deadlines are in this zone. You can change it later.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = gettext("You sign in with it. Nobody else sees it.")
        select = self.fields["time_zone"].widget
        assert isinstance(select, forms.Select)
        select.choices = time_zones.choices(self["time_zone"].value() or "")
        if not self.is_bound:
            select.attrs["data-browser-zone"] = True

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        check_name_is_free(name)
        return name

    def try_save(self, request: HttpRequest) -> Saved:
        """Save, or show an error if name or address has just been taken (after a double click).

        If the address has an account, only its owner is told so, by mail. The answer, the time it
        takes and what becomes of the name are those of a new account.
        """
        try:
            with transaction.atomic():
                if taken_names.is_taken(self.cleaned_data["name"]):
                    raise IntegrityError
                if self.account_already_exists:
                    self._act_as_if_saved()
                saved: Saved = super().try_save(request)  # type: ignore[misc]
        except IntegrityError:
            messages.error(
                request,
                gettext(
                    "This name or email address has just been taken. If that was you, "
                    "look for the email we sent."
                ),
            )
            return None, redirect("account_signup")
        return saved

    def _act_as_if_saved(self) -> None:
        owner, *_others = filter_users_by_email(self.cleaned_data["email"])
        taken_names.hold(self.cleaned_data["name"], person=owner)
        if "password1" in self.cleaned_data:
            make_password(self.cleaned_data["password1"])  # for its time only

    def set_profile(self, user: User) -> None:
        """Set the fields of a new user that allauth does not know, such as the name."""
        user.name = self.cleaned_data["name"]
        user.time_zone = self.cleaned_data["time_zone"]
        user.language = get_language() or settings.LANGUAGE_CODE
        acceptance.accept_at_sign_up(user)


class SignupForm(NewPersonForm, allauth.SignupForm):  # type: ignore[misc]
    """E-mail address, name, password and time zone."""

    labels = {"email": _("Email address"), "password1": _("Password")}
    field_order = ("email", "name", "password1", "time_zone")

    def clean(self) -> dict[str, Any]:
        """Compare the password with the name too: allauth knows the address alone."""
        password = self.cleaned_data.pop("password1", "")
        super().clean()
        if password:
            self.cleaned_data["password1"] = password
            typed = {name: self.cleaned_data.get(name, "") for name in ("email", "name")}
            try:
                get_adapter().clean_password(password, user=User(**typed))
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return self.cleaned_data

"""Allauth's forms in our words: labels instead of placeholders, one line about passwords."""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
)
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import zones
from accounts.forms import NameField, ZoneField, check_name_is_free
from accounts.models import User


def password_help() -> str:
    """What a new password must be, in one line; the errors say more when it is not."""
    least = max(
        (
            v.min_length
            for v in get_default_password_validators()
            if isinstance(v, MinimumLengthValidator)
        ),
        default=1,
    )
    return (
        ngettext(
            "At least %d character, and nothing that is easy to guess.",
            "At least %d characters, and nothing that is easy to guess.",
            least,
        )
        % least
    )


class Plain(forms.Form):
    """Drops placeholders, which vanish when one types, and help that our pages give themselves."""

    labels: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            if isinstance(field, allauth.PasswordField):
                new = field.widget.attrs.get("autocomplete") == "new-password"
                field.help_text = password_help() if new and name == "password1" else ""


class LoginForm(Plain, allauth.LoginForm):  # type: ignore[misc]
    labels = {"login": _("E-mail address")}


class AddEmailForm(Plain, allauth.AddEmailForm):  # type: ignore[misc]
    labels = {"email": _("New e-mail address")}


class ChangePasswordForm(Plain, allauth.ChangePasswordForm):  # type: ignore[misc]
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password, once more"),
    }


class SetPasswordForm(Plain, allauth.SetPasswordForm):  # type: ignore[misc]
    labels = {"password1": _("Password"), "password2": _("Password, once more")}


class ResetPasswordForm(Plain, allauth.ResetPasswordForm):  # type: ignore[misc]
    labels = {"email": _("E-mail address")}


class ResetPasswordKeyForm(Plain, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    labels = {"password1": _("New password"), "password2": _("New password, once more")}


class ReauthenticateForm(Plain, allauth.ReauthenticateForm):  # type: ignore[misc]
    labels = {"password": _("Your password")}


class SignupForm(Plain, allauth.SignupForm):  # type: ignore[misc]
    """E-mail address, name, password and time zone; the language is the page's."""

    labels = {"email": _("E-mail address"), "password1": _("Password")}
    field_order = ("email", "name", "password1", "time_zone")
    name = NameField()
    time_zone = ZoneField(
        initial="UTC", help_text=_("Deadlines are shown in it. You can change it later.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = gettext("You sign in with it. Nobody else sees it.")
        select = self.fields["time_zone"].widget
        assert isinstance(select, forms.Select)
        select.choices = zones.choices(self["time_zone"].value() or "")
        if not self.is_bound:
            select.attrs["data-browser-zone"] = True

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        check_name_is_free(name)
        return name

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save, unless the same form sent twice – or another newcomer – was a moment faster."""
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        except IntegrityError:
            messages.error(
                request,
                gettext(
                    "This name or e-mail address has just been taken. If that was you, look for"
                    " the mail we sent."
                ),
            )
            return None, redirect("account_signup")
        return saved

    def describe(self, user: User) -> None:
        """Put on a new person what this form knows beyond address and password."""
        user.name = self.cleaned_data["name"]
        user.time_zone = self.cleaned_data["time_zone"]
        user.language = get_language() or settings.LANGUAGE_CODE

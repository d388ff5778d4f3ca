"""Forms about oneself."""

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts import names, zones
from accounts.models import User, check_time_zone


class NameField(forms.CharField):
    """A public name: tidied, readable, and nobody else's."""

    def __init__(self, **options: Any) -> None:
        field = User._meta.get_field("name")
        options = {
            "label": field.verbose_name,
            "help_text": field.help_text,
            "max_length": names.MAX_LENGTH,
            "widget": forms.TextInput(attrs={"autocomplete": "nickname"}),
            **options,
        }
        super().__init__(**options)

    def to_python(self, value: object) -> str:
        return names.tidy(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        names.check(value)


class ZoneField(forms.CharField):
    """A time zone chosen from a list; any name the database knows is taken."""

    def __init__(self, **options: Any) -> None:
        options = {"label": _("Time zone"), "widget": forms.Select, **options}
        super().__init__(validators=[check_time_zone], **options)


def check_name_is_free(name: str, *, but: User | None = None) -> None:
    others = User.objects.filter(name_key=names.key(name))
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise forms.ValidationError(
            gettext("Someone already uses this name, or one that looks like it. Choose another."),
            code="taken",
        )


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """E-mail address, name, password and time zone; the language is the page's."""

    field_order = ("email", "name", "password1", "time_zone")
    name = NameField()
    time_zone = ZoneField(
        initial="UTC", help_text=_("Deadlines are shown in it. You can change it later.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        select = self.fields["time_zone"].widget
        chosen = self.data.get("time_zone", "") if self.is_bound else ""
        select.choices = zones.choices(chosen)
        if not self.is_bound:
            select.attrs["data-browser-zone"] = True
        self.fields["email"].label = gettext("E-mail address")
        self.fields["email"].help_text = gettext("You sign in with it. Nobody else sees it.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

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


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a person may change about how the site treats them."""

    name = NameField()
    time_zone = ZoneField(help_text=_("All times and deadlines are shown in it."))
    language = forms.ChoiceField(
        label=_("Language"), help_text=_("Of the pages and of the mail you get.")
    )

    class Meta:
        model = User
        fields = ("name", "language", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = settings.LANGUAGES
        select = self.fields["time_zone"].widget
        assert isinstance(select, forms.Select)
        select.choices = zones.choices(self["time_zone"].value() or "")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        check_name_is_free(name, but=self.instance)
        return name

    def save(self, commit: bool = True) -> User:
        """Write the three fields and nothing else. Raises IntegrityError if the name was taken."""
        assert commit
        self.instance.save(update_fields=self.Meta.fields)
        return self.instance


class CloseForm(forms.Form):
    """Closing an account asks for the password: a forgotten open browser must not be enough."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(gettext("This is not your password."), code="wrong")
        return password

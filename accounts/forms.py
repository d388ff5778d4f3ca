"""Forms about oneself, and those by which people are suspended."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names, notation, zones
from accounts.models import LONGEST_REASON, User, check_time_zone


class NameField(forms.CharField):
    """A public name: tidied, readable, and nobody else's."""

    def __init__(self, **options: Any) -> None:
        options = {
            "label": _("Name"),
            "help_text": User._meta.get_field("name").help_text,
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


class NotationField(forms.ChoiceField):
    """A notation of orders, or none: then it follows the language of the pages."""

    always_answered = True  # nothing is an answer too, so the label does not say “(optional)”

    def __init__(self, **options: Any) -> None:
        options = {
            "label": _("Notation of orders"),
            "required": False,
            "choices": lambda: [("", _("As the language of the pages")), *notation.choices()],
            **options,
        }
        super().__init__(**options)


def check_name_is_free(name: str, *, but: User | None = None) -> None:
    others = User.objects.filter(name_key=names.key(name))
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise forms.ValidationError(
            gettext("Someone already uses this name, or one that looks like it. Choose another."),
            code="taken",
        )


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a person may change about how the site treats them."""

    name = NameField()
    time_zone = ZoneField(help_text=_("All times and deadlines are shown in it."))
    language = forms.ChoiceField(
        label=_("Language"), help_text=_("Of the pages and of the mail you get.")
    )
    notation = NotationField(help_text=_("How orders are written to you."))
    pattern_fills = forms.BooleanField(
        label=_("Patterns on the map"),
        required=False,
        help_text=_("Each power’s land is hatched in a way of its own, besides its colour."),
    )

    class Meta:
        model = User
        fields = ("name", "language", "notation", "pattern_fills", "time_zone")

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
        """Write the five fields and nothing else. Raises IntegrityError if the name was taken."""
        assert commit
        user: User = self.instance
        user.save(update_fields=self.Meta.fields)
        return user


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


class LiftForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Kept for good; only administrators read it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class SuspendForm(LiftForm):
    """Whom `by` suspends, and why."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("Exactly as it stands on this site."),
        max_length=names.MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("name", "reason")

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by = by
        self.fields["reason"].help_text = gettext(
            "They read it in the mail that tells them, and when they try to sign in."
        )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        people = User.objects.filter(name_key=names.key(name), closed_at=None)
        person = people.exclude(pk=self.by.pk).first()
        if person is None:
            raise forms.ValidationError(_("Nobody else on this site has this name."))
        if not person.is_active:
            raise forms.ValidationError(_("This account is suspended already."))
        self.cleaned_data["person"] = person
        return name

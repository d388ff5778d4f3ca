"""Forms for preferences and for suspending people."""

from typing import Any

from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import notation, time_zones
from accounts.models import LONGEST_REASON, User, check_time_zone
from accounts.names import reserved_names, spelling, taken_names


class NameField(forms.CharField):
    """A public name, normalized and validated by `names`. It does not check that it is free."""

    def __init__(self, **options: Any) -> None:
        options = {
            "label": _("Name"),
            "help_text": User._meta.get_field("name").help_text,
            "max_length": spelling.MAX_LENGTH,
            "widget": forms.TextInput(attrs={"autocomplete": "nickname"}),
            **options,
        }
        super().__init__(**options)

    def to_python(self, value: object) -> str:
        return spelling.normalize(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        spelling.validate(value)


class TimeZoneField(forms.CharField):
    """A time zone chosen from a list; any zone of the IANA database is valid."""

    def __init__(self, **options: Any) -> None:
        options = {"label": _("Time zone"), "widget": forms.Select, **options}
        super().__init__(validators=[check_time_zone], **options)


class NotationField(forms.ChoiceField):
    """A notation of orders, or empty: then it follows the language of the pages."""

    always_answered = True  # empty is a choice too, so the label does not say “(optional)”

    def __init__(self, **options: Any) -> None:
        options = {
            "label": _("Order notation"),
            "required": False,
            "choices": lambda: [("", _("Same as the page language")), *notation.choices()],
            **options,
        }
        super().__init__(**options)


class AcceptsTerms(forms.Form):
    """Mixin for forms that make an account: a box to accept the site's terms, if it has any.

    Whoever saves the form calls `terms.accept_at_sign_up` before the new person is stored.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.TERMS:
            return
        label = gettext(
            'I have read and accept the <a href="%(url)s" target="_blank">terms of '
            "use</a> (opens in a new tab)"
        )
        self.fields["terms"] = forms.BooleanField(
            label=mark_safe(label % {"url": reverse("terms")}),  # noqa: S308 - our own text
            error_messages={"required": _("Check the box to accept the terms of use.")},
        )


def check_name_is_free(name: str, *, exclude: User | None = None) -> None:
    """Raise ValidationError if anybody other than `exclude` has this name or a similar one.

    A reserved name is free only to staff, and to a person who has it already.
    """
    if taken_names.is_taken(name, by_others_than=exclude):
        raise forms.ValidationError(
            gettext("Someone already uses this name, or one that looks like it. Choose another."),
            code="taken",
        )
    key = spelling.comparison_key(name)
    may_have_it = exclude is not None and (exclude.is_staff or exclude.name_key == key)
    if not may_have_it and reserved_names.is_reserved(name):
        raise forms.ValidationError(
            gettext(
                "This name is reserved: others could mistake you for the site or its "
                "staff. Choose another."
            ),
            code="reserved",
        )


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Preferences of a person: name, language, time zone, notation, patterns and invitations."""

    name = NameField()
    time_zone = TimeZoneField(help_text=_("All times and deadlines are in this zone."))
    language = forms.ChoiceField(label=_("Language"), help_text=_("For pages and emails."))
    notation = NotationField(help_text=_("How orders are shown to you."))
    pattern_fills = forms.BooleanField(
        label=_("Patterns on the map"),
        required=False,
        help_text=_("Each power’s provinces have their own pattern as well as a color."),
    )

    takes_invitations = forms.BooleanField(
        label=_("Invitations to seats"),
        required=False,
        help_text=_("Game masters can invite you. If you turn this off, they aren’t told."),
    )

    class Meta:
        model = User
        fields = (
            "name",
            "language",
            "notation",
            "pattern_fills",
            "time_zone",
            "takes_invitations",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = settings.LANGUAGES
        select = self.fields["time_zone"].widget
        assert isinstance(select, forms.Select)
        select.choices = time_zones.choices(self["time_zone"].value() or "")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        check_name_is_free(name, exclude=self.instance)
        return name

    def save(self, commit: bool = True) -> User:
        """Write only these fields. Raises IntegrityError if the name has just been taken."""
        assert commit
        user: User = self.instance
        user.save(update_fields=self.Meta.fields)
        return user


class LiftSuspensionForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Kept permanently; only administrators can read it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class SuspendForm(LiftSuspensionForm):
    """The name of a person to suspend, and the reason; `by` is the administrator."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("Exactly as it appears on this site."),
        max_length=spelling.MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    days = forms.IntegerField(
        label=_("Days"),
        help_text=_("From 1 to 365. If empty, until an administrator lifts the suspension."),
        min_value=1,
        max_value=365,
        required=False,
    )
    field_order = ("name", "days", "reason")

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by = by
        self.fields["reason"].help_text = gettext(
            "The person sees it in the email about the suspension and when trying to sign in."
        )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        people = User.objects.not_closed().filter(name_key=spelling.comparison_key(name))
        person = people.exclude(pk=self.by.pk).first()
        if person is None:
            raise forms.ValidationError(_("No other account has this name. Check the spelling."))
        if not person.is_active:
            raise forms.ValidationError(_("This account is already suspended."))
        self.cleaned_data["person"] = person
        return name

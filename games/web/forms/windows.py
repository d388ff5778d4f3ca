"""The fields of settings that give retreats and builds deadlines of their own."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.validators import MinValueValidator
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from ...models.settings import LONGEST_LIVE_MINUTES, LONGEST_WINDOW_HOURS

UNITS = [("days", _("days")), ("hours", _("hours"))]
# All of these fields but the units of their lengths.
APART = (
    "build_hours", "retreat_weekdays", "retreat_at", "build_weekdays", "build_at", "build_length",
    "live_build_minutes",
)  # fmt: skip


def needed(field: forms.Field) -> forms.Field:
    """Make a field required only by `SettingsForm.clean`, if its rhythm is chosen.

    Its label does not call it optional.
    """
    field.required = False
    field.always_answered = True  # type: ignore[attr-defined]
    return field


def weekdays_field(**options: Any) -> forms.Field:
    """A field for weekdays of which none has to be chosen."""
    return forms.TypedMultipleChoiceField(
        required=False,
        choices=[(str(day), WEEKDAYS[day]) for day in range(7)],
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        **options,
    )


def time_field(**options: Any) -> forms.Field:
    """A field for a time of day that may be left to that of movement phases."""
    return forms.TimeField(
        required=False,
        input_formats=["%H:%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        error_messages={"invalid": _("Enter the time like this: 20:00.")},
        help_text=_("If empty, the same as for movement phases."),
        **options,
    )


def bit_field(weekdays: Iterable[int]) -> int:
    """The bit field of weekdays; one that was sent twice is one day."""
    return sum(1 << day for day in set(weekdays))


class WindowsForm(forms.Form):
    """Deadlines of retreats and of builds, as far as they have their own: all of them optional."""

    build_hours = forms.IntegerField(
        label=_("Time for builds (hours)"),
        required=False,
        min_value=1,
        max_value=LONGEST_WINDOW_HOURS,
        help_text=_("If empty, the same as for retreats."),
    )
    retreat_weekdays = weekdays_field(
        label=_("Weekdays on which retreats end"),
        help_text=_("The phase ends on the next of these days that leaves the time for retreats."),
    )
    retreat_at = time_field(label=_("Time of day of retreats"))
    build_weekdays = weekdays_field(
        label=_("Weekdays on which builds end"),
        help_text=_("The phase ends on the next of these days that leaves the time for builds."),
    )
    build_at = time_field(label=_("Time of day of builds"))
    build_length = forms.IntegerField(
        label=_("Time for builds"),
        required=False,
        help_text=_("If empty, the same as for retreats."),
        validators=[MinValueValidator(1, message=_("A phase lasts at least 1 hour."))],
    )
    build_unit = needed(forms.ChoiceField(label=_("Unit of time"), choices=UNITS))
    live_build_minutes = forms.IntegerField(
        label=_("Time for builds (minutes)"),
        required=False,
        min_value=1,
        max_value=LONGEST_LIVE_MINUTES,
        help_text=_("If empty, the same as for retreats."),
    )

    @property
    def has_windows_apart(self) -> bool:
        """Whether retreats and builds have deadlines of their own, or were to have them."""
        return any(self[name].value() or self[name].errors for name in APART)

    def weekday_masks(self) -> dict[str, int]:
        """The bit fields of weekdays, as far as they could be read."""
        names = ("weekdays", "retreat_weekdays", "build_weekdays")
        return {name: bit_field(self.cleaned_data.get(name, ())) for name in names}

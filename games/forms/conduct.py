"""The form for how a game is run: when its phases end, missed orders, open seats."""

import datetime as dt
from typing import Any

from django import forms
from django.core.validators import MinValueValidator
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts import zones
from accounts.forms import ZoneField

from .. import clock
from ..deadlines import holidays, schedule, tightness
from ..deadlines.timetable import NoDeadlineError
from ..deadlines.upcoming import COUNT, Deadline, listed
from ..models import Conduct, Game
from ..models.conduct import (
    LONGEST_ABSENCE_DAYS,
    LONGEST_GRACE_HOURS,
    LONGEST_LEAST_HOURS,
    LONGEST_PHASE_HOURS,
    LONGEST_READY_MINUTES,
    LONGEST_WINDOW_HOURS,
)
from . import typed_dates
from .conduct_initial import LENGTHS, TIMETABLE, initial

HOURS = {"hours": 1, "days": 24}
UNITS = [("days", _("days")), ("hours", _("hours"))]
# What counts for one of the two ways alone, and what of it has to be filled in.
FIELDS = {
    TIMETABLE: (
        "weekdays", "at", "zone", "least_hours", "window_hours", "skipped", "holidays",
        "absence_cap_days",
    ),
    LENGTHS: ("length", "length_unit", "short_length", "short_unit"),
}  # fmt: skip
NEEDED = {
    TIMETABLE: ("weekdays", "at", "zone", "least_hours", "window_hours", "absence_cap_days"),
    LENGTHS: ("length", "length_unit"),
}


def _needed(field: forms.Field) -> forms.Field:
    """A field that is asked for where its way is chosen, so its label says nothing of optional."""
    field.required = False
    field.always_answered = True  # type: ignore[attr-defined]
    return field


def _number(least: int, most: int, **options: Any) -> forms.Field:
    return _needed(forms.IntegerField(min_value=least, max_value=most, **options))


class ConductForm(forms.Form):
    """Fixed weekdays or plain lengths: only what is chosen is looked at, and what was typed for the
    other way is kept. Once it is valid, `deadlines` are the next ones as they would fall from now
    on, and `agreed` is for `lobby.create` and `settings.change`."""

    use_required_attribute = False

    rhythm = forms.ChoiceField(
        label=_("When phases end"),
        choices=[
            (TIMETABLE, _("On fixed weekdays")),
            (LENGTHS, _("Every so many days or hours")),
        ],
        widget=forms.RadioSelect,
    )
    weekdays = _needed(
        forms.TypedMultipleChoiceField(
            label=_("Weekdays"),
            help_text=_("At the same time of day there all year, whatever the clocks do."),
            choices=[(str(day), WEEKDAYS[day]) for day in range(7)],
            coerce=int,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Choose at least one weekday.")},
        )
    )
    at = _needed(
        forms.TimeField(
            label=_("Time of day"),
            input_formats=["%H:%M"],
            widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            error_messages={"invalid": _("Write the time as 20:00.")},
        )
    )
    zone = _needed(ZoneField())
    least_hours = _number(
        0,
        LONGEST_LEAST_HOURS,
        label=_("Least time to negotiate, in hours"),
        help_text=_("A date that comes sooner after the last phase is passed over."),
    )
    window_hours = _number(
        1,
        LONGEST_WINDOW_HOURS,
        label=_("Time for retreats and for builds, in hours"),
        help_text=_("They come between two deadlines, and move neither of them if they fit."),
    )
    skipped = typed_dates.DateListField(
        label=_("Dates without a deadline"), max_length=5000, help_text=""
    )
    holidays = forms.ChoiceField(
        label=_("No deadline on the public holidays of"),
        required=False,
        choices=lambda: [
            ("", _("no country")),
            *((code, f"{name} ({code})") for code, name in holidays.names().items()),
        ],
    )
    absence_cap_days = _number(
        0,
        LONGEST_ABSENCE_DAYS,
        label=_("Waiting for absent players, in days at most"),
        help_text=_(
            "A player can announce an absence; a deadline that falls into it moves to the next date"
            " after it, if that is not further off than this. 0: no deadline waits."
        ),
    )
    length = _needed(
        forms.IntegerField(
            label=_("Time for each phase"),
            help_text=_("From one hour to 30 days; a week is usual."),
            validators=[MinValueValidator(1, message=_("A phase lasts at least one hour."))],
        )
    )
    length_unit = _needed(forms.ChoiceField(label=_("Unit of time"), choices=UNITS))
    short_length = forms.IntegerField(
        label=_("Time for retreats and for builds"),
        required=False,
        help_text=_("Empty: the same."),
        validators=[MinValueValidator(1, message=_("A phase lasts at least one hour."))],
    )
    short_unit = _needed(forms.ChoiceField(label=_("Unit of time"), choices=UNITS))
    ready_minutes = forms.IntegerField(
        label=_("Delay once all are ready, in minutes"),
        min_value=0,
        max_value=LONGEST_READY_MINUTES,
        help_text=_(
            "When all have said that they are ready, the phase ends so many minutes later. Until"
            " then everyone can change their orders, or be not ready after all; then the deadline"
            " counts again. 0: it ends at once."
        ),
    )
    on_missed = forms.ChoiceField(
        label=_("When orders are missing at the deadline"),
        choices=Conduct.OnMissed,
        widget=forms.RadioSelect,
        help_text=_("A power in civil disorder holds, and its seat is open to others."),
    )
    grace_hours = _number(1, LONGEST_GRACE_HOURS, label=_("Length of the grace period, in hours"))
    seats_open_to = forms.ChoiceField(
        label=_("Who may take over an open seat"),
        choices=Conduct.SeatsOpenTo,
        widget=forms.RadioSelect,
    )

    def __init__(
        self, *args: Any, conduct: Conduct | None = None, game: Game | None = None, **kwargs: Any
    ) -> None:
        """`conduct` fills the form in; its `game` tells who is away."""
        kwargs["initial"] = initial(conduct)
        super().__init__(*args, **kwargs)
        self.game = game
        self.deadlines: list[Deadline] = []
        iso, own = typed_dates.examples()
        self.fields["skipped"].help_text = _(
            "One a line, or with commas between them, as %(iso)s or %(own)s."
        ) % {"iso": iso, "own": own}
        select = self.fields["zone"].widget
        assert isinstance(select, forms.Select)
        select.choices = zones.choices(self["zone"].value() or "")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        way = data.get("rhythm", "")
        if way:
            self._ask_for(way)
        if data.get("on_missed") == Conduct.OnMissed.GRACE:
            self._require("grace_hours")
        else:
            self.errors.pop("grace_hours", None)
        for length, unit in (("length", "length_unit"), ("short_length", "short_unit")):
            if (self._hours(length, unit) or 0) > LONGEST_PHASE_HOURS:
                self.add_error(length, _("A phase lasts at most 30 days."))
        if not self.errors:
            self._look_ahead()
        return data

    def _ask_for(self, way: str) -> None:
        for name in FIELDS[LENGTHS if way == TIMETABLE else TIMETABLE]:
            self._forget(name)
        for name in NEEDED[way]:
            self._require(name)
        if way == LENGTHS and self.cleaned_data.get("short_length"):
            self._require("short_unit")

    def _forget(self, name: str) -> None:
        self.errors.pop(name, None)
        self.cleaned_data.pop(name, None)

    def _require(self, name: str) -> None:
        if name not in self.errors and self.cleaned_data.get(name) in (None, "", []):
            self.add_error(name, self.fields[name].error_messages["required"])

    def _hours(self, length: str, unit: str) -> int | None:
        number, unit = self.cleaned_data.get(length), self.cleaned_data.get(unit, "")
        return number * HOURS[unit] if number and unit else None

    def _look_ahead(self) -> None:
        fields, skipped = self.agreed()
        plan = Conduct(game=self.game, **fields)
        try:
            moments = schedule.planned(plan, clock.now(), COUNT, skipped=skipped)
        except NoDeadlineError:
            self.add_error("skipped", _("With all these dates skipped, no deadline is left."))
        else:
            self.deadlines = list(listed(moments, plan))

    def agreed(self) -> tuple[dict[str, Any], list[dt.date]]:
        """The fields of a `Conduct`, and the dates that are skipped; only of a valid form."""
        data = self.cleaned_data
        common = {name: data[name] for name in ("ready_minutes", "on_missed", "seats_open_to")}
        if data.get("grace_hours"):
            common["grace_hours"] = data["grace_hours"]
        if data["rhythm"] == LENGTHS:
            hours = self._hours("length", "length_unit")
            window = self._hours("short_length", "short_unit") or hours
            return {"phase_hours": hours, "window_hours": window, **common}, []
        names = ("at", "zone", "least_hours", "window_hours", "holidays", "absence_cap_days")
        weekdays = sum(1 << day for day in data["weekdays"])
        return {"weekdays": weekdays, **{name: data[name] for name in names}, **common}, data[
            "skipped"
        ]

    def warnings(self) -> list[str]:
        """What is allowed, and perhaps not meant: turns that cannot end on the next date."""
        if self.errors or self.cleaned_data["rhythm"] != TIMETABLE:
            return []
        names = ("weekdays", "least_hours", "window_hours")
        warning = tightness.too_tight(*(self.cleaned_data[name] for name in names))
        return [warning] if warning else []

"""The form for the settings of a game: the ends of its phases, missed orders, open seats."""

import datetime as dt
from collections.abc import Sequence
from itertools import chain
from typing import Any

from django import forms
from django.core.validators import MinValueValidator
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.forms import TimeZoneField

from ...core import holidays
from ...deadlines.timetable import NoDeadlineError
from ...deadlines.upcoming import COUNT, Deadline, as_deadlines
from ...lifecycle import rhythms
from ...lifecycle.rhythms import COUNTED, LENGTHS, LIVE, TIMETABLE
from ...models import Game, GameSettings
from ...models.settings import (
    FEWEST_MISSES,
    LONGEST_ABSENCE_DAYS,
    LONGEST_GRACE_HOURS,
    LONGEST_LEAST_HOURS,
    LONGEST_LIVE_MINUTES,
    LONGEST_READY_MINUTES,
    LONGEST_WINDOW_HOURS,
    MOST_MISSES,
    SHORTEST_LIVE_MINUTES,
)
from ...wording.tight_timetable import tight_timetable_warning
from . import dates
from .game_master.action import reason_field
from .settings_initial import LIVE_NAMES, initial
from .windows import UNITS, WindowsForm, needed

HOURS = {"hours": 1, "days": 24}
RHYTHMS = {
    TIMETABLE: _("On fixed weekdays"),
    LENGTHS: _("After a fixed number of days or hours"),
    LIVE: _("Live: after a fixed number of minutes, with everyone present"),
}
# Fields that count for only one of the rhythms. NEEDED has those that are required.
FIELDS = {
    TIMETABLE: (
        "weekdays", "at", "zone", "least_hours", "window_hours", "build_hours", "retreat_weekdays",
        "retreat_at", "build_weekdays", "build_at", "skipped", "holidays", "absence_cap_days",
    ),
    LENGTHS: ("length", "length_unit", "short_length", "short_unit", "build_length", "build_unit"),
    LIVE: (*LIVE_NAMES, "live_build_minutes", "live_ready_minutes"),
}  # fmt: skip
NEEDED = {
    TIMETABLE: ("weekdays", "at", "zone", "least_hours", "window_hours", "absence_cap_days"),
    LENGTHS: ("length", "length_unit"),
    LIVE: (*LIVE_NAMES, "live_ready_minutes"),
}
# The fields of the form for fields of `GameSettings` that have other names.
FORM_NAMES = {
    TIMETABLE: {},
    LENGTHS: {
        "phase_hours": "length",
        "window_hours": "short_length",
        "build_hours": "build_length",
    },
    LIVE: {"ready_minutes": "live_ready_minutes"},
}
# What a live game has no choice about: nobody waits for orders that are missing.
NOT_LIVE = ("ready_minutes", "on_missed", "grace_hours")


def _number(least: int, most: int, **options: Any) -> forms.Field:
    return needed(forms.IntegerField(min_value=least, max_value=most, **options))


class SettingsForm(WindowsForm):
    """Settings of a game.

    Its phases end on fixed weekdays or have fixed lengths, in days or hours or, in a live game, in
    minutes: only the fields of the chosen rhythm are checked, and the page keeps what was typed in
    the others. `rhythms` are those to choose from: a live game is opened as one, because its
    players agree on the time at which it begins.

    Once the form is valid, `deadlines` are the next deadlines from now on, and `settings_values` is
    for `creation.create` and `settings.change`.
    """

    use_required_attribute = False

    rhythm = forms.ChoiceField(
        label=_("When phases end"),
        choices=list(RHYTHMS.items()),
        widget=forms.RadioSelect,
    )
    weekdays = needed(
        forms.TypedMultipleChoiceField(
            label=_("Weekdays"),
            help_text=_("The time of day stays the same in summer and winter."),
            choices=[(str(day), WEEKDAYS[day]) for day in range(7)],
            coerce=int,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Choose at least one weekday.")},
        )
    )
    at = needed(
        forms.TimeField(
            label=_("Time of day"),
            input_formats=["%H:%M"],
            widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            error_messages={"invalid": _("Enter the time like this: 20:00.")},
        )
    )
    zone = needed(TimeZoneField())
    least_hours = _number(
        0,
        LONGEST_LEAST_HOURS,
        label=_("Minimum time to negotiate (hours)"),
        help_text=_("A date that leaves less time than this after the last phase is skipped."),
    )
    window_hours = _number(
        1,
        LONGEST_WINDOW_HOURS,
        label=_("Time for retreats and for builds (hours)"),
        help_text=_(
            "These phases fall between two deadlines and don’t move them if there’s enough time."
        ),
    )
    skipped = dates.DateListField(
        label=_("Dates without a deadline"), max_length=5000, help_text=""
    )
    holidays = forms.ChoiceField(
        label=_("No deadline on the public holidays of"),
        required=False,
        choices=lambda: [
            ("", _("no country")),
            *((code, f"{name} ({code})") for code, name in holidays.country_names().items()),
        ],
    )
    absence_cap_days = _number(
        0,
        LONGEST_ABSENCE_DAYS,
        label=_("Longest wait for absent players (days)"),
        help_text=_(
            "A deadline during a player’s announced absence moves to the next date after "
            "it, if that’s no further off than this. With 0, no deadline waits."
        ),
    )
    length = needed(
        forms.IntegerField(
            label=_("Time for each phase"),
            help_text=_("From 1 hour to 30 days; a week is usual."),
            validators=[MinValueValidator(1, message=_("A phase lasts at least 1 hour."))],
        )
    )
    length_unit = needed(forms.ChoiceField(label=_("Unit of time"), choices=UNITS))
    short_length = forms.IntegerField(
        label=_("Time for retreats and for builds"),
        required=False,
        help_text=_("If empty, the same as for other phases."),
        validators=[MinValueValidator(1, message=_("A phase lasts at least 1 hour."))],
    )
    short_unit = needed(forms.ChoiceField(label=_("Unit of time"), choices=UNITS))
    live_minutes = _number(
        SHORTEST_LIVE_MINUTES,
        LONGEST_LIVE_MINUTES,
        label=_("Time for each movement phase (minutes)"),
        help_text=_("From 3 to 59 minutes; 10 is usual. The game begins at its joining time."),
    )
    live_window_minutes = _number(
        1,
        LONGEST_LIVE_MINUTES,
        label=_("Time for retreats and for builds (minutes)"),
        help_text=_("At most as long as a movement phase."),
    )
    live_ready_minutes = _number(
        0,
        LONGEST_LIVE_MINUTES,
        label=_("Delay once everyone is ready (minutes)"),
        help_text=_("With 0, the phase ends immediately."),
    )
    ready_minutes = forms.IntegerField(
        label=_("Delay once everyone is ready (minutes)"),
        min_value=0,
        max_value=LONGEST_READY_MINUTES,
        help_text=_(
            "When everyone is ready, the phase ends after this delay. Until then, "
            "players can change their orders. If someone is no longer ready, the "
            "deadline counts again. With 0, the phase ends immediately."
        ),
    )
    on_missed = forms.ChoiceField(
        label=_("When orders are missing at the deadline"),
        choices=GameSettings.OnMissed,
        widget=forms.RadioSelect,
    )
    grace_hours = _number(1, LONGEST_GRACE_HOURS, label=_("Grace period (hours)"))
    disorder_after = forms.ChoiceField(
        label=_("When a power goes into civil disorder"),
        choices=GameSettings.DisorderAfter,
        widget=forms.RadioSelect,
        help_text=_(
            "Others can take over a power in civil disorder. Before that, its units hold and its "
            "player keeps the seat."
        ),
    )
    disorder_misses = _number(
        FEWEST_MISSES, MOST_MISSES, label=_("Missed turns that lead to civil disorder")
    )
    seats_open_to = forms.ChoiceField(
        label=_("Who may take over an open seat"),
        choices=GameSettings.SeatsOpenTo,
        widget=forms.RadioSelect,
    )
    bots_in_disorder = forms.BooleanField(
        label=_("A bot plays powers in civil disorder"),
        required=False,
        help_text=_(
            "Novice gives the orders that would be missing. Otherwise the units hold. "
            "This can’t be changed once the game has begun."
        ),
    )
    orders_by_key = forms.BooleanField(
        label=_("Players may save orders by a program"),
        required=False,
        help_text=_("With an API key of their own, for example from an app or a bot."),
    )
    press_by_key = forms.BooleanField(
        label=_("Players may send messages by a program"), required=False
    )

    def __init__(
        self,
        *args: Any,
        game_settings: GameSettings | None = None,
        game: Game | None = None,
        rhythms: Sequence[str] = tuple(RHYTHMS),
        **kwargs: Any,
    ) -> None:
        """Build the form with the initial values `game_settings`.

        The absences of the players of `game` count in `deadlines`.
        """
        kwargs["initial"] = initial(game_settings)
        super().__init__(*args, **kwargs)
        self.game = game
        self.rhythms = rhythms
        self.fields["bots_in_disorder"].disabled = game is not None and game.has_begun
        choice = self.fields["rhythm"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(name, RHYTHMS[name]) for name in rhythms]
        self.deadlines: list[Deadline] = []
        iso, own = dates.examples()
        self.fields["skipped"].help_text = _(
            "One per line or separated by commas, for example %(iso)s or %(own)s."
        ) % {"iso": iso, "own": own}
        select = self.fields["zone"].widget
        assert isinstance(select, forms.Select)
        select.choices = time_zones.choices(self["zone"].value() or "")

    @property
    def is_live(self) -> bool:
        """Whether the form was sent with the rhythm of a live game."""
        return self.is_bound and self["rhythm"].value() == LIVE

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        rhythm = data.get("rhythm", "")
        if rhythm:
            self._check_rhythm(rhythm)
        if data.get("on_missed") == GameSettings.OnMissed.GRACE:
            self._require("grace_hours")
        else:
            self.errors.pop("grace_hours", None)
        if data.get("disorder_after") in COUNTED:
            self._require("disorder_misses")
        else:
            self._forget("disorder_misses")
        for name, problem in rhythms.length_problems(rhythm, self._chosen(rhythm)):
            self.add_error(FORM_NAMES[rhythm].get(name, name), problem)
        if not self.errors:
            self._plan_deadlines()
        return data

    def _check_rhythm(self, rhythm: str) -> None:
        """Ignore the fields of the other rhythm, and require those of this one."""
        others = (names for other, names in FIELDS.items() if other != rhythm)
        for name in chain(*others, NOT_LIVE if rhythm == LIVE else ()):
            self._forget(name)
        for name in NEEDED[rhythm]:
            self._require(name)
        for length, unit in self._lengths() if rhythm == LENGTHS else ():
            if self.cleaned_data.get(length):
                self._require(unit)

    def _lengths(self) -> list[tuple[str, str]]:
        """The fields of lengths, each with the field of its unit."""
        return [(f"{name}length", f"{name or 'length_'}unit") for name in ("", "short_", "build_")]

    def _forget(self, name: str) -> None:
        self.errors.pop(name, None)
        self.cleaned_data.pop(name, None)

    def _require(self, name: str) -> None:
        if name not in self.errors and self.cleaned_data.get(name) in (None, "", []):
            self.add_error(name, self.fields[name].error_messages["required"])

    def _hours(self, length: str, unit: str) -> int | None:
        number, unit = self.cleaned_data.get(length), self.cleaned_data.get(unit, "")
        return number * HOURS[unit] if number and unit else None

    def _plan_deadlines(self) -> None:
        """Set `deadlines`, or add an error if all dates are skipped."""
        fields, skipped = self.settings_values()
        plan = GameSettings(game=self.game, **fields)
        try:
            moments = rhythms.next_deadlines(plan, COUNT, skipped=skipped)
        except NoDeadlineError:
            self.add_error("skipped", rhythms.no_deadline())
        else:
            self.deadlines = list(as_deadlines(moments, plan))

    def settings_values(self) -> tuple[dict[str, Any], list[dt.date]]:
        """The fields of a `GameSettings`, and the skipped dates. Expects a valid form."""
        rhythm = self.cleaned_data["rhythm"]
        skipped = self.cleaned_data["skipped"] if rhythm == TIMETABLE else []
        return rhythms.agreed(rhythm, self._chosen(rhythm)), skipped

    def _chosen(self, rhythm: str) -> dict[str, Any]:
        """The fields of a `GameSettings` as they were chosen, as far as they could be read."""
        data = self.cleaned_data
        if rhythm == LIVE:
            return {**data, "ready_minutes": data.get("live_ready_minutes")}
        if rhythm == LENGTHS:
            lengths = zip(FORM_NAMES[LENGTHS], self._lengths(), strict=True)
            return {**data, **{name: self._hours(*names) for name, names in lengths}}
        return {**data, **self.weekday_masks()}

    def warnings(self) -> list[str]:
        """Warnings about valid settings: turns that are too long to end on the next date."""
        if self.errors or self.cleaned_data["rhythm"] != TIMETABLE:
            return []
        warning = tight_timetable_warning(GameSettings(**self.settings_values()[0]))
        return [warning] if warning else []


class ChangeForm(SettingsForm):
    """New settings of a game that exists, with the reason for the change."""

    reason = reason_field()

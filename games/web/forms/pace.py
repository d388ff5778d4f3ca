"""The form for the settings of a new game: the deadlines of a pace, or deadlines of its own."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...lifecycle.paces import PACES, Pace
from ...lifecycle.rhythms import COUNTED, LIVE, rhythm_of
from ...models import GameSettings
from .settings import FIELDS, NOT_LIVE, SettingsForm
from .settings_initial import deadline_values

DisorderAfter = GameSettings.DisorderAfter
OWN = "own"
USUAL = "weekly"
# The fields whose values a pace decides. All others are chosen apart from it.
DEADLINE_FIELDS = (
    "rhythm",
    "weekdays",
    "at",
    "zone",
    "least_hours",
    "window_hours",
    "build_hours",
    "retreat_weekdays",
    "retreat_at",
    "build_weekdays",
    "build_at",
    "length",
    "length_unit",
    "short_length",
    "short_unit",
    "build_length",
    "build_unit",
    "live_minutes",
    "live_window_minutes",
    "live_build_minutes",
)


class PaceForm(SettingsForm):
    """Settings of a game that takes its deadlines from a pace or, with `OWN`, from its fields.

    The page keeps deadlines that were typed beside a pace. If they are others than it had at first,
    the form asks once which are meant: the pace for which it has asked is sent as `asked_pace`.
    Without a pace, the deadlines are the form's own. A form that is not `checked` shows no errors.
    Unless the game `has_master`, nothing is left to one.
    """

    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"),
        choices=[
            *((pace.name, pace.title) for pace in PACES.values()),
            (OWN, gettext_lazy("Custom deadlines")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        *args: Any,
        game_settings: GameSettings | None = None,
        checked: bool = True,
        has_master: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, game_settings=game_settings, **kwargs)
        self.game_settings = game_settings
        self.has_master = has_master
        if not has_master and self.initial["disorder_after"] == DisorderAfter.MASTER:
            self.initial["disorder_after"] = DisorderAfter.IN_A_ROW  # as it is without a master
        self.checked = checked
        self._is_readable = False
        self.fields["pace"].always_answered = True  # type: ignore[attr-defined]
        self.initial["pace"] = _pace_name(game_settings)
        if game_settings is not None:
            self.initial["skipped"] = ""  # dates of the game whose settings these are

    @property
    def chosen_pace(self) -> Pace | None:
        """The pace that is chosen, or None for own deadlines."""
        return PACES.get(self["pace"].value() or OWN)

    @property
    def pace_zone(self) -> str:
        """The time zone of the paces."""
        zone: str = self.initial["zone"]
        return zone

    @property
    def planned(self) -> GameSettings | None:
        """Settings with the deadlines that are chosen, not stored; None if they can't be read."""
        if self.chosen_pace is not None:
            return self.chosen_pace.settings(self.pace_zone)
        if self.is_bound:
            readable = self.is_valid() and self._is_readable
            return GameSettings(**self.settings_values()[0]) if readable else None
        return self.game_settings

    @property
    def is_live(self) -> bool:
        pace = self.chosen_pace
        return "live_minutes" in pace.deadlines if pace else super().is_live

    def ignored_fields(self) -> set[str]:
        """The names of fields that do not count with the deadlines that are chosen."""
        pace = self.chosen_pace
        rhythm = rhythm_of(pace.settings(self.pace_zone)) if pace else self["rhythm"].value()
        ignored = {name for other, names in FIELDS.items() if other != rhythm for name in names}
        if rhythm == LIVE:
            ignored |= {*NOT_LIVE, "lobby_days", "votes_on_extensions"}
        if self["on_missed"].value() != GameSettings.OnMissed.GRACE:
            ignored.add("grace_hours")
        if self["disorder_after"].value() not in COUNTED:
            ignored.add("disorder_misses")
        return ignored

    @property
    def unused_deadlines(self) -> bool:
        """Whether deadlines were typed that don't count because a pace is chosen."""
        if not self.is_bound or self.chosen_pace is None:
            return False
        return any(name in self.data and name in self.changed_data for name in DEADLINE_FIELDS)

    def full_clean(self) -> None:
        super().full_clean()
        self._is_readable = not self.errors
        if not self.checked:
            self.errors.clear()

    def clean(self) -> dict[str, Any]:
        pace = self.chosen_pace
        if pace is not None:
            if self.unused_deadlines and self.data.get("asked_pace") != pace.name:
                message = _(
                    "You’ve also entered your own deadlines under Advanced. Choose “Own "
                    "deadlines” to use them. To use this pace, press the button again."
                )
                self.add_error("pace", message)
            self._take_deadlines(pace)
        data = super().clean()
        if data.get("disorder_after") == DisorderAfter.MASTER and not self.has_master:
            message = _("Only a game master can decide this. Choose another option.")
            self.add_error("disorder_after", message)
        return data

    def _take_deadlines(self, pace: Pace) -> None:
        for name in DEADLINE_FIELDS:
            self._forget(name)
        values = deadline_values(pace.settings(self.pace_zone))
        for name in ("weekdays", "retreat_weekdays", "build_weekdays"):
            values[name] = [int(day) for day in values.get(name, ())]
        self.cleaned_data |= values


def _pace_name(settings: GameSettings | None) -> str:
    if settings is None:
        return USUAL
    return next((pace.name for pace in PACES.values() if pace.is_that_of(settings)), OWN)

"""Actions on the clock of a game."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import clock, time_zones
from accounts.dates import local_time_text

from .... import wording
from ....adjudication import phase_end
from ....adjudication.phase_end import Consequence
from ....core.errors import Refused
from ....deadlines import control, publication, schedule
from ....models import Event, Pause
from ....wording import events
from ..dates import MomentField
from ..extension import ExtensionFields
from .action import Action, reason_field

SEPARATOR = ", "


class ClockAction(Action):
    """An action on a running clock.

    `seen` is the deadline that its page showed: an action from an outdated page is refused.
    """

    seen = forms.DateTimeField(widget=forms.HiddenInput)

    def initial_values(self) -> dict[str, Any]:
        return {"seen": self.deadline.isoformat()}

    @property
    def deadline(self) -> dt.datetime:
        assert self.phase is not None
        assert self.phase.deadline is not None
        return self.phase.deadline

    @property
    def text(self) -> str:
        assert self.phase is not None
        return _("%(phase)s ends %(time)s, in %(left)s.") % {
            "phase": wording.phase(self.phase),
            "time": local_time_text(self.deadline),
            "left": timeuntil(self.deadline, clock.now()),
        }

    def _sentence(self, event: Event) -> str:
        return events.sentence(event, names_open=True)


class PutOffDeadline(ExtensionFields, ClockAction):
    code = "extend"
    title = gettext_lazy("Extend the deadline")
    hint = gettext_lazy("To the next date, by days or hours, or to a time you choose.")
    action = gettext_lazy("Extend")

    needed: ClassVar[Mapping[str, str]] = {"by": "number", "to": "moment"}
    field_order = ("how", "number", "unit", "moment", "reason")

    moment = MomentField(label=gettext_lazy("New deadline"), required=False)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        assert self.phase is not None
        following = local_time_text(schedule.following(self.phase, clock.now()))
        self.offer(
            ("next", _("To the next date of this game: %(time)s") % {"time": following}),
            ("by", _("By days or hours")),
            ("to", _("To another time")),
        )
        zone = time_zones.city(timezone.get_current_timezone_name())
        self.fields["moment"].help_text = _("In your time zone, %(zone)s.") % {"zone": zone}

    def initial_values(self) -> dict[str, Any]:
        return {**super().initial_values(), "how": "next", "number": 1, "moment": self.deadline}

    def perform(self) -> str:
        data = self.cleaned_data
        return self._sentence(
            control.extend(
                self.game,
                to=data["moment"] if data["how"] == "to" else None,
                length=self.length,
                by=self.person,
                reason=data["reason"],
                seen=data["seen"],
            )
        )


class ShortenExtension(ClockAction):
    code = "shorten"
    title = gettext_lazy("Undo an extension")
    hint = gettext_lazy("The deadline moves to an earlier time, but not before the one it had.")
    action = gettext_lazy("Move the deadline")

    moment = MomentField(label=gettext_lazy("New deadline"))
    reason = reason_field()

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        zone = time_zones.city(timezone.get_current_timezone_name())
        self.fields["moment"].help_text = _(
            "In your time zone, %(zone)s. At the earliest the deadline before the extension. "
            "The players have at least a day left, or an hour if the extension is less than an "
            "hour old."
        ) % {"zone": zone}

    def initial_values(self) -> dict[str, Any]:
        assert self.phase is not None
        earliest = control.earliest_deadline(self.phase, clock.now())
        return {**super().initial_values(), "moment": earliest}

    def perform(self) -> str:
        data = self.cleaned_data
        return self._sentence(
            control.shorten(
                self.game,
                to=data["moment"],
                by=self.person,
                reason=data["reason"],
                seen=data["seen"],
            )
        )


class PauseGame(ClockAction):
    code = "pause"
    title = gettext_lazy("Pause the game")
    hint = gettext_lazy("The clock stops until a date and then starts again on its own.")
    action = gettext_lazy("Pause")

    until = MomentField(label=gettext_lazy("Until"))
    reason = reason_field()

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        zone = time_zones.city(timezone.get_current_timezone_name())
        self.fields["until"].help_text = _(
            "In your time zone, %(zone)s. At most 60 days from now; you can end the pause sooner."
        ) % {"zone": zone}

    def initial_values(self) -> dict[str, Any]:
        return {**super().initial_values(), "until": clock.now() + dt.timedelta(days=7)}

    @property
    def text(self) -> str:
        left = _("The phase keeps the time it has left.")
        return f"{super().text} {left}"

    def perform(self) -> str:
        data = self.cleaned_data
        return self._sentence(
            control.pause(
                self.game,
                until=data["until"],
                by=self.person,
                reason=data["reason"],
                seen=data["seen"],
            )
        )


class EndPause(Action):
    code = "unpause"
    title = gettext_lazy("End the pause")
    hint = gettext_lazy("The clock starts again immediately.")
    action = gettext_lazy("Start the clock")

    @property
    def text(self) -> str:
        running = Pause.objects.running().filter(phase=self.phase).first()
        if running is None:
            return ""
        now = clock.now()
        return _(
            "The pause would end %(until)s. When the clock starts, the phase has "
            "%(left)s left, or more if the game settings require it."
        ) % {"until": local_time_text(running.until), "left": timeuntil(now + running.left, now)}

    def perform(self) -> str:
        event = control.resume(self.game, by=self.person)
        return events.sentence(event, names_open=True)


class ProcessNow(ClockAction):
    """End the phase at once, after a page that says for whom this has consequences.

    `shown` are those that the page showed. Orders that came since make no new question, but if any
    other power would miss the turn, the page is shown again.
    """

    code = "process"
    title = gettext_lazy("Process now")
    hint = gettext_lazy("Don’t wait for the deadline: the phase ends with the orders saved so far.")
    action = gettext_lazy("Process now")
    danger = True

    reason = reason_field()
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def initial_values(self) -> dict[str, Any]:
        return {**super().initial_values(), "shown": self._consequences_now()}

    def _consequences_now(self) -> str:
        assert self.phase is not None
        return SEPARATOR.join(sorted(control.consequences_now(self.phase)))

    @cached_property
    def consequences(self) -> Sequence[Consequence]:
        """The powers whose orders are missing, and what it means for them."""
        assert self.phase is not None
        return phase_end.consequences_now(self.phase)

    @property
    def text(self) -> str:
        then = _("If you process it now, it ends at once, and the saved orders count.")
        if self.game.publish_hours is not None:
            then = _("If you process it now, it ends at once, and you check the results next.")
        return f"{super().text} {then}"

    @property
    def warning(self) -> str:
        assert self.phase is not None
        return phase_end.warning_now(self.phase, self.consequences)

    def refuse(self, refusal: Refused | str) -> None:
        super().refuse(refusal)
        self.__dict__.pop("consequences", None)
        if self.phase is not None:
            self._replace_sent("shown", self._consequences_now())

    def perform(self) -> str:
        data = self.cleaned_data
        control.end_now(
            self.game,
            by=self.person,
            reason=data["reason"],
            seen=data["seen"],
            shown=data["shown"].split(SEPARATOR),
        )
        if publication.must_wait(self.game):
            return _("The phase takes no more orders. Check and publish the results next.")
        return _("The phase ends now. The results will appear in a moment.")

"""Actions before the results of a closed phase come out: publish them, read an order anew."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import clock

from .... import access, wording
from ....adjudication import phase_end
from ....adjudication.phase_end import Consequence
from ....adjudication.preview import PhasePreview, preview
from ....board import pictures
from ....deadlines import publication
from ....lifecycle.verdicts import Verdict
from ....models import Game, Order, Phase
from ....orders import reading_corrections
from ....orders.feedback import StoredOrder, stored_orders
from ....orders.reading_corrections import DoubtfulOrder
from ....state import phases
from ....wording.results import CorrectedReading, ResultLine, corrected_readings, result_lines
from .action import Action, PreviewedAction, reason_field


class PublishResults(PreviewedAction):
    code = "publish"
    title = gettext_lazy("Check and publish the results")
    hint = gettext_lazy("First you see them alone. Then everyone does.")
    action = gettext_lazy("Publish the results")

    def initial_values(self) -> dict[str, Any]:
        return {"shown": self.digest if self.was_previewed else ""}

    @property
    def was_previewed(self) -> bool:
        return self.phase is not None and self.phase.previewed_at is not None

    @property
    def previewed_value(self) -> str:
        assert self.phase is not None
        return self.preview.value(self.phase)

    @cached_property
    def preview(self) -> PhasePreview:
        assert self.phase is not None
        return preview(self.phase)

    @property
    def is_accepted(self) -> bool:
        """Whether these results were shown. Otherwise the log tells everyone that they are now."""
        if super().is_accepted:
            return True
        publication.mark_previewed(self.game, by=self.person)
        return False

    @property
    def is_shown(self) -> bool:
        """Whether the page shows the results."""
        return bool(self["shown"].value())

    @property
    def text(self) -> str:
        if self.is_shown:
            return _("Nothing is stored yet. Publish these results, or correct a reading first.")
        return _(
            "The preview shows all orders and their results to you alone. The log tells everyone "
            "when you first look."
        )

    @property
    def _verdict(self) -> Verdict | None:
        """The end of the game, as far as the page may tell it."""
        return self.preview.verdict if self.is_shown else None

    @property
    def warning(self) -> str:
        assert self.phase is not None
        return phase_end.warning_of_publishing(self.phase, self.consequences, self._verdict)

    @cached_property
    def consequences(self) -> Sequence[Consequence]:
        """The powers whose players miss the turn, and what becomes of them."""
        assert self.phase is not None
        return phase_end.consequences_of_publishing(self.phase, self._verdict)

    @property
    def board(self) -> SafeString | None:
        if not self.is_shown or self.phase is None:
            return None
        return pictures.draw(self.phase, self.preview.orders)

    @cached_property
    def results(self) -> list[tuple["PowerName", list[ResultLine]]]:
        """The orders and their outcomes by power, if the page shows them."""
        if not self.is_shown or self.phase is None:
            return []
        by_power: dict[str, list[Order]] = {}
        for order in sorted(self.preview.orders, key=lambda order: order.seat.place):
            by_power.setdefault(order.seat.power, []).append(order)
        found = result_lines(self.phase, by_power)
        return [(PowerName(code, wording.power(code)), lines) for code, lines in found.items()]

    @cached_property
    def entered(self) -> list[tuple["PowerName", list[StoredOrder]]]:
        """The orders that this master enters, to proof-read them before the results are shown."""
        if self.is_shown or self.phase is None:
            return []
        return [
            (PowerName(seat.power, wording.power(seat.power)), stored_orders(self.phase, seat))
            for seat in access.seats_entered_by(self.person, self.game)
            if seat.power in phases.orders_due(self.phase)
        ]

    @property
    def takes_late_orders(self) -> bool:
        """Whether orders can still be entered."""
        return self.phase is not None and self.phase.takes_late_orders(clock.now())

    @property
    def rules(self) -> list[tuple[str, str, str]]:
        """The rules that the results cite."""
        return wording.rules(line.rule for _power, lines in self.results for line in lines)

    @property
    def corrections(self) -> list[CorrectedReading]:
        """The readings corrected so far, if the page shows the results."""
        return corrected_readings(self.phase) if self.is_shown and self.phase else []

    @cached_property
    def doubtful(self) -> list["DoubtfulLine"]:
        """The orders that can be read in another way, if the page shows the results."""
        if not self.is_shown or self.phase is None:
            return []
        found = reading_corrections.doubtful_orders(self.phase)
        return [_doubtful_line(self.game, self.phase, each) for each in found]

    def perform(self) -> str:
        publication.publish(self.game, by=self.person)
        return _("The results are published. They appear in a moment.")


@dataclass(frozen=True)
class PowerName:
    """Code and name of a power, for the heading of its results."""

    code: str
    power: str


@dataclass(frozen=True)
class DoubtfulLine:
    """An order that can be read in another way: as typed, as read, and the address to choose."""

    power: str
    typed: str
    order: str
    url: str


def _doubtful_line(game: Game, phase: Phase, doubtful: DoubtfulOrder) -> DoubtfulLine:
    order = doubtful.order
    return DoubtfulLine(
        power=wording.power(order.seat.power),
        typed=doubtful.line,
        order=wording.stored_orders(phase)(order.text),
        url=reverse("games:correct_reading", args=[game.slug, doubtful.province]),
    )


class CorrectReading(Action):
    """Let the order of the unit in a province count as another reading of its text."""

    code = "correct_reading"
    title = gettext_lazy("Correct a reading")
    action = gettext_lazy("Correct the reading")

    reading = forms.ChoiceField(label=gettext_lazy("Read the text as"), widget=forms.RadioSelect)
    reason = reason_field(
        required=True, help_text=gettext_lazy("Everyone can read it beside the results.")
    )

    def __init__(self, *args: Any, province: str) -> None:
        super().__init__(*args)
        if self.phase is None or self.phase.previewed_at is None:
            raise Http404
        found = reading_corrections.doubtful_orders(self.phase)
        self.doubtful = next((each for each in found if each.province == province.upper()), None)
        if self.doubtful is None:
            raise Http404
        field = self.fields["reading"]
        assert isinstance(field, forms.ChoiceField)
        write = wording.stored_orders(self.phase)
        field.choices = [
            (str(order), write(str(order), style="words")) for order in self.doubtful.readings
        ]

    @property
    def text(self) -> str:
        assert self.phase is not None
        assert self.doubtful is not None
        order = self.doubtful.order
        return _("%(power)s wrote “%(typed)s”. It is read as: %(order)s.") % {
            "power": wording.power(order.seat.power),
            "typed": self.doubtful.line,
            "order": wording.stored_orders(self.phase)(order.text, style="words"),
        }

    @property
    def warning(self) -> str:
        return _(
            "The player is told. With the results, everyone sees the text, both readings and your "
            "reason."
        )

    @property
    def cancel_url(self) -> str:
        return reverse("games:master_publish", args=[self.game.slug])

    def perform(self) -> str:
        assert self.doubtful is not None
        data = self.cleaned_data
        reading_corrections.correct_reading(
            self.game,
            self.doubtful.order.pk,
            data["reading"],
            reason=data["reason"],
            by=self.person,
        )
        return _("The order is read as you chose. Check the results again.")

"""Forms that set the position of a line in the sandbox by hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ... import wording
from ...sandbox import pieces
from ...sandbox.line import LAST_YEAR

if TYPE_CHECKING:
    from ...sandbox.line import Line
    from ...sandbox.pieces import Change

TOOLS = {
    "A": gettext_lazy("Place an army"),
    "F": gettext_lazy("Place a fleet"),
    "move": gettext_lazy("Move a unit"),
    "take": gettext_lazy("Take a unit away"),
    "owner": gettext_lazy("Set the owner of a center"),
}


class _PositionForm(forms.Form):
    """A change of a position; after `is_valid`, `changed` is the position with it."""

    def __init__(self, line: Line, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.position = self.changed = line.position

    def _change(self, field: str, change: Change) -> None:
        """Apply a change, or put the reason why there can be no such position beside a field."""
        try:
            self.changed = pieces.apply(change, self.position)
        except pieces.ImpossiblePositionError as error:
            self.add_error(field, wording.refusal(error.cause, self.position.board))


class PiecesForm(_PositionForm):
    """A unit that is placed, moved or taken away, or the owner of a supply center."""

    tool = forms.ChoiceField(
        label=gettext_lazy("Change"), choices=list(TOOLS.items()), widget=forms.RadioSelect
    )
    power = forms.ChoiceField(label=gettext_lazy("Power"), required=False)
    place = forms.ChoiceField(label=gettext_lazy("Province"))
    target = forms.ChoiceField(label=gettext_lazy("Move to"), required=False)

    def __init__(self, line: Line, *args: Any, **kwargs: Any) -> None:
        super().__init__(line, *args, **kwargs)
        position = line.position
        powers = [(code, wording.power(code)) for code in position.setup.powers]
        places = sorted(
            ((code, wording.place(code)) for code in position.board.number),
            key=lambda each: each[1],
        )
        for name, choices in (("power", powers), ("place", places), ("target", places)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", _("nobody") if name == "power" else "—"), *choices]
            field.always_answered = True  # type: ignore[attr-defined]  # not marked as optional

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not {"tool", "power", "place", "target"} <= data.keys():
            return data
        tool, power, place, target = (data[key] for key in ("tool", "power", "place", "target"))
        if tool in "AF":
            if not power:
                self.add_error("power", _("Choose the power of the unit."))
                return data
            self._change("place", partial(pieces.with_unit, power=power, kind=tool, location=place))
        elif tool == "owner":
            self._change("place", partial(pieces.owned, location=place, power=power))
        elif pieces.unit_at(self.position, place) is None:
            there = wording.place(place)
            self.add_error("place", _("There is no unit in %(place)s.") % {"place": there})
        elif tool == "take":
            self._change("place", partial(pieces.without_unit, location=place))
        elif not target:
            self.add_error("target", _("Choose where the unit goes."))
        else:
            self._change("target", partial(pieces.moved, origin=place, target=target))
        return data


class PhaseForm(_PositionForm):
    """The season and the year of a position."""

    kind = forms.ChoiceField(label=gettext_lazy("Phase"))
    year = forms.IntegerField(
        label=gettext_lazy("Year"), min_value=pieces.FIRST_YEAR, max_value=LAST_YEAR
    )

    def __init__(self, line: Line, *args: Any, **kwargs: Any) -> None:
        phase = line.position.phase
        now = {"kind": pieces.kind_of(phase), "year": phase.year}
        super().__init__(line, *args, initial=now, **kwargs)
        years = {"first": pieces.FIRST_YEAR, "last": LAST_YEAR}
        message = _("Write a year from %(first)d to %(last)d.") % years
        codes = ("required", "invalid", "min_value", "max_value")
        self.fields["year"].error_messages |= dict.fromkeys(codes, message)
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(code, wording.phase_kind(code)) for code in pieces.PHASES]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if {"kind", "year"} <= data.keys():
            change = partial(pieces.in_phase, year=data["year"], kind=data["kind"])
            self._change("kind", change)
        return data

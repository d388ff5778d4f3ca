"""The form to propose a vote."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ... import wording
from ...models import Game, Phase, Seat
from ...models.vote import LONGEST_VOTE_DAYS
from ...votes import voting
from ...votes.kinds import KINDS


class VoteForm(forms.Form):
    """A proposal for a vote: one of the kinds that can be proposed in the phase now.

    `voter` is the seat with which the person proposes it, `left` are the powers that are left: the
    game can be conceded to those of other people, and all can share a draw.
    """

    kind = forms.ChoiceField(label=_("Proposal"), widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("Days"),
        help_text=_("From 1 to 14; only to extend the deadline or pause."),
        required=False,
        min_value=1,
        max_value=LONGEST_VOTE_DAYS,
    )
    winner = forms.ChoiceField(label=_("Winning power"), required=False)
    sharers = forms.MultipleChoiceField(
        label=_("Powers that share the draw"), required=False, widget=forms.CheckboxSelectMultiple
    )
    seat = forms.ChoiceField(widget=forms.HiddenInput)

    def __init__(
        self, voter: Seat, data: Any = None, *, phase: Phase, left: Sequence[Seat]
    ) -> None:
        super().__init__(data, auto_id="vote-%s")
        self.left = left
        offered = voting.offered_kinds(phase)
        self._choices("kind", [(each.name.value, each.name.label) for each in offered])
        self._choices("seat", [(voter.power, voter.power)])
        self.fields["seat"].initial = voter.power
        powers = {each.power: wording.power(each.power) for each in left}
        others = [(each.power, powers[each.power]) for each in left if each.hand != voter.hand]
        self._choices("winner", [("", _("Choose a power")), *others])
        self._choices("sharers", list(powers.items()))
        self.fields["sharers"].initial = list(powers)
        for name in ("days", "winner", "sharers"):  # the kinds that have them need them
            self.fields[name].always_answered = True  # type: ignore[attr-defined]
        if not any(each.has_days for each in offered):
            del self.fields["days"]
        if not any(each.has_winner for each in offered):
            del self.fields["winner"]
        named = phase.game.draw_shared_by == Game.DrawSharedBy.NAMED
        if not named or not any(each.has_sharers for each in offered):
            del self.fields["sharers"]

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        kind = KINDS.get(data.get("kind", ""))
        if kind is None or not kind.has_days:
            data["days"] = None
        elif not data.get("days") and "days" not in self.errors:
            self.add_error("days", _("Enter the number of days."))
        if kind is None or not kind.has_winner:
            data["winner"] = ""
        elif not data.get("winner") and "winner" not in self.errors:
            self.add_error("winner", _("Choose the winning power."))
        shared = "sharers" in self.fields and kind is not None and kind.has_sharers
        if shared and len(data.get("sharers", ())) < 2 and "sharers" not in self.errors:
            self.add_error("sharers", _("Choose at least two powers."))
        return data

    def proposal(self) -> dict[str, Any]:
        """The arguments of `voting.propose` that a valid form has."""
        seats = {seat.power: seat for seat in self.left}
        kind = KINDS[self.cleaned_data["kind"]]
        sharers = [seats[power] for power in self.cleaned_data.get("sharers", ())]
        return {
            "name": kind.name,
            "days": self.cleaned_data["days"],
            "winner": seats.get(self.cleaned_data["winner"]),
            "sharers": sharers if kind.has_sharers else [],
        }

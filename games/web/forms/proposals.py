"""The form with which a person proposes something to a bot."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models import BotRequest
from ...orders.choices import ChoiceGroup

Kind = BotRequest.Kind


class ProposalForm(forms.Form):
    """Peace, a support or a free province; the button says which one. `propose` is its value."""

    propose = forms.ChoiceField(
        choices=[(kind.value, kind.label) for kind in Kind if kind is not Kind.TEXT]
    )
    order = forms.ChoiceField(label=_("Support by the bot"), required=False)
    province = forms.ChoiceField(label=_("Province to keep free"), required=False)
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def __init__(
        self,
        data: Any,
        *,
        supports: Sequence[ChoiceGroup],
        provinces: Sequence[tuple[str, str]],
    ) -> None:
        super().__init__(data, auto_id="propose-%s")
        self.fields["order"].choices = [("", _("Choose a support")), *supports]  # type: ignore[attr-defined]
        self.fields["province"].choices = [("", _("Choose a province")), *provinces]  # type: ignore[attr-defined]
        for name in ("order", "province"):
            self.fields[name].always_answered = True  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("propose") == Kind.SUPPORT and data.get("order") == "":
            self.add_error("order", _("Choose the support that you want."))
        if data.get("propose") == Kind.DEMILITARISE and data.get("province") == "":
            self.add_error("province", _("Choose the province that should stay free."))
        return data

    def proposal(self) -> dict[str, Any]:
        """The arguments of `press.bot_proposals.propose` that a valid form gives."""
        data = self.cleaned_data
        kind = Kind(data["propose"])
        return {
            "kind": kind,
            "order": data["order"] if kind is Kind.SUPPORT else "",
            "province": data["province"] if kind is Kind.DEMILITARISE else "",
            "request_key": data["request_key"],
        }

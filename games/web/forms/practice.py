"""The form that begins a practice game."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Bot

from ... import wording
from ...models import Game
from ...state import variants
from .terms import ChoiceLabel

BOT_NOTES = {
    Bot.NOVICE: _("Takes what it can get. Good for a first game."),
    Bot.CONSUL: _("Weighs what the others may do. Hard to beat."),
}
PRESS_CHOICES = [
    (Game.Press.NONE, _("No press"), _("Nobody writes.")),
    (
        Game.Press.FULL,
        _("Proposals"),
        _("The bots answer proposals of peace, of a support, and of a province without units."),
    ),
]


class PracticeForm(forms.Form):
    """Opponent, power, set-up, edition and press of a practice game."""

    bot = forms.ChoiceField(
        label=_("Opponents"),
        choices=lambda: [
            (bot.value, ChoiceLabel.with_note(bot.label, note)) for bot, note in BOT_NOTES.items()
        ],
        initial=Bot.NOVICE,
        widget=forms.RadioSelect,
    )
    setup = forms.ChoiceField(
        label=_("Set-up"),
        choices=lambda: [(name, wording.setup_name(name)) for name in variants.offered_setups()],
        initial=Game._meta.get_field("setup").default,
    )
    power = forms.ChoiceField(
        label=_("Your power"),
        choices=lambda: [("", _("At random")), *_powers()],
        required=False,
    )
    rules = forms.ChoiceField(
        label=_("Edition of the rules"),
        choices=Game.Edition.choices,
        initial=Game.Edition.RULES_2000,
    )
    press = forms.ChoiceField(
        label=_("Press"),
        choices=lambda: [
            (press.value, ChoiceLabel.with_note(label, note))
            for press, label, note in PRESS_CHOICES
        ],
        initial=Game.Press.NONE,
        required=False,
        widget=forms.RadioSelect,
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("power", "press"):
            self.fields[name].always_answered = True  # type: ignore[attr-defined]

    def clean_power(self) -> str:
        """The power without its set-up. Raises `ValidationError` if another set-up was chosen."""
        setup, _slash, power = self.cleaned_data["power"].partition("/")
        chosen = self.cleaned_data.get("setup", setup)
        if setup and setup != chosen:
            raise forms.ValidationError(
                _("This power belongs to “%(other)s”. Choose one of “%(setup)s”, or “At random”."),
                params={
                    "other": wording.setup_name(setup),
                    "setup": wording.setup_name(chosen),
                },
            )
        return str(power)

    def terms(self) -> dict[str, Any]:
        """The arguments of `lifecycle.practice.begin` that a valid form gives."""
        data = self.cleaned_data
        return {
            "bot": Bot(data["bot"]),
            "power": data["power"] or None,
            "setup": data["setup"],
            "edition": data["rules"],
            "press": Game.Press(data["press"] or Game.Press.NONE),
            "request_key": data["request_key"],
        }


def _powers() -> list[tuple[str, list[tuple[str, str]]]]:
    """The powers of each set-up as groups: those of one person are one choice.

    The value is the set-up and the first of these powers, such as “four/AUSTRIA”. The script shows
    only the group of the chosen set-up.
    """
    return [
        (
            wording.setup_name(setup),
            [
                (f"{setup}/{hand[0]}", wording.powers(hand))
                for hand in variants.start_position(setup).setup.players
            ],
        )
        for setup in variants.offered_setups()
    ]

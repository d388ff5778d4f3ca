"""Acts on a public letter."""

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .. import access
from ..mastering import moderation
from ..pages.letter import alone
from ..press import threads
from .act import Act, reason_field
from .people import BEGUN


class _OfALetter(Act):
    when = BEGUN

    def __init__(self, *args: Any, key: str) -> None:
        super().__init__(*args)
        self.letter = access.public_letter_or_404(self.game, key)

    @cached_property
    def shown_letter(self) -> threads.LetterLine:
        return alone(self.person, self.letter)

    @property
    def cancel_url(self) -> str:
        return threads.address_of(self.person, self.letter)


class HideLetter(_OfALetter):
    title = gettext_lazy("Hide a public letter")
    action = gettext_lazy("Hide it")
    danger = True

    reason = reason_field(required=True)

    @property
    def text(self) -> str:
        return _(
            "Nobody but its author and the game masters reads the letter any more, on no page, in"
            " no feed and in no mail that has not been sent. It can be shown again."
        )

    def perform(self) -> str:
        moderation.hide(self.letter, by=self.person, reason=self.cleaned_data["reason"])
        return _("The letter is hidden.")


class ShowLetter(_OfALetter):
    title = gettext_lazy("Show a letter again")
    action = gettext_lazy("Show it")

    @property
    def text(self) -> str:
        return _("Whoever may see this game reads the letter again.")

    def perform(self) -> str:
        moderation.show(self.letter, by=self.person)
        return _("The letter is shown again.")

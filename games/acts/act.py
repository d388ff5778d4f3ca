"""An act of a game master: a page that says what it does, asks for what it needs, and does it."""

import hashlib
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .. import phases
from ..errors import Refused
from ..models import Game, Phase
from ..models.game import RUNNING
from ..press.threads import LetterLine

LONGEST_REASON = 500


class Act(forms.Form):
    """One act, on `game`, by `person`. `when` has the statuses of a game in which it is offered.

    `title` and `hint` stand at the desk, `text` and `warning` on the act's own page, `action` on
    its button. `perform` expects valid data and returns what to tell whoever did it.
    """

    do_not_call_in_templates = True  # the desk shows the classes
    title: ClassVar[str | Promise]
    hint: ClassVar[str | Promise] = ""
    action: ClassVar[str | Promise]
    danger: ClassVar[bool] = False
    when: ClassVar[frozenset[str]] = frozenset(RUNNING)

    def __init__(self, game: Game, person: User, data: QueryDict | None = None) -> None:
        self.game = game
        self.person = person
        super().__init__(data, initial=self.first())

    @classmethod
    def is_offered(cls, game: Game) -> bool:
        return game.status in cls.when

    def first(self) -> dict[str, Any]:
        """What the fields hold when the page opens."""
        return {}

    @cached_property
    def phase(self) -> Phase | None:
        """The open phase; every running game has one."""
        return phases.current(self.game)

    @property
    def text(self) -> str:
        return ""

    @property
    def warning(self) -> str:
        return ""

    @property
    def board(self) -> SafeString | None:
        """A map of what would be."""
        return None

    @property
    def shown_letter(self) -> LetterLine | None:
        """The letter that it is about."""
        return None

    @property
    def button(self) -> str:
        return str(self.action)

    @property
    def is_accepted(self) -> bool:
        """Whether nothing has to be shown first."""
        return True

    @property
    def cancel_url(self) -> str:
        """Where who thinks better of it came from."""
        return reverse("games:master", args=[self.game.slug])

    @property
    def back(self) -> str:
        """Where to go on."""
        return self.cancel_url

    def perform(self) -> str:
        raise NotImplementedError

    def refuse(self, refusal: Refused | str) -> None:
        """Say why not beside what was typed. What the page had seen is now what it shows."""
        self.add_error(None, str(refusal))
        if "seen" in self.fields:
            self.__dict__.pop("phase", None)
            self.put("seen", str(self.first().get("seen", "")))

    def put(self, name: str, value: str) -> None:
        """Let a field come back with something else than was sent."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data[name] = value
        self.data = data


class Shown(Act):
    """An act whose outcome is shown before it is accepted: what was sent is done only if it comes
    once more as it was when its map was drawn."""

    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    @property
    def mark(self) -> str:
        """What tells apart the things that could be done."""
        raise NotImplementedError

    @property
    def button(self) -> str:
        return super().button if self["shown"].value() else gettext("Show what would be")

    @property
    def is_accepted(self) -> bool:
        """To be asked once: from then on the page shows what is asked for now."""
        digest = hashlib.sha256(self.mark.encode()).hexdigest()
        accepted: bool = self.cleaned_data["shown"] == digest
        self.put("shown", digest)
        return accepted


def reason_field(*, required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        help_text=_("For all to read, in the log of the game."),
        required=required,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

"""Base of the actions of a game master.

An action is a form that describes it, asks for the data that it needs, and performs it.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .... import access
from ....adjudication.phase_end import Consequence
from ....core import previews
from ....core.errors import Refused
from ....lifecycle import master_actions
from ....models import Game, Message, Phase, Seat
from ....models.event import LONGEST_ANNOUNCEMENT, LONGEST_REASON
from ....state import phases
from ....state.edition_texts import LazyText

IN_THE_LOG = _("Everyone can read it in the game’s log.")


class Action(forms.Form):
    """An action on `game` by `person`; `code` is its name in `lifecycle.master_actions`.

    Administrators of the site may take an action `for_administrators` too; one that is not
    `for_masters` is theirs alone.

    The game master's page shows `title` and `hint`; the page of the action shows `text` and
    `warning`, and `action` on its button. `danger` colours the button.
    """

    do_not_call_in_templates = True  # the game master's page shows classes, not instances
    code: ClassVar[str]
    title: ClassVar[str | Promise]
    hint: ClassVar[str | Promise] = ""
    action: ClassVar[str | Promise]
    danger: ClassVar[bool] = False
    for_administrators: ClassVar[bool] = False
    for_masters: ClassVar[bool] = True

    def __init__(self, game: Game, person: User, data: QueryDict | None = None) -> None:
        self.game = game
        self.person = person
        super().__init__(data, initial=self.initial_values())

    @classmethod
    def is_offered(cls, game: Game) -> bool:
        return master_actions.is_possible(cls.code, game)

    @classmethod
    def back_url(cls, game: Game, person: User) -> str:
        """Address of the page from which `person` comes to the action."""
        if game.in_lobby:
            return game.get_absolute_url()
        return reverse("games:master", args=[game.slug])

    def initial_values(self) -> dict[str, Any]:
        """Values of the fields when the page is opened."""
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
    def consequences(self) -> Sequence[Consequence]:
        """The powers that the action concerns, for its page."""
        return ()

    @property
    def board(self) -> SafeString | None:
        """A map of the position after the action, if the action has a preview."""
        return None

    @property
    def shown_message(self) -> Message | None:
        """The message on which the action is performed, for its page."""
        return None

    @property
    def button(self) -> str:
        return str(self.action)

    @property
    def is_accepted(self) -> bool:
        """Whether a valid form may be performed: not if a preview has to be shown first."""
        return True

    @property
    def cancel_url(self) -> str:
        """URL of the Cancel link."""
        return self.back_url(self.game, self.person)

    @property
    def next_url(self) -> str:
        """Address to go to after the action."""
        return self.cancel_url

    def perform(self) -> str:
        """Perform it with valid data; return the message for the game master. Raises `Refused`."""
        raise NotImplementedError

    def refuse(self, refusal: Refused | str) -> None:
        """Show the reason on the page, which keeps what was typed.

        A field `seen` gets the current value, since the page shows the current state.
        """
        self.add_error(None, str(refusal))
        if "seen" in self.fields:
            self.__dict__.pop("phase", None)
            self._replace_sent("seen", str(self.initial_values().get("seen", "")))

    def _replace_sent(self, name: str, value: str) -> None:
        """Replace the value of a field that was sent, for the page that comes back."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data[name] = value
        self.data = data


class PowerAction(Action):
    """An action on the seat of `power`."""

    def __init__(self, game: Game, *args: Any, power: str) -> None:
        self.seat: Seat = access.any_seat_or_404(game, power)
        super().__init__(game, *args)


class PreviewedAction(Action):
    """An action whose outcome is shown before it is performed.

    The form has to be sent again, with the same `previewed_value` as when the preview was made.
    """

    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    @property
    def previewed_value(self) -> str:
        """The value on which the outcome depends."""
        raise NotImplementedError

    @property
    def button(self) -> str:
        return super().button if self["shown"].value() else gettext("Preview")

    @property
    def is_accepted(self) -> bool:
        """Whether the preview of the sent form has been shown.

        Read it once for each request: it marks the preview as shown.
        """
        accepted: bool = self.cleaned_data["shown"] == self.digest
        self._replace_sent("shown", self.digest)
        return accepted

    @property
    def digest(self) -> str:
        """Digest of the value on which the outcome depends."""
        return previews.digest(self.code, self.previewed_value)


def announcement_field() -> forms.CharField:
    return forms.CharField(
        label=_("Announcement"),
        max_length=LONGEST_ANNOUNCEMENT,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


def reason_field(*, required: bool = False, help_text: LazyText = IN_THE_LOG) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        help_text=help_text,
        required=required,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

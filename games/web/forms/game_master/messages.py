"""Actions on a public message."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .... import access
from ....models import Message
from ....press import locations, moderation
from .action import Action, reason_field
from .people import BEGUN


class _MessageAction(Action):
    statuses = BEGUN

    def __init__(self, *args: Any, key: str) -> None:
        super().__init__(*args)
        self.message = access.public_message_or_404(self.game, key)

    @property
    def shown_message(self) -> Message:
        return self.message

    @property
    def cancel_url(self) -> str:
        return locations.message_url(self.person, self.message)


class HideMessage(_MessageAction):
    title = gettext_lazy("Hide a public message")
    action = gettext_lazy("Hide message")
    danger = True

    reason = reason_field(required=True)

    @property
    def text(self) -> str:
        return _(
            "Only its author and the game masters can still read the message. Everyone "
            "else no longer sees it on pages, in feeds or in unsent emails. You can show "
            "it again later."
        )

    def perform(self) -> str:
        moderation.hide(self.message, by=self.person, reason=self.cleaned_data["reason"])
        return _("The message is hidden.")


class ShowMessage(_MessageAction):
    title = gettext_lazy("Show a message again")
    action = gettext_lazy("Show message")

    @property
    def text(self) -> str:
        return _("Everyone who can see this game can read the message again.")

    def perform(self) -> str:
        moderation.show(self.message, by=self.person)
        return _("The message is visible again.")

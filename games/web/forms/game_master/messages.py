"""Actions on public texts: a comment on a turn, and the messages of others."""

from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .... import access, wording
from ....core.errors import Refused
from ....game_master import comments
from ....models import Message, Phase
from ....press import locations, moderation
from ....wording import consequences
from ....wording.comments import comment_on
from .action import Action, reason_field


class _MessageAction(Action):
    def __init__(self, *args: Any, key: str) -> None:
        super().__init__(*args)
        self.message = access.public_message_or_404(self.game, key)

    @property
    def shown_message(self) -> Message:
        return self.message

    @property
    def cancel_url(self) -> str:
        return locations.message_url(self.person, self.message)


class CommentOnTurn(Action):
    """Write, change or remove the comment on the phase that was resolved last."""

    code = "comment"
    title = gettext_lazy("Comment on the last turn")
    hint = gettext_lazy("Everyone reads it beside the results, in the report and in the feed.")
    action = gettext_lazy("Publish")

    seen = forms.IntegerField(widget=forms.HiddenInput)
    words = forms.CharField(
        label=gettext_lazy("Comment"),
        help_text=gettext_lazy("Formatted like messages. Leave it empty to remove the comment."),
        required=False,
        max_length=comments.LONGEST,
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    @cached_property
    def last(self) -> Phase:
        """The phase on which the comment is."""
        found = comments.commentable_phase(self.game)
        assert found is not None  # or the action is not offered
        found.game = self.game
        return found

    def initial_values(self) -> dict[str, Any]:
        comment = comment_on(self.last)
        return {"seen": self.last.number, "words": comment.text if comment else ""}

    @property
    def text(self) -> str:
        return _(
            "You can change the comment on %(phase)s until the next phase is resolved. Everyone is "
            "notified of the first version, and the log keeps them all."
        ) % {"phase": wording.phase(self.last)}

    @property
    def next_url(self) -> str:
        return self.last.get_absolute_url()

    def refuse(self, refusal: Refused | str) -> None:
        self.__dict__.pop("last", None)
        super().refuse(refusal)

    def perform(self) -> str:
        data = self.cleaned_data
        comments.write_comment(self.game, data["words"], by=self.person, seen=data["seen"])
        return _("Everyone can read the comment now.") if data["words"] else _("It’s removed.")


class HideMessage(_MessageAction):
    code = "hide_message"
    title = gettext_lazy("Hide a public message")
    action = gettext_lazy("Hide message")
    danger = True

    reason = reason_field(required=True)

    @property
    def text(self) -> str:
        return consequences.of_hiding()

    def perform(self) -> str:
        moderation.hide(self.message, by=self.person, reason=self.cleaned_data["reason"])
        return _("The message is hidden.")


class ShowMessage(_MessageAction):
    code = "show_message"
    title = gettext_lazy("Show a message again")
    action = gettext_lazy("Show message")

    @property
    def text(self) -> str:
        return _("Everyone who can see this game can read the message again.")

    def perform(self) -> str:
        moderation.show(self.message, by=self.person)
        return _("The message is visible again.")

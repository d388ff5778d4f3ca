"""The text of a notification, if its reader may and wants to know it now.

The active language and time zone are the reader's. The templates are in
`templates/games/notifications/mail/`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from .. import access
from ..models import MailChoice, Message, Notification
from . import kind_texts, preferences

MAIL_TEXTS: dict[Notification.Kind, Callable[[Notification, str], kind_texts.MailText | None]] = {
    Notification.Kind.GAME_BEGUN: kind_texts.game_begun,
    Notification.Kind.YOUR_TURN: kind_texts.your_turn,
    Notification.Kind.REMINDER: kind_texts.reminder,
    Notification.Kind.RESULTS: kind_texts.results,
    Notification.Kind.MESSAGE: kind_texts.message,
    Notification.Kind.GAME_OVER: kind_texts.game_over,
    Notification.Kind.LOBBY_EXPIRED: kind_texts.news,
    Notification.Kind.REMOVED: kind_texts.news,
    Notification.Kind.SET_ASIDE: kind_texts.news,
    Notification.Kind.ANNOUNCEMENT: kind_texts.news,
    Notification.Kind.NEWS: kind_texts.news,
    Notification.Kind.VOTE: kind_texts.news,
    Notification.Kind.COMPLAINT: kind_texts.news,
    Notification.Kind.INVITATION: kind_texts.invitation,
}

FOR_ADMINISTRATORS = (Notification.Kind.SET_ASIDE, Notification.Kind.COMPLAINT)


@dataclass(frozen=True)
class NotificationText:
    """The text of one notification.

    The subject is one line, even if the game's title has several.
    """

    subject: str
    template: str
    context: dict[str, Any]

    @property
    def message(self) -> Message | None:
        """The message whose text is to be shown, if any."""
        return self.context.get("message")

    def body(self, **context: Any) -> str:
        """The text of a mail, or of a part of it; `context` is added for the template.

        `text` in it stands for the text of the message.
        """
        template = f"games/notifications/mail/{self.template}.txt"
        return render_to_string(template, {**context, **self.context}).strip()


def notification_text(notification: Notification) -> NotificationText | None:
    """The text of a mail; None if there is nothing to send.

    That is the case if there is nothing left to tell, or if the reader wants no mail of this kind.
    """
    how = preferences.mail_preference(notification.person, notification.kind)
    return None if how == MailChoice.How.OFF else text_for_channel(notification, how)


def text_for_channel(notification: Notification, how: str) -> NotificationText | None:
    """The text of a notification for any channel; None if there is nothing left to tell.

    `how` is the reader's choice of mail for the kind. The rows are read as they are now: a phase
    that is over needs no reminder, and a person who left a seat reads none of its messages.
    """
    if (
        not notification.person.is_active
        or notification.person.is_leaving
        or not may_know(notification)
    ):
        return None
    written = MAIL_TEXTS[Notification.Kind(notification.kind)](notification, how)
    if written is None:
        return None
    return NotificationText(" ".join(written.subject.split()), written.template, written.context)


def may_know(notification: Notification) -> bool:
    """Whether the notification's reader may know of its game now."""
    if notification.kind == Notification.Kind.REMOVED:
        return True  # it says nothing but the title, which they know
    if notification.kind in FOR_ADMINISTRATORS and notification.person.is_superuser:
        return True  # administrators are told of every game
    if notification.kind == Notification.Kind.INVITATION:
        return True  # it says nothing of the game
    return access.sees_game(notification.person, notification.game)

"""Methods about the owner of the key, other people and notifications."""

from typing import Any

from .transport import Requests, path_of, query_of
from .types.account import Me, Notification, NotificationList, OwnProfile, Person, Settings
from .types.common import Done
from .types.webhooks import Webhook, WebhookList


class AccountMethods(Requests):
    def me(self) -> Me:
        """Your name and preferences, and what the key may do."""
        return self._read(Me, "/me")

    def settings(self) -> Settings:
        """Your settings and your choices of notifications."""
        return self._read(Settings, "/me/settings")

    def change_settings(self, **changes: Any) -> Settings:
        """Change the given fields of your settings, such as `language="es"`. Returns all."""
        return self._write(Settings, "PATCH", "/me/settings", changes)

    def profile(self) -> OwnProfile:
        """Your own profile, and who can see it."""
        return self._read(OwnProfile, "/me/profile")

    def change_profile(self, **changes: Any) -> OwnProfile:
        """Change the given fields of your profile, such as `about="…"`. Returns all."""
        return self._write(OwnProfile, "PATCH", "/me/profile", changes)

    def person(self, name: str, *, cursor: str | None = None) -> Person:
        """The profile of somebody as you may see it; `cursor` leads to earlier games."""
        return self._read(Person, path_of("people", name) + query_of(cursor=cursor or None))

    def notifications(self) -> list[Notification]:
        """Your newest notifications, the newest first."""
        return self._read(NotificationList, "/me/notifications")["notifications"]

    def own_webhooks(self) -> list[Webhook]:
        """The places that get your notifications of all games."""
        return self._read(WebhookList, "/me/webhooks")["webhooks"]

    def add_own_webhook(self, kind: str, url: str, **more: Any) -> list[Webhook]:
        """Send your notifications to another place too; all places are the answer.

        `more` are the other fields of `NewWebhook` in the description of the API, such as `secret`.
        """
        wanted = {"kind": kind, "url": url, **more}
        return self._write(WebhookList, "POST", "/me/webhooks", wanted)["webhooks"]

    def try_own_webhook(self, webhook: str) -> str:
        """Send a test; `webhook` is an `id` of `own_webhooks`."""
        return self._write(Done, "POST", path_of("me", "webhooks", webhook, "test"), {})["message"]

    def switch_own_webhook_off(self, webhook: str, *, confirmed: bool = False) -> str:
        """Stop sending your notifications to a place, for good."""
        path = path_of("me", "webhooks", webhook, "off")
        return self._write(Done, "POST", path, {"confirmed": confirmed})["message"]

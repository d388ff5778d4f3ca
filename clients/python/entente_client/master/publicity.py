"""Methods of a master about announcements, public messages, maps and webhooks."""

from typing import Any

from ..transport import path_of
from ..types.webhooks import Webhook, WebhookList
from .requests import MasterRequests


class PublicityMethods(MasterRequests):
    def announce(self, slug: str, text: str) -> str:
        """Publish an announcement, and notify everyone in the game."""
        return self._run(slug, "announce", text=text)

    def comment(self, slug: str, phase: str, text: str) -> str:
        """Write, change or remove the comment on the phase that was resolved last."""
        return self._run(slug, "comment", phase=phase, text=text)

    def rename(self, slug: str, title: str, *, reason: str = "") -> str:
        """Give the game another title."""
        return self._run(slug, "rename", title=title, reason=reason)

    def hide_message(self, slug: str, key: str, *, reason: str, confirmed: bool = False) -> str:
        """Hide a public message."""
        return self._run(slug, "messages", key, "hide", reason=reason, confirmed=confirmed)

    def show_message(self, slug: str, key: str) -> str:
        """Show a hidden message again."""
        return self._run(slug, "messages", key, "show")

    def open_maps(self, slug: str, *, confirmed: bool = False) -> str:
        """Give the maps of a private game secret addresses, which reports contain."""
        return self._run(slug, "maps", "open", confirmed=confirmed)

    def close_maps(self, slug: str, *, confirmed: bool = False) -> str:
        """Revoke the secret addresses of the maps."""
        return self._run(slug, "maps", "close", confirmed=confirmed)

    # Webhooks

    def webhooks(self, slug: str) -> list[Webhook]:
        """The places that get the news of a game."""
        path = path_of("games", slug, "master", "webhooks")
        return self._read(WebhookList, path)["webhooks"]

    def add_webhook(self, slug: str, kind: str, url: str, **more: Any) -> list[Webhook]:
        """Send the news of a game to another place too; all places are the answer.

        `more` are the other fields of `NewWebhook` in the description of the API.
        """
        path, wanted = path_of("games", slug, "master", "webhooks"), {"kind": kind, "url": url}
        return self._write(WebhookList, "POST", path, wanted | more)["webhooks"]

    def try_webhook(self, slug: str, webhook: str) -> str:
        """Send a test; `webhook` is an `id` of `webhooks`."""
        return self._run(slug, "webhooks", webhook, "test")

    def switch_webhook_off(self, slug: str, webhook: str, *, confirmed: bool = False) -> str:
        """Stop sending news to a place, for good."""
        return self._run(slug, "webhooks", webhook, "off", confirmed=confirmed)

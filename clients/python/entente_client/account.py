"""Methods about the owner of the key, other people and notifications."""

from typing import Any

from .transport import Requests, path_of, query_of
from .types.account import Me, Notification, NotificationList, OwnProfile, Person, Settings


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

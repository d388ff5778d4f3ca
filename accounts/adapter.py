"""How allauth meets our users."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A person is stored once and whole: the name must be there when the row is written."""
        form.describe(user)
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def set_password(self, user: User, password: str) -> None:
        """Only the password: a whole row could bring back what closing the account scrubs."""
        user.set_password(password)
        user.save(update_fields=["password"])

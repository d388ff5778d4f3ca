"""How allauth meets our users."""

import ipaddress
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
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

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that limits are counted by: what our own proxies say, nothing before it.

        A request that came past some of the proxies counts by the address that it came from: what
        stands in its header is anybody's word. Raises PermissionDenied if there is no address.
        """
        try:
            ip: str = super().get_client_ip(request)
        except ImproperlyConfigured:
            ip = request.META.get("REMOTE_ADDR", "")
        try:
            address = ipaddress.ip_address(ip)
        except ValueError as error:
            raise PermissionDenied from error
        # Behind a socket that speaks both, all of IPv4 would count as one network of IPv6.
        return str(getattr(address, "ipv4_mapped", None) or address)

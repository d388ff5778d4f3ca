"""How allauth meets our users."""

import ipaddress
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts import suspending, traces
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

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Whoever gave the right password learns why that is not enough."""
        context = {"reason": suspending.reason(user)}
        return render(request, "account/account_inactive.html", context, status=403)

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        answer: HttpResponse = super().post_login(request, user, **options)
        traces.leave(request, user, answer)
        return answer

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """None to a suspended account: not even one that denies that it exists."""
        if not suspending.suspended().filter(email=email.lower()).exists():
            super().send_mail(template_prefix, email, context)

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

"""Allauth's adapter: storing users of this site, signing them in and sending them mail."""

import ipaddress
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.core.internal import ratelimit
from allauth.mfa.models import Authenticator
from allauth.utils import build_absolute_uri
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.password_validation import get_default_password_validators
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import (
    address_changes,
    clock,
    dates,
    feed_keys,
    rate_limits,
    reader_locale,
    suspension,
)
from accounts.devices import device_names, device_traces
from accounts.mails import account_mails, links
from accounts.models import User
from accounts.providers import confirmation
from accounts.sessions import open_sessions

SECOND_FACTOR_STAGE = "accounts.second_factors.stages.SecondFactorStage"

log = structlog.get_logger(__name__)


NOT_YOUR_PASSWORD = _("This isn’t your password. Try again.")
# Failed sign-ins are counted for five minutes at most (config/rate_limits.py).
TOO_MANY = _("You’ve tried too many times. Wait 5 minutes and try again.")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account isn’t active."),
        "duplicate_email": _("Your account already uses this address. Enter another."),
        "email_password_mismatch": _("The email address or password is wrong."),
        "enter_current_password": NOT_YOUR_PASSWORD,
        "incorrect_password": NOT_YOUR_PASSWORD,
        "invalid_password_reset": _("This link no longer works."),
        "rate_limited": TOO_MANY,
        "too_many_login_attempts": TOO_MANY,
    }

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Set name and preferences before allauth writes the row: the name is required."""
        form.set_profile(user)
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def get_login_stages(self) -> list[str]:
        """Replace allauth's step that asks for the second factor by our own."""
        own = {"allauth.mfa.stages.AuthenticateStage": SECOND_FACTOR_STAGE}
        return [own.get(stage, stage) for stage in super().get_login_stages()]

    def clean_password(self, password: str, user: User | None = None) -> str:
        """Check a new password, up to the first objection.

        So one sentence says what to do, and no service is asked about a password that is refused
        anyway. Raises ValidationError.
        """
        for validator in get_default_password_validators():
            validator.validate(password, user)
        return password

    def set_password(self, user: User, password: str) -> None:
        """Write only the password: a stale row written whole could undo a closed account.

        The key of the feeds is renewed as well: somebody who knew the old password may have it. All
        sessions end but the one that the person uses.
        """
        user.set_password(password)
        user.save(update_fields=["password"])
        open_sessions.end_all(user, but=self._session_of(user))
        if user.feed_key is not None:
            feed_keys.renew(user)
        log.info("password_changed", person=user.pk)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Keep the session that confirms a new address; all others end with the old one."""
        confirmed: bool = super().confirm_email(request, email_address)
        user = request.user
        if confirmed and isinstance(user, User) and user.pk == email_address.user_id:
            user.refresh_from_db(fields=["email"])
            update_session_auth_hash(request, user)
        if confirmed:
            person = email_address.user
            open_sessions.end_all(person, but=self._session_of(person))
            log.info("address_confirmed", person=email_address.user_id)
        return confirmed

    def _session_of(self, person: User) -> str | None:
        """Return the key of the session that sent the request, if it is the person's."""
        request = allauth_context.request
        if request is None or request.user.pk != person.pk:
            return None
        key: str | None = request.session.session_key
        return key

    def is_reauthentication_required(self, *, app: str, **options: Any) -> bool:
        """Add what allauth lacks for people without a password (`providers.confirmation`)."""
        required: bool = super().is_reauthentication_required(app=app, **options)
        if required:
            confirmation.require(self.request)
        return required

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Add the links by which a person undoes what somebody else did in their account.

        The mail about a changed address goes to the old one.
        """
        if template_prefix.startswith("mfa/"):
            context = {"security_url": build_absolute_uri(self.request, reverse("mfa_index"))}
        if template_prefix.startswith("account/"):
            reset_url = build_absolute_uri(self.request, reverse("account_reset_password"))
            context = {**(context or {}), "reset_url": reset_url}
        if context and template_prefix == "account/email/email_changed":
            old, new = context["from_email"], context["to_email"]
            token = address_changes.record(user, old=old, new=new)
            path = reverse("accounts:undo_address_change", args=[token])
            context = {**context, "undo_url": build_absolute_uri(self.request, path)}
        super().send_notification_mail(template_prefix, user, context, email)

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """Name the ways to confirm who one is, and add the one that allauth lacks."""
        has_app = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.TOTP).exists
        words = {
            "reauthenticate": gettext("Use your password"),
            "mfa_reauthenticate": gettext("Use your authenticator app or a recovery code")
            if has_app()
            else gettext("Use a recovery code"),
            "mfa_reauthenticate:webauthn": gettext("Use a passkey"),
        }
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        named = [{**each, "description": words[each["id"]]} for each in methods]
        return named or ([confirmation.method()] if user.is_authenticated else [])

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Show the reason of the suspension; called only after the right password or passkey."""
        context = {"suspension": suspension.latest(user)}
        return render(request, "account/account_inactive.html", context, status=403)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in, and mail the person if the browser is new to an account in use."""
        in_use = user.last_login is not None
        super().login(request, user)
        if in_use and device_traces.known_browser(request, email=user.email) is None:
            self._tell_of_new_browser(request, user)

    def _tell_of_new_browser(self, request: HttpRequest, user: User) -> None:
        user_agent = request.headers.get("User-Agent", "")
        with reader_locale.override(user):
            context = {
                "device": device_names.name(*device_names.parse(user_agent)),
                "when": dates.local_time_text(clock.now()),
                "password_url": build_absolute_uri(request, reverse("account_change_password")),
                "sessions_url": build_absolute_uri(request, reverse("accounts:sessions")),
            }
            self.send_mail("account/email/new_browser", user.email, context)

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        answer: HttpResponse = super().post_login(request, user, **options)
        device_traces.record(request, user, answer)
        log.info("signed_in", person=user.pk)
        return answer

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Log a wrong password. Nothing that was typed is logged: it may be a password."""
        super().authentication_failed(request, **credentials)
        log.info("sign_in_failed")

    def logout(self, request: HttpRequest) -> None:
        log.info("signed_out", person=request.user.pk)
        super().logout(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt to sign in. Allauth takes it back if the password is right.

        A browser from which the account has signed in before has a count of its own, so that
        nobody else's wrong passwords keep the right person out.
        """
        mark = device_traces.known_browser(request, email=credentials.get("email", ""))
        if mark is None:
            super().pre_authenticate(request, **credentials)
            return
        self._login_failed_rl_usage = ratelimit.consume(
            request,
            app="allauth.account",
            action="login_failed_in_known_browser",
            key=f"{super()._get_login_attempts_cache_key(request, **credentials)}:{mark}",
        )
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count by account and network, so that nobody locks others out from elsewhere."""
        account = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{device_traces.client_network(request)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the mail, or store a row that is never sent, which takes as long.

        So the time of the answer does not tell whether it is sent.
        """
        basics = {"request": allauth_context.request, "email": email}
        text = links.of_site_url({**basics, **context})
        message = self.render_mail(template_prefix, email, text)
        email = email.lower()
        to = email if self._is_sent(template_prefix, email) else ""
        account_mails.queue(to=to, subject=str(message.subject), text=str(message.body))

    def _is_sent(self, template_prefix: str, email: str) -> bool:
        """Whether a mail is sent: none to suspended accounts, few to addresses without account."""
        if suspension.suspended_people().filter(email=email).exists():
            return False
        if template_prefix != "account/email/unknown_account":
            return True
        return rate_limits.allows_mail_to_stranger(self.request, email)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address, by which rate limits are counted.

        X-Forwarded-For is trusted only as far as our own proxies wrote it. A request that did not
        pass all of them could hold anything in that header, so its REMOTE_ADDR counts.
        Raises PermissionDenied if there is no valid address.
        """
        try:
            ip: str = super().get_client_ip(request)
        except ImproperlyConfigured:
            ip = request.META.get("REMOTE_ADDR", "")
        try:
            address = ipaddress.ip_address(ip)
        except ValueError as error:
            raise PermissionDenied from error
        # On a dual-stack socket all IPv4 clients would otherwise share one IPv6 network.
        return str(getattr(address, "ipv4_mapped", None) or address)

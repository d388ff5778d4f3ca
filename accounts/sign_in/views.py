"""Changing and confirming the e-mail address: allauth's pages with other answers."""

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.views import ConfirmEmailView, EmailView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods


class AddressView(EmailView):  # type: ignore[misc]
    """Also says whether the link was sent again."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if "action_send" not in request.POST:
            return answer
        waiting = EmailAddress.objects.filter(user=request.user, verified=False)
        if self._did_send_verification_email:
            messages.success(request, _("The link has been sent again."))
        elif waiting.filter(email=request.POST.get("email", "").lower()).exists():
            messages.info(
                request, _("The link was sent a moment ago. Wait a minute and try again.")
            )
        return answer


class ConfirmAddressView(ConfirmEmailView):  # type: ignore[misc]
    def logout_other_user(self, confirmation: EmailConfirmationHMAC) -> None:
        """Sign out somebody else only when the address is confirmed.

        Allauth does so when the page is opened: a link that somebody sends would sign one out.
        """
        if self.request.method == "POST":
            super().logout_other_user(confirmation)


_pages = require_http_methods(["GET", "HEAD", "POST"])
change_address = _pages(AddressView.as_view())
confirm_address = _pages(ConfirmAddressView.as_view())

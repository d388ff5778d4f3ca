"""Changing the e-mail address: allauth's page, which also answers who asks for the link again."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import EmailView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _


class AddressView(EmailView):  # type: ignore[misc]
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if "action_send" not in request.POST:
            return answer
        waiting = EmailAddress.objects.filter(user=request.user, verified=False)
        if self._did_send_verification_email:
            messages.success(request, _("We have sent the link again."))
        elif waiting.filter(email=request.POST.get("email", "").lower()).exists():
            messages.info(request, _("We sent the link a moment ago. Wait a minute and try again."))
        return answer


change_address = AddressView.as_view()

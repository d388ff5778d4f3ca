"""The pages on which people list, make and revoke their API keys."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.api_keys import keys
from accounts.api_keys.forms import ApiKeyForm
from accounts.models.api_key import SCOPES
from accounts.requests import SignedInRequest
from accounts.sessions import reauthentication


@login_required
@require_safe
def key_list(request: SignedInRequest) -> HttpResponse:
    context = {"keys": keys.usable_keys(request.user), "most": keys.MOST_KEYS}
    return render(request, "accounts/api_keys/keys.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@reauthentication.required
@rate_limits.limited("preferences")
def new_key(request: SignedInRequest) -> HttpResponse:
    """The form for a new key. The page that answers it shows the key, and no other page does."""
    form = ApiKeyForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        chosen = {each: form.cleaned_data[each] for each in ("name", *SCOPES)}
        try:
            key, text = keys.make(request.user, ends_at=form.ends_at(), **chosen)
        except keys.TooManyKeys:
            refusal = _("You already have %(most)d keys. Revoke one first.")
            form.add_error(None, refusal % {"most": keys.MOST_KEYS})
        except keys.NotTakingPart:
            raise PermissionDenied from None
        else:
            return render(request, "accounts/api_keys/made.html", {"key": key, "text": text})
    return render(request, "accounts/api_keys/new.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def revoke_key(request: SignedInRequest, prefix: str) -> HttpResponse:
    key = get_object_or_404(keys.usable_keys(request.user), prefix=prefix)
    if request.method == "POST":
        keys.revoke(key)
        messages.success(request, _("The key “%(name)s” is revoked.") % {"name": key.name})
        return redirect("accounts:api_keys")
    context = {
        "title": _("Revoke the key “%(name)s”?") % {"name": key.name},
        "text": _("Programs with this key can’t use your account any more. This can’t be undone."),
        "action": _("Revoke key"),
        "danger": True,
        "cancel_url": reverse("accounts:api_keys"),
    }
    return render(request, "components/confirm.html", context)

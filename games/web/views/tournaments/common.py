"""Functions that the views of tournaments share."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.requests import SignedInRequest

from ....core.errors import Refused
from ....models import Tournament


def done(
    request: SignedInRequest, found: Tournament, act: Callable[[], object], said: str
) -> HttpResponse:
    """Do something, say so or why it was refused, and lead to the tournament."""
    try:
        act()
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, said)
    return redirect(found)


def question_page(request: SignedInRequest, found: Tournament, **question: object) -> HttpResponse:
    context = {"cancel_url": found.get_absolute_url(), **question}
    return render(request, "components/confirm.html", context)

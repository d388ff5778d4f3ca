"""The profile of a person."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Profile
from accounts.profiles import profiles

from ..pages import profile


@require_safe
def profile_page(request: HttpRequest, name: str) -> HttpResponse:
    """The words of a person about themselves, and their games.

    Visitors are asked to sign in for all but public profiles. Whether there is anybody of that name
    makes no difference to them.
    """
    person = profiles.person_of(name)
    if request.user.is_anonymous and (
        person is None or profiles.profile_of(person).visibility != Profile.Visibility.EVERYONE
    ):
        return redirect_to_login(request.get_full_path())
    if person is None:
        raise Http404
    context = profile.profile_page(request.user, person, request.GET.get("page"))
    return render(request, "games/profile/profile.html", context)

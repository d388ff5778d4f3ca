"""Games and what was done in them, to read. Orders and receipts are in no list of the admin."""

from http import HTTPStatus
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.lists import OfferedLookups
from accounts.models import User

from . import access
from .mastering import oversight
from .models import Event, Game


class ReadOnly(OfferedLookups):
    view_on_site = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ["title", "status", "rules", "created_at", "started_at"]
    list_filter = ["status", "rules"]
    search_fields = ["title", "slug"]
    exclude = ["invitation_key", "map_key", "request_key"]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        answer = super().change_view(request, object_id, form_url, extra_context)
        if answer.status_code == HTTPStatus.OK and isinstance(request.user, User):
            oversight.looked_at(Game.objects.get(pk=unquote(object_id)), request.user)
        return answer


@admin.register(Event)
class EventAdmin(ReadOnly):
    """What was done; an operator who plays learns here no more of their game than the others."""

    list_display = ["at", "kind", "game", "phase", "seat", "by", "whom"]
    fields = ["at", "kind", "game", "phase", "seat", "by", "whom"]
    list_filter = ["kind"]
    list_select_related = ["game", "phase", "seat", "actor", "subject"]
    search_fields = ["game__title", "game__slug"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        return access.events_for_operator(super().get_queryset(request), request.user)

    def by(self, event: Event) -> str:
        return _who(event, event.actor)

    def whom(self, event: Event) -> str:
        return _who(event, event.subject)


def _who(event: Event, person: User | None) -> str:
    if person is None:
        return "–"
    return str(person) if event.game.names_are_open else _("hidden")

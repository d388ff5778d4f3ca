"""Games and what was done in them, to read. Orders and receipts are in no list of the admin."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.lists import OfferedLookups
from accounts.models import User

from . import access
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
    exclude = ["invitation_key", "request_key"]


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

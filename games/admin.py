"""Games and what was done in them, to read. Orders and receipts are in no list of the admin."""

from django.contrib import admin
from django.http import HttpRequest

from .models import Event, Game


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ["title", "status", "rules", "phase_hours", "created_at", "started_at"]
    list_filter = ["status", "rules"]
    search_fields = ["title", "slug"]
    exclude = ["invitation_key", "request_key"]


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ["at", "kind", "game", "phase", "seat", "actor", "subject"]
    list_filter = ["kind"]
    list_select_related = ["game", "phase", "seat", "actor", "subject"]
    search_fields = ["game__title", "game__slug"]

"""Read-only admin pages for games and events. Orders and receipts are not in the admin."""

import datetime as dt
from http import HTTPStatus
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import clock
from accounts.admin_lookups import RestrictedLookupAdmin
from accounts.models import User

from . import access
from .core import audit
from .lifecycle import provisional
from .models import Event, Game
from .web.forms.game_master import LOBBY_ACTIONS


class ReadOnly(RestrictedLookupAdmin):
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
    readonly_fields = ["provisional_end", "oversight", "handling"]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        response = super().change_view(request, object_id, form_url, extra_context)
        if response.status_code == HTTPStatus.OK and isinstance(request.user, User):
            log_visit(Game.objects.get(pk=unquote(object_id)), request.user)
        return response

    @admin.display(description=gettext_lazy("Undo the end"))
    def provisional_end(self, game: Game) -> str:
        """Link to the page that undoes the end: an administrator may not see the game itself."""
        if not provisional.is_provisional(game):
            return "–"
        url = reverse("games:master_reopen", args=[game.slug])
        return format_html('<a href="{}">{}</a>', url, _("Undo the end"))

    @admin.display(description=gettext_lazy("Game masters"))
    def oversight(self, game: Game) -> str:
        """The current masters, and links to appoint and to remove one."""
        if not game.has_begun:
            return "–"
        rows = game.masterships.current().select_related("person")
        names = ", ".join(str(row.person) for row in rows) or _("nobody")
        add, remove = (
            reverse(f"games:master_{name}", args=[game.slug]) for name in ("add", "dismiss")
        )
        links = [(add, _("Add a game master"))]
        if rows:
            links.append((remove, _("Remove a game master")))
        return format_html("{} – {}", names, format_html_join(" · ", '<a href="{}">{}</a>', links))

    @admin.display(description=gettext_lazy("Manage the game"))
    def handling(self, game: Game) -> str:
        """Links to rename the game, and to delete one that never began."""
        links = [
            (reverse(f"games:master_{name}", args=[game.slug]), action.title)
            for name, action in LOBBY_ACTIONS.items()
            if action.for_administrators and action.is_offered(game)
        ]
        return format_html_join(" · ", '<a href="{}">{}</a>', links) or "–"


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Events. In a game in which an operator plays, they see only what other players see."""

    list_display = ["at", "kind", "game", "phase", "seat", "by", "whom"]
    # The page of an event has no more than its line. Links to it would show primary keys, which
    # count the events that are secret until the phase is resolved.
    list_display_links = None
    fields = ["at", "kind", "game", "phase", "seat", "by", "whom"]
    list_filter = ["kind"]
    list_select_related = ["game", "phase", "seat", "actor", "subject"]
    search_fields = ["game__title", "game__slug"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        return access.events_for_operator(super().get_queryset(request), request.user)

    def by(self, event: Event) -> str:
        return _person(event, event.actor)

    def whom(self, event: Event) -> str:
        return _person(event, event.subject)


def _person(event: Event, person: User | None) -> str:
    if person is None:
        return "–"
    return str(person) if event.game.names_are_open else _("hidden")


# Repeated visits within this time are logged once.
LOG_VISIT_EVERY = dt.timedelta(days=1)


def log_visit(game: Game, person: User) -> None:
    """Log that an administrator opened a game that they may not see on the site itself."""
    if access.visible_games(person).filter(pk=game.pk).exists():
        return
    with transaction.atomic():
        Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
        since = clock.now() - LOG_VISIT_EVERY
        seen = game.events.filter(kind=Event.Kind.LOOKED_AT, actor=person, at__gt=since)
        if not seen.exists():
            audit.log(Event.Kind.LOOKED_AT, game=game, actor=person)

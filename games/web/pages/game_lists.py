"""The list of games that readers filter and sort."""

from typing import Any

from django.core.paginator import Paginator
from django.http import QueryDict

from ... import access
from ...lifecycle.filtered_games import filtered_games
from ...lifecycle.listed_games import rows
from ..forms.game_filters import GameFilterForm

PAGE = 25


def list_page(viewer: access.Viewer, query: QueryDict) -> dict[str, Any]:
    """Context of the list of games, narrowed and sorted by the question of its address."""
    form = GameFilterForm(query)
    games = filtered_games(access.visible_games(viewer).among_people(), viewer, form.wanted())
    page = Paginator(games.values_list("pk", flat=True), PAGE).get_page(query.get("page"))
    return {
        "form": form,
        "page": page,
        "games": rows(viewer, list(page.object_list)),
        "question": form.question(),
    }

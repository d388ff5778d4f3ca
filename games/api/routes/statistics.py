"""Statistics: of a game, of the site, and the openings of a power."""

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Query, Router

from ... import access, wording
from ...state import variants
from ...statistics import site_figures
from ..authentication import READ, KeyRequest
from ..problems import Problem
from ..schemas import statistics as schemas
from ..schemas.common import answers
from ..values import statistics as values

router = Router(tags=["Statistics"], auth=READ)


@router.get(
    "/games/{slug:slug}/statistics",
    response=answers(schemas.GameStatistics),
    summary="Read the statistics of a game",
)
def read_game_statistics(request: KeyRequest, slug: str) -> schemas.GameStatistics:
    """Centers and units over the years, and what each power did in the resolved phases."""
    return values.game_statistics(access.begun_game_or_404(request.user, slug))


@router.get(
    "/statistics",
    response=answers(schemas.SiteStatistics),
    summary="Read the statistics of the site",
)
def read_site_statistics(
    request: KeyRequest, games: Query[schemas.Games]
) -> schemas.SiteStatistics:
    """Results by power, lengths and ends of finished games. They tell nothing about people."""
    chosen = games.selection()
    return values.site_statistics(chosen, site_figures.site(chosen))


@router.get(
    "/statistics/openings/{power:power}",
    response=answers(schemas.Openings),
    summary="Read the openings of a power",
)
def read_openings(
    request: KeyRequest, power: str, games: Query[schemas.OpeningGames]
) -> schemas.Openings:
    """The orders of a power in the first spring; with “spring”, also those of the fall after it."""
    chosen = games.selection()
    found = site_figures.explore(chosen, power, games.spring or "")
    if found is None and games.spring and power in variants.played_powers(chosen.setup):
        text = _(
            "Nobody gave these orders. “springs” of the answer without “spring” has those given."
        )
        raise Problem(422, "wrong_field", text, field="spring")
    if found is None:
        raise Http404
    return schemas.Openings(
        setup=chosen.setup,
        power=power,
        name=wording.power(power),
        springs=values.opening_list(chosen.setup, found.springs),
        falls=values.opening_list(chosen.setup, found.falls) if found.falls else None,
    )

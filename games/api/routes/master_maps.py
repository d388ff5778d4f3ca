"""Public addresses of the maps of a private game."""

from django.utils.translation import gettext as _
from ninja import Router

from ...game_master import map_links
from ...wording import consequences
from ..acting import must_be_confirmed
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master
from ..schemas.common import Confirmation, Done, acts
from ..schemas.orders import PhaseProblem

router = Router(tags=["Game master: game"], auth=MASTER)
MAPS = "/games/{slug:slug}/master/maps"
DONE = acts(Done) | {409: PhaseProblem}


@router.post(f"{MAPS}/open", response=DONE, summary="Open the maps to the public")
def show_maps(request: KeyRequest, slug: str, sent: Confirmation) -> Done:
    """Give the maps of a private game secret addresses, which reports then contain."""
    with acting_as_master(request, slug, "show_maps") as game:
        must_be_confirmed(consequences.of_showing_maps(), confirmed=sent.confirmed)
        map_links.show(game, by=request.user)
    return Done(message=_("The maps have addresses now. Reports contain them."))


@router.post(f"{MAPS}/close", response=DONE, summary="Close the maps to the public")
def hide_maps(request: KeyRequest, slug: str, sent: Confirmation) -> Done:
    """Revoke the secret addresses of the maps for good."""
    with acting_as_master(request, slug, "hide_maps") as game:
        must_be_confirmed(consequences.of_hiding_maps(), confirmed=sent.confirmed)
        map_links.hide(game, by=request.user)
    return Done(message=_("The addresses of the maps no longer work."))

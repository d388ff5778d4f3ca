"""The settings of a game in the hands of its masters."""

from django.db import transaction
from ninja import Router

from ... import access
from ...lifecycle import master_actions
from ...lifecycle.settings import change as change_settings
from ...lifecycle.settings import lock
from ..acting import acting_in
from ..authentication import MASTER, KeyRequest
from ..mastering import acting_as_master
from ..schemas import settings as schemas
from ..schemas.common import acts, answers
from ..schemas.orders import PhaseProblem
from ..values import settings as values

router = Router(tags=["Game master"], auth=MASTER)
SETTINGS = "/games/{slug:slug}/master/settings"


@router.get(
    SETTINGS,
    response=answers(schemas.GameSettingsValues) | {409: PhaseProblem},
    summary="Read the settings that you can change",
)
def read_game_settings(request: KeyRequest, slug: str) -> schemas.GameSettingsValues:
    """The newest settings. They apply to phases that open from now on."""
    game = access.mastered_game_or_404(request.user, slug)
    with acting_in(game):
        master_actions.must_be_possible("settings", game)
    return values.settings_value(game)


@router.patch(
    SETTINGS,
    response=acts(schemas.GameSettingsValues) | {409: PhaseProblem},
    summary="Change the settings of a game",
)
def change_game_settings(
    request: KeyRequest, slug: str, change: schemas.GameSettingsChange
) -> schemas.GameSettingsValues:
    """Change some settings: all of these or, if one is wrong, none.

    In a game that has begun they apply from the next phase on, and everyone is notified.
    """
    with acting_as_master(request, slug, "settings") as game, transaction.atomic():
        game = lock(game)  # what the change keeps is not changed by another one meanwhile
        fields, skipped = values.changed_settings(game, change)
        change_settings(game, fields, skipped, by=request.user, reason=change.reason)
    return values.settings_value(access.mastered_game_or_404(request.user, slug))

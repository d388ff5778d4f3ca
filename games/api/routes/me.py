"""The owner of the key: name and preferences, and the notifications that the site shows."""

from ninja import Router

from accounts.profiles import profiles

from ... import access
from ...models import Notification
from ...wording.notifications import notification_sentence
from ..authentication import READ, KeyRequest
from ..schemas import me as schemas
from ..schemas.common import answers

router = Router(tags=["You"], auth=READ)
SHOWN = 50


@router.get("/me", response=answers(schemas.Me), summary="Read your preferences")
def read_me(request: KeyRequest) -> schemas.Me:
    """Your name, preferences and profile, and what this key may do."""
    person, key = request.user, request.auth
    profile = profiles.profile_of(person)
    return schemas.Me(
        name=person.name,
        language=person.language,
        time_zone=person.time_zone,
        notation=person.notation,
        takes_invitations=person.takes_invitations,
        about=profile.about,
        profile_visibility=profile.visibility,
        key=schemas.KeyInfo(
            name=key.name, prefix=key.prefix, scopes=key.scopes, ends_at=key.ends_at
        ),
    )


@router.get(
    "/me/notifications",
    response=answers(schemas.NotificationList),
    summary="List your notifications",
)
def list_notifications(request: KeyRequest) -> schemas.NotificationList:
    """The newest notifications that the site shows you."""
    related = [f"event__{name}" for name in ("phase", "seat", "actor", "subject", "vote")]
    newest = Notification.objects.on_site_of(request.user).select_related("game", "phase", *related)
    rows = list(newest[:SHOWN])
    keys = {row.game_id for row in rows}
    seen = set(access.visible_games(request.user).filter(pk__in=keys).values_list("pk", flat=True))
    found = [
        schemas.Notification(
            kind=row.kind,
            text=notification_sentence(row),
            game=row.game.slug if row.game_id in seen else None,
            phase=row.phase.code if row.phase else None,
            at=row.created_at,
        )
        for row in rows
    ]
    return schemas.NotificationList(notifications=found)

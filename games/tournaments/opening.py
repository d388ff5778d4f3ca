"""Opening a tournament: its settings are those of a game that its organizer masters."""

import datetime as dt
import secrets
import uuid
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.forms import model_to_dict
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core.errors import Refused
from ..lifecycle import creation
from ..lifecycle import settings as game_settings
from ..models import Game
from ..models.tournament import Organizer, Tournament
from ..state import editions

logger = structlog.get_logger(__name__)

TERMS = (
    "setup",
    "rules",
    "anonymous",
    "orders_watched_by",
    "confirms_mail",
    "no_machine_help",
    "least_reliability",
    "refuses_new_players",
    "rated",
    "press",
    "unsigned_messages",
    "messages_open_at_end",
    "successors_read_messages",
    "language",
    "solo_centers",
    "solo_after",
    "solo_of",
    "votes_on_end",
    "votes_on_extensions",
    "draw_shared_by",
    "secret_votes",
    "votes_stand",
    "stalemate_years",
    "ends",
    "ends_after",
    "ends_on",
    "ends_with",
    "provisional_days",
    "house_rules",
)
"""Fields of a game that all games of a tournament have as their pattern has them."""


def open_tournament(
    person: User, source: Game, *, request_key: uuid.UUID, title: str, **fields: Any
) -> Tournament:
    """Open a tournament whose games have the settings of `source`, a game that `person` masters.

    `fields` are those of the form. The same form sent twice opens one tournament. Raises `Refused`
    for games whose settings a tournament can't have.
    """
    _check_source(source)
    with transaction.atomic():
        now = clock.now()
        made = _made_before(person, request_key)
        if made is not None:
            return made
        try:
            with transaction.atomic():
                tournament = Tournament.objects.create(
                    slug=free_slug(title),
                    title=title,
                    pattern=_pattern(source, title),
                    request_key=request_key,
                    created_at=now,
                    **fields,
                )
        except IntegrityError:  # by the same form, sent at the same moment
            made = _made_before(person, request_key)
            if made is None:
                raise
            return made
        Organizer.objects.create(tournament=tournament, person=person, since=now)
    logger.info("tournament_opened", tournament=tournament.slug, by=person.pk)
    return tournament


def _made_before(person: User, request_key: uuid.UUID) -> Tournament | None:
    """The tournament that `person` opened with this form."""
    opened = Tournament.objects.filter(request_key=request_key, organizers__person=person)
    return opened.first()


def _check_source(source: Game) -> None:
    assert source.settings is not None
    if source.settings.live_minutes is not None:
        raise Refused(_("A tournament can’t have live games. Choose a game with longer phases."))
    if source.ends == Game.Ends.DATE:
        raise Refused(_("This game ends on a date, which later rounds would miss. Choose another."))
    if source.settings.disorder_after == source.settings.DisorderAfter.MASTER:
        raise Refused(_("Its game master decides when seats are lost. A table may have none."))


def _pattern(source: Game, title: str) -> Game:
    """Store a game that nobody sees, with the settings of `source`."""
    now = clock.now()
    pattern, _made = creation.get_or_create(
        uuid.uuid4(),
        title=title,
        status=Game.Status.PATTERN,
        visibility=Game.Visibility.PRIVATE,
        allotment=Game.Allotment.DRAW,
        created_at=now,
        lobby_closes_at=now,
        **model_to_dict(source, fields=TERMS),
    )
    assert source.settings is not None
    game_settings.store(
        pattern, model_to_dict(source.settings, fields=game_settings.FIELDS), skipped_dates(source)
    )
    editions.store_changes(pattern, editions.stored_changes(source))
    return pattern


def skipped_dates(game: Game) -> list[dt.date]:
    """Return the dates without deadlines in the settings of a game."""
    assert game.settings is not None
    return list(game.settings.skipped_dates.values_list("date", flat=True))


def free_slug(title: str) -> str:
    """An unused slug, made of a title."""
    slug = slugify(title)[:60].strip("-") or "tournament"
    while slug == "new" or Tournament.objects.filter(slug=slug).exists():
        slug = f"{slug[:60]}-{secrets.token_hex(3)}"
    return slug

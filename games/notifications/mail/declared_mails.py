"""Mails to players without an account: the request to confirm the address, and what happens.

They are stored with their texts, as the mails about accounts are, and sent by the same worker
(`account_mails`). Only the request goes to an address that its owner has not confirmed.
"""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import clock, reader_locale
from accounts.dates import local_time_text
from accounts.mails import account_mails
from accounts.models import User

from ... import wording
from ...core.errors import describe
from ...core.links import absolute_url, site_host
from ...models import DeclaredPlayer, Event, Game, Phase, Seat
from ...reports.write import write
from ...state import phases
from ...wording import events
from .declared_links import address_url
from .declared_order_addresses import address_for_answers

logger = structlog.get_logger(__name__)

BATCH_SIZE = 50
# An address is needed until the last results are sent.
KEPT_AFTER_END = dt.timedelta(days=1)


def queue_request(player: DeclaredPlayer, *, by: User) -> None:
    """Queue the mail that asks the owner of an address to confirm it."""
    with in_language_of(player.game):
        subject = _("%(game)s: do you want the results by email?") % {"game": player.game.title}
        _queue(player, subject, "declared_request", master=by)


def queue_results() -> int:
    """Queue the mails with the newest results for all who have not got them; return how many."""
    later = Phase.objects.resolved().filter(
        game=OuterRef("game"), number__gt=OuterRef("told_phase")
    )
    waiting = DeclaredPlayer.objects.reached().filter(Exists(later.order_by()))
    count = 0
    for player in waiting.select_related("game__settings").order_by("pk")[:BATCH_SIZE]:
        try:
            count += _queue_results(player)
        except Exception as error:  # an error in one game must not stop the others
            logger.error("declared_results_not_sent", game=player.game.slug, error=describe(error))
    return count


def _queue_results(player: DeclaredPlayer) -> bool:
    shown = player.game.phases.resolved().latest("number")
    with transaction.atomic():
        # Another worker may have been here, or the owner has just stopped the mails.
        same = DeclaredPlayer.objects.reached().filter(pk=player.pk, told_phase=player.told_phase)
        if not same.update(told_phase=shown.number):
            return False
        shown.game = player.game
        with in_language_of(player.game):
            subject = _("%(game)s: results of %(phase)s") % {
                "game": player.game.title,
                "phase": wording.phase(shown),
            }
            report = write(shown, "text", player.game.language)
            opened = phases.current(player.game)
            _queue(
                player,
                subject,
                "declared_results",
                opened=opened,
                goes_on=opened is not None,
                report=report,
            )
    return True


def queue_reminders(phase: Phase, missing: QuerySet[Seat]) -> None:
    """Queue reminders for the players without an account among the holders of `missing` seats.

    To be called in the transaction that stores that the reminder was sent.
    """
    seats = missing.order_by("place")
    here = seats.filter(game=OuterRef("game"), hand=OuterRef("hand")).order_by()
    if phase.due_at is None:
        return
    for player in DeclaredPlayer.objects.reached().filter(Exists(here), game=phase.game_id):
        player.game = phase.game
        powers = [seat.power for seat in seats if seat.hand == player.hand]
        with in_language_of(phase.game):
            subject = _("%(game)s: your orders are missing – %(phase)s ends %(time)s") % {
                "game": phase.game.title,
                "phase": wording.phase(phase),
                "time": local_time_text(phase.due_at),
            }
            _queue(
                player,
                subject,
                "declared_reminder",
                opened=phase,
                powers=wording.powers(powers),
                phase=wording.phase(phase),
                until=local_time_text(phase.due_at),
            )


def queue_reopening(event: Event, opened: Phase) -> None:
    """Queue mails about an `event` after which the orders of the `opened` phase are given again.

    To be called in the transaction that opens the phase.
    """
    for player in DeclaredPlayer.objects.reached().filter(game=opened.game_id, hand__isnull=False):
        player.game = opened.game
        with in_language_of(opened.game):
            subject = _("%(game)s: %(phase)s is open again") % {
                "game": opened.game.title,
                "phase": wording.phase(opened),
            }
            _queue(
                player,
                subject,
                "declared_reopening",
                opened=opened,
                happened=events.sentence(event, names_open=False),
                reason=events.reason(event),
                phase=wording.phase(opened),
                until=local_time_text(opened.due_at) if opened.due_at else "",
            )


def forget_addresses() -> int:
    """Delete the addresses that are needed no longer: of games that are over."""
    over = clock.now() - KEPT_AFTER_END
    needless = DeclaredPlayer.objects.filter(
        game__status=Game.Status.FINISHED, game__final_at__lt=over
    )
    return needless.exclude(email="").update(email="", confirmed_at=None)


def _queue(
    player: DeclaredPlayer,
    subject: str,
    template: str,
    *,
    opened: Phase | None = None,
    **context: Any,
) -> None:
    """Queue a mail. If it may be answered with orders, they are for the `opened` phase."""
    game = player.game
    reply_to = address_for_answers(player, opened.number) if opened else ""
    public = game.visibility == Game.Visibility.PUBLIC
    text = render_to_string(
        f"games/notifications/mail/{template}.txt",
        {
            "game": game.title,
            "name": player.name,
            "site": site_host(),
            "url": absolute_url(game.get_absolute_url()) if public else "",
            "address_url": address_url(player),
            "takes_replies": bool(reply_to),
            **context,
        },
    )
    account_mails.queue(
        to=player.email, subject=subject, text=text.strip() + "\n", reply_to=reply_to
    )


@contextmanager
def in_language_of(game: Game) -> Iterator[None]:
    """Use the language of the game and the zone of its timetable: nobody knows the reader's."""
    zone = game.settings.zone if game.settings else ""
    with (
        reader_locale.override(None, language=game.language),
        timezone.override(ZoneInfo(zone) if zone else None),
    ):
        yield

"""The sections about games in a person's own data (see `accounts.own_data.data_archive`)."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.own_data import data_archive
from accounts.own_data.data_archive import Section

from .. import access
from ..core import links
from ..models import Mastership, Notification, SavedLine, Webhook
from ..models.game_queries import GameQuerySet
from ..notifications import preferences
from ..notifications.webhooks import overview
from ..seats import waiting_list
from . import game_record, press_record


def register() -> None:
    """Let a person's own data have sections about games."""
    data_archive.sources += [
        notification_section,
        invitation_section,
        saved_line_section,
        rating_section,
        club_section,
        game_sections,
    ]


def notification_section(person: User) -> Iterator[Section]:
    yield Section(
        "notifications",
        _("Notifications"),
        {"choices": _choices(person), "notifications": _notifications(person)},
        "games/own_data/notifications.html",
    )


def invitation_section(person: User) -> Iterator[Section]:
    yield Section(
        "invitations",
        _("Invitations"),
        {"invitations": _invitations(person), "new_games": _invitations_to_games(person)},
        "games/own_data/invitations.html",
    )


def saved_line_section(person: User) -> Iterator[Section]:
    yield Section(
        "saved-lines",
        _("Saved lines"),
        {"saved_lines": [_saved_line(saved) for saved in person.saved_lines.all()]},
        "games/own_data/saved_lines.html",
    )


def rating_section(person: User) -> Iterator[Section]:
    yield Section(
        "ratings",
        _("Ratings"),
        {
            "ratings": list(
                person.ratings.order_by("ladder").values("ladder", "points", "games", "mu", "sigma")
            ),
            "changes": _rating_changes(person),
        },
        "games/own_data/ratings.html",
    )


def club_section(person: User) -> Iterator[Section]:
    """The clubs that the person belongs to."""
    memberships = person.club_memberships.select_related("club")
    yield Section(
        "clubs",
        _("Clubs"),
        {
            "clubs": [
                {
                    "name": each.club.name,
                    "about": each.club.about,
                    "role": each.role,
                    "role_in_words": str(each.get_role_display()),
                    "joined_at": each.joined_at,
                }
                for each in memberships
            ]
        },
        "games/own_data/clubs.html",
    )


def game_sections(person: User) -> Iterator[Section]:
    """One section for each game that the person waits in, plays, played, masters or mastered.

    A game that they may no longer see is left out.
    """
    for game in _games(person):
        data = {
            **game_record.record(person, game),
            "threads": press_record.threads(person, game),
            "drafts": press_record.unsent(person, game),
            "member_proposals": press_record.member_proposals(person, game),
            "mutes": press_record.mutes(person, game),
            "reports": press_record.reports(person, game),
        }
        yield Section(f"games/{game.slug}", game.title, data, "games/own_data/game.html")


def _games(person: User) -> GameQuerySet:
    mastered = Mastership.objects.filter(person=person).values("game")
    mine = Q(pk__in=access.games_of(person)) | Q(pk__in=mastered)
    games = access.visible_games(person).filter(mine)
    return games.order_by("created_at", "pk")


def _rating_changes(person: User) -> list[dict[str, Any]]:
    """The changes of the person's ratings, oldest first. They have played in all these games."""
    columns = ("mu_before", "sigma_before", "points_before", "mu_after", "sigma_after")
    return [
        {
            "game": row.game.slug,
            "game_in_words": row.game.title,
            "power": row.seat.power,
            "ended_at": row.game.ended_at,
            "ladder": row.ladder,
            "place": row.place,
            "tied": row.tied,
            **{name: getattr(row, name) for name in (*columns, "points_after")},
        }
        for row in access.rating_changes(person).reverse()
    ]


def _saved_line(saved: SavedLine) -> dict[str, Any]:
    link = reverse("games:shared_line", args=[saved.key]) if saved.key else ""
    return {
        "title": saved.title,
        "text": saved.text,
        "holds_orders": saved.holds_orders,
        "created_at": saved.created_at,
        "address": link and links.absolute_url(link),
    }


def _choices(person: User) -> dict[str, Any]:
    volunteer = waiting_list.entry_of(person)
    return {
        "mail": {kind: str(how) for kind, how in preferences.mail_preferences(person).items()},
        "push_off": list(person.push_opt_outs.values_list("kind", flat=True)),
        "push_browsers": list(person.browsers.values("made_at")),
        "webhooks": [
            {
                "kind": webhook.kind,
                "address": overview.address(webhook),
                "language": webhook.language,
                "since": webhook.since,
            }
            for webhook in Webhook.objects.of_person(person)
        ],
        "waiting_list": volunteer and {"since": volunteer.since, "remark": volunteer.remark},
    }


def _invitations(person: User) -> list[dict[str, Any]]:
    """The open invitations, with what their pages show: the reason is for the log alone."""
    rows = access.seat_invitations(person).select_related("seat__game", "invited_by")
    return [
        {
            "kind": row.kind,
            "game": row.seat.game.title,
            "power": row.seat.power,
            "invited_by": str(row.invited_by),
            "phases": row.phases,
            "created_at": row.created_at,
            "expires_at": row.expires_at,
        }
        for row in rows
    ]


def _invitations_to_games(person: User) -> list[dict[str, Any]]:
    """The open invitations to games that have not begun."""
    return [
        {
            "game": row.game.title,
            "invited_by": access.inviter_name(person, row) or None,
            "created_at": row.created_at,
            "expires_at": row.game.lobby_closes_at,
        }
        for row in access.lobby_invitations(person)
    ]


def _notifications(person: User) -> list[dict[str, Any]]:
    """The notifications of the person; a game that they may no longer see is not named."""
    rows = Notification.objects.wanted_by(person).order_by("created_at", "pk")
    told_of = rows.order_by().values("game")
    visible = access.visible_games(person).filter(pk__in=told_of).in_bulk()
    fields = ("kind", "channel", "game", "created_at", "sent_at")
    return [
        {
            "kind": kind,
            "kind_in_words": str(Notification.Kind(kind).label),
            "channel": channel,
            "game": visible[game].slug if game in visible else None,
            "game_in_words": visible[game].title if game in visible else "",
            "created_at": created_at,
            "sent_at": sent_at,
        }
        for kind, channel, game, created_at, sent_at in rows.values_list(*fields)
    ]

"""The privacy page: what the site keeps about people, why and how long, and who else learns it."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import account_closing
from accounts.kept_data import (
    KeptItem,
    Section,
    about_accounts,
    for_good,
    in_words,
    until_closing,
)
from accounts.mails.folder_backend import folder_in_use
from accounts.models import AccountMail

from ...models import (
    Absence,
    Ballot,
    Bookmark,
    Browser,
    Complaint,
    Event,
    LobbyEntry,
    MailChoice,
    Mastership,
    MemberAnswer,
    MemberProposal,
    Message,
    Mute,
    Notification,
    Order,
    Pause,
    PowerWish,
    PushOptOut,
    Receipt,
    SeatInvitation,
    Tenure,
    Thread,
    Volunteer,
    Vote,
    Webhook,
    WebhookDelivery,
)
from ...models.seat_invitation import LIFETIME
from ...notifications import leases, presence
from ...notifications.push import keys, vapid

# Of static/js/drafts.js.
DRAFTS_KEPT = dt.timedelta(days=30)


def privacy_page(request: HttpRequest) -> dict[str, Any]:
    return {
        "operator": settings.OPERATOR,
        "sections": list(all_sections(request)),
        "days": account_closing.COMING_BACK.days,
    }


def all_sections(request: HttpRequest) -> Iterator[Section]:
    *accounts, cookies = about_accounts(request)
    yield from accounts
    yield Section(_("Your games"), tuple(_about_games()))
    yield Section(_("Messages"), tuple(_about_messages()))
    yield Section(_("Notifications"), tuple(_about_notifications()))
    yield cookies
    yield Section(_("In your browser"), tuple(_in_the_browser()))
    yield Section(_("On the server"), tuple(_on_the_server()))


def _about_games() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Your seats, the games you master, and the lobbies in which you wait"),
        _("A game has to know who plays and who masters it."),
        for_good(),
        (LobbyEntry, Mastership, Tenure),
    )
    yield KeptItem(
        _("When you were last in the lobby of a live game"),
        _("It begins with those who are there."),
        _("Until it begins, its lobby closes or you leave it."),
    )
    yield KeptItem(
        _("The powers that you would like to play"),
        _("In some games powers are given by wishes. Nobody else reads them."),
        _("Until the game begins, its lobby closes or you leave it."),
        (PowerWish,),
    )
    yield KeptItem(
        _("Your orders, and a receipt whenever you save them"),
        _("They are the game. Receipts show afterwards what was saved and when."),
        for_good(),
        (Order, Receipt),
    )
    yield KeptItem(
        _("Your votes, pauses and absences, and the log of each game"),
        _(
            "Deadlines and draws depend on them. The log lets everyone check. Secret votes are"
            " deleted when they are counted."
        ),
        for_good(),
        (Absence, Ballot, Event, Pause, Vote),
    )
    yield KeptItem(
        _("That you wait for a seat, with your remark"),
        _("Game masters look for new players."),
        _("Until you have a seat, withdraw or close your account."),
        (Volunteer,),
    )
    yield KeptItem(
        _("An invitation to a seat: by whom, and why, and whether you want any"),
        _("Nobody gets a seat without having accepted."),
        _("Until you answer, or after %(time)s.") % {"time": in_words(LIFETIME)},
        (SeatInvitation,),
    )


def _about_messages() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Your messages, and votes on whom to admit to a thread"),
        _(
            "Those who were in the thread read them, also after the game. They are not encrypted"
            " in the database."
        ),
        for_good(),
        (MemberAnswer, MemberProposal, Message, Thread),
    )
    yield KeptItem(
        _("How far you have read, and whom you have muted"),
        _("You see what is new, and not what you do not want to see."),
        _("For good, until you unmute them. Nobody else sees it."),
        (Bookmark, Mute),
    )
    yield KeptItem(
        _("Messages that you have reported, with your reason"),
        _("Administrators look into them."),
        for_good(),
        (Complaint,),
    )


def _about_notifications() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Notifications"),
        _("You learn that it is your turn, and nothing is told twice."),
        for_good(),
        (Notification,),
    )
    yield KeptItem(
        _("Of which kinds of notification you want mail or push messages"),
        _("You get no others."),
        until_closing(),
        (MailChoice, PushOptOut),
    )
    yield KeptItem(
        _("That you are looking at a game"),
        _("Then you get no mail about it."),
        in_words(presence.KEPT) + ".",
    )
    yield KeptItem(
        _("The text of a mail about your account that waits to be sent"),
        _("The mail server may be down."),
        _("Until it is sent; after about %(time)s it is given up and deleted.")
        % {"time": in_words(leases.GIVEN_UP_AFTER)},
        (AccountMail,),
    )
    if folder_in_use() is None:
        yield KeptItem(
            _("Mails to you, at the mail servers of this site and of your provider"),
            _("You have asked for them, or they are about your account."),
            _("As long as those servers keep them."),
        )
    if keys.is_on():
        yield KeptItem(
            _("The browsers that show you push messages"),
            _(
                "The service of the browser's maker passes them on. It cannot read them, but learns"
                " when there is one."
            ),
            _("Until you sign out or switch it off there. A message waits there for %(time)s.")
            % {"time": in_words(vapid.KEPT_FOR)},
            (Browser,),
        )
    yield KeptItem(
        _("News of a game that its master sends to a chat, a forum or a program"),
        _("The group lives there. Those services see what everybody in the game may see."),
        _("As long as those services keep it. Switching it off deletes their addresses here."),
        (Webhook, WebhookDelivery),
    )


def _in_the_browser() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Drafts of messages"),
        _("A lost connection loses no text. The site does not get them."),
        _("Until you send them or sign out, and at most %(time)s.")
        % {"time": in_words(DRAFTS_KEPT)},
        cookies=("draft:…",),
    )
    yield KeptItem(
        _("The part of the map that you look at"),
        _("The next page shows the same part."),
        _("Until you close the page."),
        cookies=("board:view",),
    )
    yield KeptItem(
        _("How far you have scrolled on the page of a live game"),
        _("It loads itself anew and shows the same part."),
        _("Until you close the page."),
        cookies=("game:follow",),
    )


def _on_the_server() -> Iterator[KeptItem]:
    yield KeptItem(
        _("A log: which kind of page was asked for, when, and by the account of which number"),
        _("Errors can be found. It holds no network address, no text and no order."),
        _("As long as the operator keeps it."),
    )
    yield KeptItem(
        _("Backups of the database, with all of the above"),
        _("No game is lost when a machine breaks."),
        _("As long as the operator keeps them. So what is deleted here may still be in a backup."),
    )

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

from ...core import inbound_address
from ...models import (
    Absence,
    AddressRequest,
    AmendedRule,
    Amendment,
    Ballot,
    Bookmark,
    BotRequest,
    Browser,
    Club,
    ClubMembership,
    Complaint,
    DeclaredPlayer,
    DismissedSharing,
    Draft,
    Entrant,
    Event,
    LessonDone,
    LobbyEntry,
    LobbyInvitation,
    MailChoice,
    MailKey,
    Mastership,
    MemberAnswer,
    MemberProposal,
    Message,
    Mute,
    Notification,
    Order,
    Organizer,
    Pause,
    PowerWish,
    PushOptOut,
    Rating,
    RatingChange,
    ReadingCorrection,
    Receipt,
    ReceivedMail,
    SavedLine,
    SeatInvitation,
    Tenure,
    TextReport,
    Thread,
    Volunteer,
    Vote,
    Webhook,
    WebhookDelivery,
)
from ...models.seat_invitation import LIFETIME
from ...notifications import leases, presence
from ...notifications.mail import reply_addresses
from ...notifications.push import keys, vapid
from ...press import drafts
from .kept_in_browser import in_the_browser


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
    yield Section(_("If you play without an account"), tuple(_about_declared_players()))
    yield Section(_("Messages"), tuple(_about_messages()))
    yield Section(_("Sandbox"), tuple(_about_saved_lines()))
    yield Section(_("Notifications"), tuple(_about_notifications()))
    yield cookies
    yield Section(_("In your browser"), tuple(in_the_browser()))
    yield Section(_("On the server"), tuple(_on_the_server()))


def _about_games() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Your seats, the games you run as game master, and the lobbies you’re in"),
        _("The site must know who plays a game and who its game masters are."),
        for_good(),
        (LobbyEntry, Mastership, Tenure),
    )
    yield KeptItem(
        _("How many deadlines you’ve met and missed"),
        _("Lobbies and profiles show how reliably you play. Games count once names are open."),
        _("It is counted from your games whenever a page asks; nothing more is kept for it."),
    )
    yield KeptItem(
        _("The last day on which you used the site"),
        _("The game masters of your games see it and notice who is missing. They see no time."),
        _("It comes from your sessions and your last sign-in; nothing more is kept for it."),
    )
    yield KeptItem(
        _("When you were last in the lobby of a live game"),
        _("The game begins with the people who are there."),
        _("Until the game begins, its lobby closes or you leave it."),
    )
    yield KeptItem(
        _("Your power preferences"),
        _("Some games assign powers by preference. Nobody else can read yours."),
        _("Until the game begins, its lobby closes or you leave it."),
        (PowerWish,),
    )
    yield KeptItem(
        _("Your orders, the text you typed or pasted, and a receipt whenever you save them"),
        _("The game is played with them. Receipts later show what was saved and when."),
        for_good(),
        (Order, Receipt, ReadingCorrection),
    )
    if inbound_address.is_on():
        yield from _about_received_mails()
    yield KeptItem(
        _("Your votes, proposed house rules, pauses and absences, and the log of each game"),
        _(
            "Deadlines and draws depend on them, and everyone can check them in the log. "
            "Secret votes are deleted when they’re counted."
        ),
        for_good(),
        (Absence, AmendedRule, Amendment, Ballot, Event, Pause, Vote),
    )
    yield KeptItem(
        _("Your ratings, and what each rated game changed"),
        _("They follow from the results of games. Everyone can see them once a result is final."),
        _("For good, because others’ ratings depend on them. A closed account is in no list."),
        (Rating, RatingChange),
    )
    yield KeptItem(
        _("Tournaments that you entered or organize, with your team"),
        _("Everyone can see who is in a tournament, and the standings."),
        for_good(),
        (Entrant, Organizer),
    )
    yield KeptItem(
        _("Your clubs with their words, since when you’re in them, and whether you’re a master"),
        _("The pages of clubs show who belongs to them. Others see you if they see your profile."),
        _("Until you leave the club, are removed or close your account."),
        (Club, ClubMembership),
    )
    yield KeptItem(
        _("Reports of clubs and tournaments, with the words and the reason"),
        _("Administrators remove words that are not acceptable, and answer for it."),
        _("Until your account is erased, or the club is closed."),
        (TextReport,),
    )
    yield KeptItem(
        _("The file of a game that you import"),
        _("You see a preview of the game before it is saved."),
        _("Until you import the game, for one hour at most."),
    )
    yield KeptItem(
        _("Names of players in imported games"),
        _("They came with the history of the game. They are texts and belong to no account here."),
        for_good(),
    )
    yield KeptItem(
        _("Your entry on the waiting list, with your remark"),
        _("Game masters look there for new players."),
        _("Until you get a seat, withdraw or close your account."),
        (Volunteer,),
    )
    yield KeptItem(
        _("Invitations to seats: who invited you, why, and whether you want any"),
        _("Nobody gets a seat without accepting it."),
        _("Until you answer, or after %(time)s.") % {"time": in_words(LIFETIME)},
        (SeatInvitation,),
    )
    yield KeptItem(
        _("Invitations to new games, and who invited you"),
        _(
            "You find the game on your pages, and decide whether you join. The game master or the "
            "person who invited you may see that you declined."
        ),
        _("Until the lobby closes, or either of you closes their account."),
        (LobbyInvitation,),
    )
    yield KeptItem(
        _("Notes of administrators that two players may share a browser or network"),
        _("So the pair isn’t looked into again. Only administrators can read them."),
        for_good(),
        (DismissedSharing,),
    )


def _about_received_mails() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Your addresses for orders by email"),
        _("Orders and answers to messages can come by email. The site keeps no copy of the email."),
        _("Until you delete them, leave the seat or close your account."),
        (MailKey,),
    )
    yield KeptItem(
        _("When emails came to your addresses, and what became of them"),
        _("No email counts twice, and none replaces newer orders."),
        in_words(reply_addresses.KEPT + dt.timedelta(days=1)) + ".",
        (ReceivedMail,),
    )
    yield KeptItem(
        _("The text of an answer to your email that’s waiting to be sent"),
        _("It says which orders were saved."),
        _("Until it’s sent. If that fails for about %(time)s, it’s deleted.")
        % {"time": in_words(leases.GIVEN_UP_AFTER)},
    )


def _about_declared_players() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Your name, as the game master has declared it"),
        _("The others see who plays. The page says that it’s the game master’s declaration."),
        _(
            "With the game, or until you no longer play in it. To have it removed, use the link in "
            "any email from this site, or ask the game master or the operator."
        ),
        (DeclaredPlayer,),
    )
    yield KeptItem(
        _("Your email address, if the game master has entered it"),
        _(
            "You’re asked once whether you want emails. Only if you confirm, you get results and "
            "reminders."
        ),
        _("Until you stop the emails, leave the game or the game is over."),
    )
    yield KeptItem(
        _("A code made from your address, which can’t be turned back into it"),
        _(
            "An address is asked rarely, and never again if you’ve stopped the emails. The link in "
            "old emails keeps working."
        ),
        _("For good."),
        (AddressRequest,),
    )
    yield KeptItem(
        _("Your orders, as the game master has entered them"),
        _("The game is played with them. The game master has read them before the deadline."),
        _("With the game, without your name if it’s removed."),
    )


def _about_messages() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Your messages, and your votes on adding powers to a thread"),
        _(
            "Everyone who was in the thread can read them, even after the game. They are "
            "not encrypted in the database."
        ),
        for_good(),
        (BotRequest, MemberAnswer, MemberProposal, Message, Thread),
    )
    yield KeptItem(
        _("Drafts of messages that you haven’t sent"),
        _("You can go on writing on another device. Nobody else can see them."),
        _(
            "Until you send or discard them, leave the game or close your account. "
            "They’re deleted after %(time)s."
        )
        % {"time": in_words(drafts.KEPT)},
        (Draft,),
    )
    yield KeptItem(
        _("How far you’ve read, and which powers you’ve muted"),
        _("The site shows you what’s new and hides what you don’t want to see."),
        _("For good, or until you unmute a power. Only you can see this."),
        (Bookmark, Mute),
    )
    yield KeptItem(
        _("Messages you’ve reported, with your reason"),
        _("Administrators look into them."),
        for_good(),
        (Complaint,),
    )


def _about_saved_lines() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Lines of the sandbox that you’ve saved"),
        _("You can open them again. Nobody else can see them unless you share their link."),
        _("Until you delete them, or your account is erased."),
        (SavedLine,),
    )


def _about_notifications() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Notifications"),
        _("They tell you when it’s your turn, and nothing is sent twice."),
        for_good(),
        (Notification,),
    )
    yield KeptItem(
        _("Which notifications you want by email or in your browsers"),
        _("You get no others."),
        until_closing(),
        (MailChoice, PushOptOut),
    )
    yield KeptItem(
        _("Which boards of the course you have done"),
        _("You can go on where you stopped."),
        until_closing(),
        (LessonDone,),
    )
    yield KeptItem(
        _("That you’re viewing a game"),
        _("You get no emails about it meanwhile."),
        in_words(presence.KEPT) + ".",
    )
    yield KeptItem(
        _("The text of an email about your account that’s waiting to be sent"),
        _("The mail server may be down."),
        _("Until it’s sent. If that fails for about %(time)s, it’s deleted.")
        % {"time": in_words(leases.GIVEN_UP_AFTER)},
        (AccountMail,),
    )
    if folder_in_use() is None:
        yield KeptItem(
            _("Emails to you, on the mail servers of this site and of your provider"),
            _("You asked for them, or they’re about your account."),
            _("As long as those servers keep them."),
        )
    if keys.is_on():
        yield KeptItem(
            _("The browsers in which you get notifications"),
            _(
                "The browser maker’s service delivers the notifications. It can’t read "
                "them, but learns when there is one."
            ),
            _(
                "Until you sign out or turn them off in that browser. A notification waits "
                "at that service for %(time)s."
            )
            % {"time": in_words(vapid.KEPT_FOR)},
            (Browser,),
        )
    yield KeptItem(
        _("News of a game that the game master sends to a chat, a forum or a program"),
        _("The group talks there. Those services see what everyone in the game can see."),
        _(
            "As long as those services keep it. When it’s turned off, their addresses are "
            "deleted here."
        ),
        (Webhook, WebhookDelivery),
    )
    yield KeptItem(
        _("Where your notifications are sent, if you’ve asked for it: address and signing key"),
        _("Your program or your chat gets them. That service sees what the site shows you."),
        _("Until you stop it, all your keys are revoked, or you close your account."),
        (Webhook, WebhookDelivery),
    )


def _on_the_server() -> Iterator[KeptItem]:
    yield KeptItem(
        _("A log: which kind of page was requested, when, and by which account number"),
        _("It helps to find errors. It contains no network addresses, texts or orders."),
        _("As long as the operator keeps it."),
    )
    yield KeptItem(
        _("Backups of the database, with all of the above"),
        _("No game is lost when a machine fails."),
        _("As long as the operator keeps them. Deleted data may still be in a backup."),
    )

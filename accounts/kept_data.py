"""The parts of the privacy page about accounts: what is kept about people, why and how long.

Numbers come from the constants that the code uses. A test finds tables and cookies that no item
names, so an item stands here, or in `games.web.pages.privacy`, for each of them.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.messages import get_messages
from django.contrib.sessions.models import Session as DjangoSession
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import account_closing, address_changes, appearance, rate_limits
from accounts.api_keys import idempotency, keys
from accounts.devices import device_traces
from accounts.mails import refusals
from accounts.models import (
    AddressChange,
    ApiKey,
    DataExport,
    HeldName,
    IdempotencyKey,
    MailRefusal,
    Profile,
    ProfileReport,
    Session,
    SpokenLanguage,
    Suspension,
    Trace,
    User,
)
from accounts.own_data import data_export

# Set by static/js/time-zone.js.
ZONE_COOKIE_AGE = dt.timedelta(days=365)


@dataclass(frozen=True)
class KeptItem:
    """A row of the privacy page, with the tables (`models`) and the cookies that it is about.

    `cookies` may also hold names of entries in the storage of a browser.
    """

    what: str
    why: str
    how_long: str
    models: tuple[type[Model], ...] = ()
    cookies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    title: str
    items: tuple[KeptItem, ...]


def in_words(time: dt.timedelta) -> str:
    """Return a duration in whole days, or in hours if it is not a whole number of days."""
    if time % dt.timedelta(days=1):
        hours = round(time / dt.timedelta(hours=1))
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", time.days) % {"count": time.days}


def until_closing() -> str:
    time = in_words(account_closing.COMING_BACK)
    return _("Until your account is erased, %(time)s after you close it.") % {"time": time}


def for_good() -> str:
    return _("Permanently. Once your account is erased, your name no longer appears.")


def about_accounts(request: HttpRequest) -> Iterator[Section]:
    yield Section(_("Your account"), tuple(_about_the_account()))
    yield Section(_("Signing in"), tuple(_about_signing_in()))
    yield Section(_("Cookies"), tuple(_about_cookies(request)))


def _about_the_account() -> Iterator[KeptItem]:
    yield KeptItem(
        _("Your email address, your name and a hash of your password"),
        _("For signing in. Others see your name; only administrators see your address."),
        until_closing(),
        (User, EmailAddress, EmailConfirmation),
    )
    yield KeptItem(
        _("Your language, your time zone, and your preferences for orders and maps"),
        _("Pages and emails follow your preferences."),
        until_closing(),
        (User,),
    )
    yield KeptItem(
        _("The key in the addresses of your calendars and feeds, if you’ve created them"),
        _("Your apps can read them without a password."),
        _("Until you turn them off or change your password, or your account is erased."),
        (User,),
    )
    yield KeptItem(
        _("What you say on your profile, and who can see it"),
        _("Players like to know who they play with. You decide what others see."),
        until_closing(),
        (Profile, SpokenLanguage),
    )
    yield KeptItem(
        _("Reports of profiles, with the words and the reason"),
        _("Administrators remove words that are not acceptable, and answer for it."),
        _("Until the account of one of the two people is erased."),
        (ProfileReport,),
    )
    if settings.TERMS:
        yield KeptItem(
            _("Which terms of use you’ve accepted, and when"),
            _("You’re asked again only when they change."),
            until_closing(),
            (User,),
        )
    yield KeptItem(
        _("Your previous email address after a change"),
        _("If it wasn’t you, a link in the email sent there undoes the change."),
        in_words(address_changes.UNDONE_WITHIN) + ".",
        (AddressChange,),
    )
    yield KeptItem(
        _("That a mail server refuses emails to your address, since when, and its answer"),
        _("You see on your account pages that you get no emails."),
        _("Until an email arrives, and at most %(time)s.") % {"time": in_words(refusals.KEPT)},
        (MailRefusal,),
    )
    yield KeptItem(
        _("A name that somebody entered at sign-up with your address"),
        _("This way, nobody can find out by signing up whether an address has an account."),
        until_closing(),
        (HeldName,),
    )
    yield KeptItem(
        _("The file with your data, if you’ve asked for one"),
        _("So you can download it."),
        in_words(data_export.KEPT) + ".",
        (DataExport,),
    )
    yield KeptItem(
        _("Account suspensions and changes by administrators: who, when and why"),
        _("Decisions about people must be open to review."),
        for_good(),
        (Suspension, LogEntry),
    )


def _about_signing_in() -> Iterator[KeptItem]:
    yield KeptItem(
        _("When you signed up and when you last signed in"),
        _("Administrators see whether an account is in use."),
        _("The sign-up date permanently, the last sign-in until your account is erased."),
        (User,),
    )
    yield KeptItem(
        _(
            "A session for each browser you’re signed in with: its kind, sign-in time "
            "and last use (updated once an hour)"
        ),
        _("You stay signed in, see where, and can end each session."),
        _("Until you sign out, or after %(idle)s without use; at most %(time)s.")
        % {
            "idle": in_words(settings.SESSION_IDLE_LIMIT),
            "time": in_words(settings.SESSION_LIMIT),
        },
        (Session, DjangoSession),
    )
    yield KeptItem(
        _("The names, rights and times of your API keys, and a hash of each key"),
        _("Your programs can use the site, and nobody can read the keys here."),
        _("Until %(time)s after you revoke them or they end.") % {"time": in_words(keys.KEPT)},
        (ApiKey,),
    )
    yield KeptItem(
        _("For each request with an idempotency key, a hash of what your program sent"),
        _("If your program sends it again, nothing is created twice."),
        _("Until %(time)s after the request.") % {"time": in_words(idempotency.KEPT)},
        (IdempotencyKey,),
    )
    yield KeptItem(
        _(
            "Your passkeys and their names, and the encrypted secrets of your "
            "authenticator app and recovery codes"
        ),
        _("You can sign in with them, and nobody else can."),
        _("Until you remove them or your account is erased."),
        (Authenticator,),
    )
    if settings.SOCIALACCOUNT_PROVIDERS:
        yield KeptItem(
            _("Accounts on other sites that you’ve linked: their ID and one name"),
            _("You can sign in with them. Nothing else about them is kept."),
            _("Until you unlink them or your account is erased."),
            (SocialAccount, SocialToken),
        )
    yield KeptItem(
        _("Keyed hashes of your browser and network, and when they were seen"),
        _(
            "Administrators see which players of a game share a browser or network. "
            "Other people’s wrong passwords don’t lock you out of a known browser. Your "
            "address can’t be read from the hashes."
        ),
        _("Until %(time)s after your last visit from there, or until your account is erased.")
        % {"time": in_words(device_traces.RETENTION)},
        (Trace,),
    )
    yield KeptItem(
        _("Counts of submitted forms, by account or network address"),
        _("They stop people from guessing passwords or flooding the site."),
        _("At most %(time)s.") % {"time": in_words(rate_limits.longest_period())},
    )


def _about_cookies(request: HttpRequest) -> Iterator[KeptItem]:
    """Cookies. The site needs all of them, and has no others."""
    end = _("Until you close the browser.")
    yield KeptItem(
        _("Your session"),
        _("It keeps you signed in."),
        in_words(dt.timedelta(seconds=settings.SESSION_COOKIE_AGE)) + ".",
        cookies=(settings.SESSION_COOKIE_NAME,),
    )
    yield KeptItem(
        _("Form protection"),
        _("Other sites can’t submit forms in your name."),
        in_words(dt.timedelta(seconds=settings.CSRF_COOKIE_AGE)) + ".",
        cookies=(settings.CSRF_COOKIE_NAME,),
    )
    yield KeptItem(
        _("A random number for your browser, once you’ve signed in"),
        _("See “Keyed hashes of your browser” above."),
        in_words(device_traces.RETENTION) + ".",
        cookies=(settings.BROWSER_COOKIE_NAME,),
    )
    age = settings.LANGUAGE_COOKIE_AGE
    yield KeptItem(
        _("Your language, once you’ve chosen it at the bottom of a page"),
        _("Pages stay in this language."),
        in_words(dt.timedelta(seconds=age)) + "." if age else end,
        cookies=(settings.LANGUAGE_COOKIE_NAME,),
    )
    yield KeptItem(
        _("How pages look in this browser, once you’ve chosen it at the bottom of a page"),
        _("Pages keep these looks."),
        in_words(dt.timedelta(seconds=appearance.COOKIE_AGE)) + ".",
        cookies=(settings.APPEARANCE_COOKIE_NAME,),
    )
    yield KeptItem(
        _("Your time zone while you’re signed out"),
        _("Times are in this zone."),
        in_words(ZONE_COOKIE_AGE) + ".",
        cookies=(settings.ZONE_COOKIE_NAME,),
    )
    yield KeptItem(
        _("That your browser runs no scripts, once it has shown a game in which you give orders"),
        _("The page of a game comes with all possible orders at once."),
        end,
        cookies=(settings.CHOICES_COOKIE_NAME,),
    )
    yield KeptItem(
        _("A short notice for the next page, such as “saved”"),
        _("The next page shows it."),
        _("Until it is shown."),
        cookies=message_cookies(request),
    )


def message_cookies(request: HttpRequest) -> tuple[str, ...]:
    storages = getattr(get_messages(request), "storages", ())
    return tuple(each.cookie_name for each in storages if hasattr(each, "cookie_name"))

"""The ZIP of a person's own data: each section as JSON and as a page to read.

docs/own-data.md describes the JSON. Other apps add functions to `sources` when the site starts.
They read rows through the functions by which pages decide what the person may see.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import clock, reader_locale
from accounts.models import (
    AddressChange,
    ApiKey,
    MailRefusal,
    ProfileReport,
    Suspension,
    Trace,
    User,
)
from accounts.profiles import profiles
from accounts.providers import links
from accounts.sessions import open_sessions

FORMAT = 1  # raised when a field changes its meaning or goes; new ones may come without that


@dataclass(frozen=True)
class Section:
    """A part of the data: `name`.json has `data`, `name`.html shows it by `template`.

    `name` may begin with a folder.
    """

    name: str
    title: str
    data: Mapping[str, Any]
    template: str


# Each yields sections about a person, in the person's language and time zone.
sources: list[Callable[[User], Iterator[Section]]] = []


def write(person: User) -> bytes:
    """Return the ZIP. It is written section by section, so that not all is in memory twice."""
    file = io.BytesIO()
    with (
        reader_locale.override(person),
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        made_at = clock.now()
        contents = []
        for source in (account_sections, *sources):
            for section in source(person):
                _add(archive, section, made_at)
                contents.append((section.name, section.title))
        context = _context(_("My data"), "") | {
            "contents": contents,
            "made_at": made_at,
            "person": person,
        }
        archive.writestr("index.html", render_to_string("accounts/own_data/index.html", context))
        archive.writestr("style.css", render_to_string("accounts/own_data/style.css"))
    return file.getvalue()


def _add(archive: zipfile.ZipFile, section: Section, made_at: Any) -> None:
    head = {"format": FORMAT, "site": settings.SITE_URL, "made_at": made_at}
    data = json.dumps({**head, **section.data}, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    archive.writestr(f"{section.name}.json", data)
    up = "../" * section.name.count("/")
    context = _context(section.title, up) | {"data": section.data, "name": section.name}
    archive.writestr(f"{section.name}.html", render_to_string(section.template, context))


def _context(title: str, up: str) -> dict[str, Any]:
    return {"title": title, "up": up, "language": get_language(), "site": settings.SITE_URL}


def account_sections(person: User) -> Iterator[Section]:
    """Profile with preferences, ways to sign in, and what is known of the person's browsers."""
    yield Section("profile", _("Profile"), _profile(person), "accounts/own_data/profile.html")
    yield Section(
        "sign-in", _("Sign-in and security"), _sign_in(person), "accounts/own_data/sign-in.html"
    )
    traces = Trace.objects.filter(person=person).values("kind", "first_at", "last_at")
    yield Section(
        "browsers",
        _("Browsers and networks"),
        {"traces": list(traces)},
        "accounts/own_data/browsers.html",
    )


def _profile(person: User) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user=person).values("email", "verified", "primary")
    changes = AddressChange.objects.filter(person=person).values("old_email", "new_email", "at")
    refusals = MailRefusal.objects.filter(person=person).values(
        "address", "code", "since", "last_at"
    )
    suspensions = Suspension.objects.filter(person=person, lifted=False).values(
        "at", "until", "reason"
    )
    languages = dict(settings.LANGUAGES)
    return {
        "name": person.name,
        "email": person.email,
        "email_addresses": list(addresses),
        "email_changes": list(changes),
        "mail_refusals": list(refusals),
        "joined_at": person.date_joined,
        "last_sign_in_at": person.last_login,
        "has_password": person.has_usable_password(),
        "has_feed_key": person.feed_key is not None,
        "preferences": {
            "language": person.language,
            "language_in_words": languages.get(person.language, ""),
            "time_zone": person.time_zone,
            "notation": person.notation,
            "notation_in_words": languages.get(person.notation, ""),
            "pattern_fills": person.pattern_fills,
            "takes_invitations": person.takes_invitations,
        },
        "terms": person.terms_accepted_at
        and {"version": person.terms_version, "accepted_at": person.terms_accepted_at},
        "suspensions": list(suspensions),
        "public_profile": _public_profile(person),
    }


def _public_profile(person: User) -> dict[str, Any]:
    """The choices for the person's profile, and the reports of profiles that they have made."""
    profile = profiles.profile_of(person)
    codes = profiles.languages_of(profile)
    made = ProfileReport.objects.filter(by=person).values("person__name", "reason", "made_at")
    return {
        "visibility": profile.visibility,
        "visibility_in_words": profile.get_visibility_display(),
        "lists_games": profile.lists_games,
        "about": profile.about,
        "languages": codes,
        "languages_in_words": profiles.language_names(codes),
        "reports": [
            {"name": row["person__name"], "reason": row["reason"], "made_at": row["made_at"]}
            for row in made
        ],
    }


def _sign_in(person: User) -> dict[str, Any]:
    """Sessions and ways to sign in, without anything that would let somebody in."""
    return {
        "sessions": [
            {
                "browser": session.browser,
                "system": session.system,
                "device_in_words": session.device,
                "started_at": session.started_at,
                "used_at": session.used_at,
            }
            for session in open_sessions.of_person(person)
        ],
        "passkeys": [
            {"name": str(passkey), **_dates(passkey)}
            for passkey in _authenticators(person, Authenticator.Type.WEBAUTHN)
        ],
        "authenticator_apps": [
            _dates(app) for app in _authenticators(person, Authenticator.Type.TOTP)
        ],
        "recovery_codes": [
            _dates(codes) for codes in _authenticators(person, Authenticator.Type.RECOVERY_CODES)
        ],
        "api_keys": [
            {
                "name": key.name,
                "prefix": key.prefix,
                "scopes": key.scopes,
                "made_at": key.made_at,
                "ends_at": key.ends_at,
                "last_used_at": key.used_at,
                "revoked_at": key.revoked_at,
            }
            for key in ApiKey.objects.filter(person=person)
        ],
        "linked_accounts": [
            {
                "provider": link.provider,
                "provider_in_words": links.shown(link)["provider"],
                "uid": link.uid,
                "name": links.shown(link)["name"],
                "linked_at": link.date_joined,
                "last_used_at": link.last_login,
            }
            for link in links.links_of(person)
        ],
    }


def _authenticators(person: User, kind: str) -> Iterator[Authenticator]:
    rows = Authenticator.objects.filter(user=person, type=kind)
    yield from rows.order_by("created_at", "pk")


def _dates(authenticator: Authenticator) -> dict[str, Any]:
    return {"created_at": authenticator.created_at, "last_used_at": authenticator.last_used_at}

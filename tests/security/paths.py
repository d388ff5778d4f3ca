"""A path for each address in each circumstance, and what a browser would send there."""

import uuid
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import (
    Complaint,
    Event,
    Extension,
    Game,
    Letter,
    MailChoice,
    Motion,
    Notice,
    Phase,
)
from games.telling.mails import choices
from tests import conduct_sheets
from tests.phone import Phone

from .canaries import EARLY, GROWN, LATE, PUBLIC, TITLE
from .table import Address, Row
from .world import SUSPENDED, Circle, World

# Addresses that speak of the lobby whatever the circumstance.
LOBBY = ("games:invitation", "games:leave", "games:remove")
# Addresses of threads, of letters and of what is proposed in a thread, by their keys.
# Addresses by which programs read as the person whose key it is.
FEEDS = ("games:own_calendar", "games:keyed_calendar", "games:keyed_news")

ACTS_ON_LETTERS = {
    f"games:{act}"
    for act in (
        "letter", "report_letter", "hide_letter", "show_letter", "mute_power", "unmute_power",
        "extend", "answer_extension",
    )
}  # fmt: skip


def path_to(address: Address, row: Row, world: World, circle: Circle, role: str = "") -> str:
    """A path that leads to `address` in the circumstance of the row, for `role` where it has a
    secret of their own."""
    if address.route == "admin/(?P<url>.*)$":
        return "/admin/no/such/page/"
    values = [value_of(name, address, row, world, circle, role) for name in address.parameters]
    if "<path:object_id>/" in address.route and address.name == address.route:
        return "/" + address.route.replace("<path:object_id>", str(values[0]))
    return reverse(address.name, args=values) + QUESTIONS.get(address.name, "")


QUESTIONS = {"games:search_letters": "?q=ripe"}  # as nearly all that is written in secret
POWERS = ("austria", "england", "turkey")
CIRCLES = {
    "": ["ENGLAND", "FRANCE"],
    "reversed": ["FRANCE", "ENGLAND"],
    "third": ["GERMANY", "TURKEY"],
    "alone": ["FRANCE", "FRANCE"],
    "notebook": ["FRANCE"],
    "england": ["ENGLAND"],
    "unknown": ["ENGLAND", "FRANCE", "UTOPIA"],
}


def value_of(  # noqa: C901 - one case for each parameter
    name: str, address: Address, row: Row, world: World, circle: Circle, role: str
) -> Any:
    """What stands for a parameter of an address; a word of the circumstance changes it."""
    words = row.circumstance.split("-")
    game = game_of(address, words, circle)
    match name:
        case "slug":
            return game.slug
        case "code":
            return code_of(game, words)
        case "power":
            return next((word.upper() for word in words if word in POWERS), "FRANCE")
        case "motion":
            return motion_of(game).pk
        case "entry" | "number" | "absence" | "hook" | "complaint":
            return number_of(name, circle)
        case "powers":
            return next((CIRCLES[word] for word in words if word in CIRCLES), CIRCLES[""])
        case "person":
            return User.objects.get(name=SUSPENDED).pk
        case "kind":
            return "fax" if "never" in words else "discord"
        case "token":
            return token(world, "wrong" in words)
        case "object_id":
            return object_of(address, words, world, circle)
        case "app_label" | "content_type_id":
            games = ContentType.objects.get_for_model(Game)
            return {"app_label": games.app_label, "content_type_id": games.pk}[name]
        case "key" if address.name in FEEDS:
            return key_of_feeds(words, world, role)
        case "key" | "uidb36":
            return secret_of(name, address, words, world, circle)
    raise LookupError(f"tell the walk what stands for {name} in {address.route}")


def number_of(name: str, circle: Circle) -> int:
    """Of somebody who waits in the lobby, of an absence, of a complaint, of a hook, or of the phase
    that was rolled back."""
    if name == "entry":
        return circle.lobby.entries.latest("pk").pk
    if name == "absence":
        return circle.game.seats.get(power="FRANCE").absences.latest("pk").pk
    if name == "complaint":
        return Complaint.objects.get(letter__thread__game=circle.game).pk
    if name == "hook":
        return circle.game.hooks.latest("pk").pk
    return circle.game.phases.get(status=Phase.Status.SUPERSEDED).number


def game_of(address: Address, words: list[str], circle: Circle) -> Game:
    if "none" in words:
        return Game(slug="no-such-game")
    if "over" in words or "elsewhere" in words:
        return circle.over
    game = circle.lobby if "lobby" in words or address.name in LOBBY else circle.game
    if "open" in words:
        game.seats.filter(power="AUSTRIA").update(disorder_since=clock.now())
    if "aside" in words:
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE)
    if "hidden" in words:  # only there are maps opened to strangers, and closed again
        key = None if "keyless" in words else game.map_key
        private = Game.Visibility.PRIVATE
        Game.objects.filter(pk=game.pk).update(visibility=private, map_key=key)
    return game


def motion_of(game: Game) -> Motion:
    """Something to vote on. The games of the world have masters, so nobody proposes it, and whoever
    has a seat reads that the master decides."""
    phase = game.phases.get(status=Phase.Status.OPEN)
    france = game.seats.get(power="FRANCE")
    kind = Motion.Kind.DRAW
    made = {"kind": kind, "seat": france, "made_at": clock.now()}
    return Motion.objects.get_or_create(phase=phase, closed_at=None, defaults=made)[0]


def code_of(game: Game, words: list[str]) -> str:
    if "over" in words:
        return game.phases.latest("number").code
    return "S1901M" if "past" in words else "W1950A" if "never" in words else "F1901M"


def token(world: World, wrong: bool) -> str:
    """The end of the link that switches off a kind of mail to “guest”."""
    url = choices.unsubscribe_url(world.people["guest"], Notice.Kind.RESULTS)
    right = url.rstrip("/").rpartition("/")[2]
    return f"{right}x" if wrong else right


def object_of(address: Address, words: list[str], world: World, circle: Circle) -> Any:
    """A row that the administration may show."""
    guest = world.people["guest"]
    if "/games/game/" in address.route or "content_type_id" in address.route:
        return circle.game.pk
    if "/games/event/" in address.route:
        kind = Event.Kind.ORDERS_SAVED if "secret" in words else Event.Kind.GAME_BEGUN
        return circle.game.events.filter(kind=kind).latest("pk").pk
    if "/accounts/user/" in address.route:
        return guest.pk
    if "/auth/group/" in address.route:
        return Group.objects.latest("pk").pk
    if "/account/emailaddress/" in address.route:
        return EmailAddress.objects.get(user=guest).pk
    return 1


def secret_of(name: str, address: Address, words: list[str], world: World, circle: Circle) -> Any:
    """The secret in an invitation, in the address of a map, or in a link of a mail to “guest”."""
    guest = world.people["guest"]
    if address.name == "games:invitation":
        return "0" * 32 if "wrong" in words else circle.lobby.invitation_key
    if address.name == "games:topic" or address.name in ACTS_ON_LETTERS:
        return "0" * 32 if "wrong" in words else key_among_letters(address, words, circle.game)
    if address.name == "games:shared_picture":
        return "0" * 32 if "wrong" in words else circle.game.map_key
    if address.name == "games:take_invited":
        return "0" * 32 if "wrong" in words else circle.game.invitation_key
    if address.name == "account_confirm_email":
        return "wrong" if "wrong" in words else EmailConfirmationHMAC(_unconfirmed(guest)).key
    if name == "uidb36":
        return user_pk_to_url_str(guest)
    return "wrong" if "wrong" in words else default_token_generator.make_token(guest)


def key_among_letters(address: Address, words: list[str], game: Game) -> str:
    """That of a thread with a title or of a letter, public or between France and England; of the
    thread that Russia joined, and of what England proposes."""
    if address.name == "games:answer_extension":
        return Extension.objects.get(thread__game=game, closed_at=None).key
    if address.name == "games:extend" or "grown" in words:
        return str(game.threads.get(title=GROWN).key)
    if address.name == "games:topic":
        title = "Stabs" if "public" in words else TITLE
        return str(game.threads.get(title=title).key)
    hiding = address.name in {"games:hide_letter", "games:show_letter"} and "private" not in words
    text = PUBLIC if hiding or "public" in words else LATE if "late" in words else EARLY
    return Letter.objects.get(thread__game=game, text=text).key


def key_of_feeds(words: list[str], world: World, role: str) -> str:
    """The key of whoever asks, or of another; of one whose account was suspended or closed."""
    whose = next((word for word in words if word in world.people), role)
    if "wrong" in words or whose not in world.people:
        return "0" * 32
    person = User.objects.filter(pk=world.people[whose].pk)
    if "suspended" in words:
        person.update(is_active=False)
    if "closed" in words:
        person.update(closed_at=clock.now())
    return str(world.people[whose].feed_key)


def _unconfirmed(person: User) -> EmailAddress:
    address = EmailAddress.objects.get(user=person)
    address.verified = False
    address.save(update_fields=["verified"])
    return address


def sheet(address: Address, row: Row) -> dict[str, str | list[str]]:
    """What a browser would send from the page's form."""
    signatures = {"forged": "FRANCE", "mastering": "master"}
    signed = signatures.get(row.circumstance, "")
    letter = {"text": "Good evening.", "request_key": str(uuid.uuid4())}
    forms: dict[str, dict[str, Any]] = {
        "games:new": {
            **conduct_sheets.WEEKLY, "title": "Another", "role": "player", "lobby_days": "1",
            "request_key": str(uuid.uuid4()), "setup": "standard",
            "rules": "2000", "visibility": "public", "orders_watched_by": "master",
            "press": "full", "language": "en",
        },
        "games:settings": conduct_sheets.WEEKLY,
        "games:add_hook": {"url": "https://discord.example.org/hook", "language": "en"},
        "games:absence": {"first": "2000-01-01", "last": "2000-01-02"},
        "games:orders": {
            "mode": "text", "text": "A PAR - MARS" if "bad" in row.circumstance else "A PAR - PIC",
        },
        "games:declare_disorder": {"reason": "Not heard of for weeks."},
        "games:master_add": {"name": "The guest"},
        "games:master_announce": {"words": "Dinner at eight."},
        "games:master_close": {"reason": "Nobody came."},
        "games:master_draw": {"powers": ["FRANCE", "TURKEY"]},
        "games:echo": {"mode": "text", "text": "A PAR - PIC"},
        "games:ready": {"ready": "yes"},
        "games:public_letters": {"seat": signed, **letter},
        "games:letters_to": {"seat": signed, **letter},
        "games:new_public_letters": {"title": "Another", **letter},
        "games:new_letters_to": {"title": "Another", **letter},
        "games:topic": letter,
        "games:discuss": letter,
        "games:extend": {
            "seat": "FRANCE", "newcomer": "TURKEY", "past": "all", "text": "Welcome.",
        },
        "games:answer_extension": {"seat": "FRANCE", "answer": "yes"},
        "games:hide_letter": {"reason": "Be kind."},
        "games:report_letter": {"reason": "It is not kind."},
        "accounts:suspensions": {"name": "The guest", "reason": "Be kind."},
        "accounts:lift_suspension": {"reason": "It was a mistake."},
        "games:close_complaint": {"remark": "We have talked."},
        "games:take_over": {
            "title": "Another", "text": "S1901M\nFRANCE: A PAR", "begin": "yes",
            "request_key": str(uuid.uuid4()), "setup": "standard", "rules": "2000",
            "visibility": "public", "orders_watched_by": "master", "language": "en",
            "press": "full", "rhythm": "lengths",
            "length": "1", "length_unit": "days", "short_unit": "days",
            "ready_minutes": "0", "on_missed": "none", "seats_open_to": "anyone",
        },
        "games:replace": {
            "name": "The guest", "term": "good", "reason": "No orders.", "confirmed": "yes",
        },
        "games:motions": {"seat": "FRANCE", "kind": "draw"},
        "games:vote": {"vote": "yes"},
        "games:add_browser": {"endpoint": "https://push.example.org/new", **Phone().keys},
        "games:stop_browsers": {"which": "all"},
        "games:mail": dict.fromkeys(Notice.Kind.values, MailChoice.How.OFF),
        "accounts:preferences": {"name": "Somebody Else", "time_zone": "UTC", "language": "es"},
        "accounts:language": {"language": "it"},
    }  # fmt: skip
    return {"csrfmiddlewaretoken": "a token", **forms.get(address.name, {})}

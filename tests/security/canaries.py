"""Canaries: secret texts in the games of the world, looked for in everything that is sent back."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial
from urllib.parse import quote

from games.sandbox import address

# Orders of the open phase that no other power can give, and that no page has as an example: as
# stored and shown to a reader of English, as typed, as shown in full, as worded by the form, and as
# a sentence.
FRANCE = (
    "F BRE S A PAR - GAS",
    "f bre  s a par-gas",
    "F Brest supports A Paris - Gascony",
    "support Army Paris to Gascony",
    "supports army Paris to Gascony",
)
ENGLAND = (
    "F LON S A LVP - YOR",
    "f lon  s a lvp-yor",
    "F London supports A Liverpool - Yorkshire",
    "support Army Liverpool to Yorkshire",
    "supports army Liverpool to Yorkshire",
)
TURKEY = (
    "A CON S A SMY - ANK",
    "a con  s a smy-ank",
    "A Constantinople supports A Smyrna - Ankara",
    "support Army Smyrna to Ankara",
    "supports army Smyrna to Ankara",
)
# Orders of a player who lets the masters enter, and so read, them.
GERMANY = (
    "F KIE S A MUN - BER",
    "f kie  s a mun-ber",
    "F Kiel supports A Munich - Berlin",
    "support Army Munich to Berlin",
    "supports army Munich to Berlin",
)
DECLARED = "Quentin Quince"  # a player without an account, where a row of the table says so
PLAYER = "Zebulon One"  # holds Austria in both running games, whose players are anonymous
WAITING = "Zebulon Waits"
HIDDEN = "The hidden"  # begins the titles of private games
# Messages between France and England: one from before the handover of England, one from after it,
# one with a title from after it, one that the new holder wrote at the instant of the handover. Two
# between Germany and Turkey, the second by the substitute of Turkey.
EARLY = "the quince is ripe before the handover"
LATE = "the medlar is ripe after the handover"
INSTANT = "the sorb is ripe in the very instant of the handover"
THIRD = "the loquat is not for France"
PUBLIC = "Greetings to all."
TITLE = "Whitebeams and rowans"
TITLED = "the whitebeam is ripe under a title"
# Between France and Germany, before Russia joined the thread; the message of the proposal that let
# Russia in; and that of England's proposal to let Austria in, which nobody has agreed to.
GROWN = "Hazels and beeches"
BEFORE = "the hazel is ripe before somebody joins"
WELCOME = "the beech is ripe for who joins"
PROPOSED = "the alder is ripe for who may join"
# Between France and the game masters, and among the masters.
TO_MASTERS = "the damson is ripe for the game master"
AMONG_MASTERS = "the sloe is ripe among the game masters"
NOTED = "the walnut is ripe in the book of France"
DRAFTED = "the elder is not ripe to be sent by France"
STANDING = "the rowan is ripe while somebody stands in"
# A message that was reported, and the reason of the report.
REPORTED = "the bullace is ripe and was reported"
COMPLAINT = "bullaces are not for messages"
SUSPENDED = "a jujube was thrown"  # the reason of a suspension
# Numbers of the powers that two people in the lobby wish for; one of them is the role “other”.
WISH, OTHER_WISH = 6, 5
# Token and key of a webhook: whoever has them can post there.
WEBHOOK = ("a-mulberry-is-the-token", "a key like a ripe cornel")
# The name of somebody's passkey, and the secret of their authenticator app.
PASSKEY = "a ring of ripe mirabelles"
SECRET = "MIRABELLEMIRABELLEMIRABELLEMIRAB"
# Push endpoints of the browsers of all roles: whoever has one may send there.
BROWSER = "a-service-tree-is-the-endpoint"

# In the file of own data of the holder of France.
OWN_DATA = "a-medlar-in-the-file"


@dataclass(frozen=True)
class Canary:
    """A secret text.

    `found(text)` says whether it is in a text; `but` names where it is no secret: patterns of
    addresses, or a visibility of games.
    """

    name: str
    found: Callable[[str], bool]
    but: tuple[str, ...] = ()

    def is_in(self, text: str, *where: str) -> bool:
        known = any(fnmatch(place, pattern) for place in where for pattern in self.but)
        shown = in_sandbox(text) if "games:sandbox_private" in where else text
        return not known and self.found(shown)


def in_sandbox(text: str) -> str:
    """A page of the sandbox with the orders in its lines, and without what is not chosen in lists.

    There all powers can be given any order, so that the lists name the canaries as well.
    """
    chosen = re.sub(r"<option (?![^>]* selected)[^>]*>[^<]*</option>", "", text)
    found = [address.read(each).line for each in re.findall(r'name="line" value="([^"]+)"', text)]
    sheets = [sheet for line in found for sheet in (*(p.orders for p in line.phases), line.orders)]
    return "\n".join(
        [chosen, *(order for sheet in sheets for own in sheet.values() for order in own)]
    )


def any_of(*words: str) -> Callable[[str], bool]:
    return lambda text: any(word in text for word in words)


def france_is_in(text: str) -> bool:
    """Whether a table of powers says that (not what) France has ordered.

    In the public games of the world everyone may know it.
    """
    lines = re.findall(r'power--france">.*?</tr>', text, re.DOTALL)
    return any(re.search(r'<td class="small"[^>]*>[^<\n]*\borders in\b', line) for line in lines)


def english_is_in(text: str) -> bool:
    """Whether a calendar says that its reader plays England."""
    return bool(re.search(r"orders for Fall 1901 \(.*England", text))


def own_deadline_is_in(text: str) -> bool:
    """Whether a calendar of all one's games has the deadline of the private game."""
    return "My Diplomacy games" in text and f"SUMMARY:{HIDDEN}" in text


def shared_browser_is_in(text: str) -> bool:
    """Whether a table of shared devices names the player."""
    return bool(re.search(rf'<h[23][^>]*>[^<]*{PLAYER}.*?badge--warn">browser<', text, re.DOTALL))


def wish_is_in(text: str, hand: int) -> bool:
    """Whether a form of wishes has this hand as one of the choices."""
    fields = re.findall(r'<select name="choice-.*?</select>', text, re.DOTALL)
    return any(f'<option value="{hand}" selected' in field for field in fields)


def given_power_is_in(text: str) -> bool:
    """Whether a form of a master shows what somebody in the lobby was given."""
    return bool(
        re.search(r'name="entry-\d+"[^>]*>\s*<option value="">.*?" selected', text, re.DOTALL)
    )


def links_to_reopening(text: str) -> bool:
    """Whether a page leads to the one that undoes the end of a game."""
    return bool(re.search(r'href="[^"]*/master/reopen/"', text))


# Administrators deal with open seats and reports in private games too, and an invitation leads to a
# seat.
SEATS = ("games:civil_disorder", "games:replace", "games:take_invited", "games:seat_invitation")
PRIVATE = ("admin:games_*", "games:invitation", "games:complaints", "games:shared_devices", *SEATS)
DECLARED_LINKS = ("games:take_declared", "games:declared_address")
PEOPLE = ("admin:accounts_user_*", "admin:account_emailaddress_*")
KEYED = ("games:own_calendar", "games:keyed_*")
# Texts that do not change; `with_keys` adds the random keys.
CANARIES = (
    Canary("order-of-france", any_of(*FRANCE)),
    Canary("order-of-england", any_of(*ENGLAND)),
    Canary("order-of-turkey", any_of(*TURKEY)),
    Canary("order-that-a-master-enters", any_of(*GERMANY)),
    Canary("early-message", any_of(EARLY)),
    Canary("late-message", any_of(LATE)),
    Canary("message-of-the-instant", any_of(INSTANT)),
    Canary("third-message", any_of(THIRD)),
    Canary("message-of-the-substitute", any_of(STANDING)),
    Canary("message-with-a-title", any_of(TITLED, TITLE)),
    Canary("message-before-one-joined", any_of(BEFORE)),
    Canary("message-to-who-joined", any_of(WELCOME)),
    Canary("message-of-a-proposal", any_of(PROPOSED)),
    Canary("note-of-france", any_of(NOTED)),
    Canary("message-to-the-masters", any_of(TO_MASTERS)),
    Canary("message-among-masters", any_of(AMONG_MASTERS)),
    Canary("draft-of-france", any_of(DRAFTED)),
    Canary("message-that-was-reported", any_of(REPORTED)),
    Canary("what-a-complaint-says", any_of(COMPLAINT)),
    Canary("why-somebody-is-suspended", any_of(SUSPENDED)),
    Canary("address-and-key-of-a-webhook", any_of(*WEBHOOK)),
    Canary("address-of-a-browser", any_of(BROWSER)),
    Canary("a-second-factor", any_of(PASSKEY, SECRET)),
    Canary("own-data-of-france", any_of(OWN_DATA)),
    Canary("who-has-ordered", france_is_in, but=("public",)),
    Canary(
        "name-of-a-player", any_of(PLAYER, quote(PLAYER)), but=(*PEOPLE, "games:shared_devices")
    ),
    Canary("name-of-a-declared-player", any_of(DECLARED), but=DECLARED_LINKS),
    Canary("who-shares-a-browser", shared_browser_is_in, but=PEOPLE),
    Canary("name-in-the-lobby", any_of(WAITING, quote(WAITING)), but=PEOPLE),
    Canary("a-wish", partial(wish_is_in, hand=WISH)),
    Canary("a-wish-of-somebody-else", partial(wish_is_in, hand=OTHER_WISH)),
    Canary("a-power-that-one-was-given", any_of("The game master has assigned you")),
    Canary("powers-that-a-master-gives", given_power_is_in),
    Canary("who-is-invited", any_of("The invited"), but=PEOPLE),
    Canary("address-of-a-player", any_of("zebulon.one@")),
    Canary("a-masters-button", any_of('/resume/"', "/remove/"), but=("games:re*", "mfa_remove_*")),
    Canary("a-link-that-undoes-an-end", links_to_reopening),
    Canary("the-power-of-england", english_is_in),
    Canary("a-deadline-to-keep", own_deadline_is_in),
    Canary("a-private-game", any_of(HIDDEN), but=PRIVATE),
)


def with_keys(
    keys: Iterable[str],
    to_seats: Iterable[str],
    to_maps: Iterable[str],
    to_feeds: Iterable[str],
    of_invited: Iterable[str],
    to_orders: Iterable[str],
) -> tuple[Canary, ...]:
    """Return all canaries, those for the random keys included. Only a link may repeat its own key.

    The keys are those of invitation links, of links to the seats of running games, of the addresses
    of their maps, of the feeds of each person, of the invitations of one person, and of the
    addresses to which France mails orders.
    """
    return (
        *CANARIES,
        Canary("an-invitation", any_of(*keys), but=("games:invitation",)),
        Canary("an-invitation-to-a-seat", any_of(*to_seats), but=("games:take_invited",)),
        Canary("a-key-to-the-maps", any_of(*to_maps), but=("games:shared_picture",)),
        Canary("a-key-to-the-feeds-of-france", any_of(*to_feeds), but=KEYED),
        Canary("key-for-orders-of-france", any_of(*to_orders)),
        Canary("key-of-an-invited-person", any_of(*of_invited), but=("games:seat_invitation",)),
    )

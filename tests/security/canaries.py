"""What must be read by few: words laid out in the games and looked for in all that comes back."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatch

# Orders of the open phase that nobody else can give, and that no page has as an example: as stored,
# as typed, as written to a reader, as the form words it, and as a sentence.
FRANCE = (
    "F BRE S A PAR - GAS",
    "f bre  s a par-gas",
    "F Bre S A Par-Gas",
    "support Army Paris to Gascony",
    "supports army Paris to Gascony",
)
ENGLAND = (
    "F LON S A LVP - YOR",
    "f lon  s a lvp-yor",
    "F Lon S A Lvp-Yor",
    "support Army Liverpool to Yorkshire",
    "supports army Liverpool to Yorkshire",
)
TURKEY = (
    "A CON S A SMY - ANK",
    "a con  s a smy-ank",
    "A Con S A Smy-Ank",
    "support Army Smyrna to Ankara",
    "supports army Smyrna to Ankara",
)
PLAYER = "Zebulon One"  # holds Austria in both running games, whose players are anonymous
WAITING = "Zebulon Waits"
HIDDEN = "The hidden"  # begins the titles of private games
# Letters between France and England: one from the time of the former holder of England, one from
# that of the successor, one with a title from then, one that the successor wrote in the instant of
# the handover; and two between Germany and Turkey, the second by who stands in for Turkey's holder.
EARLY = "the quince is ripe before the handover"
LATE = "the medlar is ripe after the handover"
INSTANT = "the sorb is ripe in the very instant of the handover"
THIRD = "the loquat is not for France"
PUBLIC = "Greetings to all."
TITLE = "Whitebeams and rowans"
TITLED = "the whitebeam is ripe under a title"
# Between France and Germany, before Russia joined them; the letter that lets it in; and the one
# with which England proposes to let Austria in, which nobody has agreed to.
GROWN = "Hazels and beeches"
BEFORE = "the hazel is ripe before somebody joins"
WELCOME = "the beech is ripe for who joins"
PROPOSED = "the alder is ripe for who may join"
NOTED = "the walnut is ripe in the book of France"
STANDING = "the rowan is ripe while somebody stands in"
# One that is reported, and what is said to that.
REPORTED = "the bullace is ripe and was reported"
COMPLAINT = "bullaces are not for letters"
SUSPENDED = "a jujube was thrown"  # why somebody was suspended
# Of a hook: whoever has them posts where it leads.
HOOK = ("a-mulberry-is-the-token", "a key like a ripe cornel")
# Where the browsers of all roles are told: whoever has it may send there.
BROWSER = "a-service-tree-is-the-endpoint"


@dataclass(frozen=True)
class Canary:
    """`found(text)` says whether it is there; `but` names where it is no secret: the patterns of
    addresses, or a visibility of games."""

    name: str
    found: Callable[[str], bool]
    but: tuple[str, ...] = ()

    def is_in(self, text: str, *where: str) -> bool:
        known = any(fnmatch(place, pattern) for place in where for pattern in self.but)
        return not known and self.found(text)


def any_of(*words: str) -> Callable[[str], bool]:
    return lambda text: any(word in text for word in words)


def france_is_in(text: str) -> bool:
    """Whether a table of powers says that (not what) France has ordered. In the public games of the
    world everyone may know."""
    lines = re.findall(r'power--france">.*?</tr>', text, re.DOTALL)
    return any(re.search(r'<td class="small">[^<\n]*\bin\b', line) for line in lines)


def english_is_in(text: str) -> bool:
    """Whether a calendar says that its reader plays England."""
    return bool(re.search(r"orders for Fall 1901 \(.*England", text))


def own_deadline_is_in(text: str) -> bool:
    """Whether a calendar of all that one plays or masters has the private game."""
    return "My Diplomacy games" in text and f"SUMMARY:{HIDDEN}" in text


def shared_browser_is_in(text: str) -> bool:
    """Whether a table of what players share names the player."""
    return bool(
        re.search(rf'<th scope="row">[^<]*{PLAYER}.*?badge--warn">browser<', text, re.DOTALL)
    )


# An administrator looks after open seats and the peace in private games too, and an invitation
# leads to a seat.
SEATS = ("games:disorder", "games:replace", "games:take_invited")
PRIVATE = ("admin:games_*", "games:invitation", "games:complaints", "games:shared", *SEATS)
PEOPLE = ("admin:accounts_user_*", "admin:account_emailaddress_*")
KEYED = ("games:own_calendar", "games:keyed_*")
# Words that are the same wherever they are met; `world` adds what is drawn by chance.
CANARIES = (
    Canary("order-of-france", any_of(*FRANCE)),
    Canary("order-of-england", any_of(*ENGLAND)),
    Canary("order-of-turkey", any_of(*TURKEY)),
    Canary("early-letter", any_of(EARLY)),
    Canary("late-letter", any_of(LATE)),
    Canary("letter-of-the-instant", any_of(INSTANT)),
    Canary("third-letter", any_of(THIRD)),
    Canary("letter-of-the-stand-in", any_of(STANDING)),
    Canary("letter-with-a-title", any_of(TITLED, TITLE)),
    Canary("letter-before-one-joined", any_of(BEFORE)),
    Canary("letter-to-who-joined", any_of(WELCOME)),
    Canary("letter-of-a-proposal", any_of(PROPOSED)),
    Canary("note-of-france", any_of(NOTED)),
    Canary("letter-that-was-reported", any_of(REPORTED)),
    Canary("what-a-complaint-says", any_of(COMPLAINT)),
    Canary("why-somebody-is-suspended", any_of(SUSPENDED)),
    Canary("address-and-key-of-a-hook", any_of(*HOOK)),
    Canary("address-of-a-browser", any_of(BROWSER)),
    Canary("who-has-ordered", france_is_in, but=("public",)),
    Canary("name-of-a-player", any_of(PLAYER), but=(*PEOPLE, "games:shared")),
    Canary("who-shares-a-browser", shared_browser_is_in, but=PEOPLE),
    Canary("name-in-the-lobby", any_of(WAITING), but=PEOPLE),
    Canary("address-of-a-player", any_of("zebulon.one@")),
    Canary("a-masters-button", any_of('/resume/"', "/remove/"), but=("games:re*",)),
    Canary("the-power-of-england", english_is_in),
    Canary("a-deadline-to-keep", own_deadline_is_in),
    Canary("a-private-game", any_of(HIDDEN), but=PRIVATE),
)


def with_keys(
    keys: Iterable[str], to_seats: Iterable[str], to_maps: Iterable[str], to_feeds: Iterable[str]
) -> tuple[Canary, ...]:
    """All canaries; `keys` are those of invitation links, `to_seats` those of links to the seats of
    running games, `to_maps` of addresses of their maps, `to_feeds` of what programs read as one
    person. Only the link itself may repeat its key."""
    return (
        *CANARIES,
        Canary("an-invitation", any_of(*keys), but=("games:invitation",)),
        Canary("an-invitation-to-a-seat", any_of(*to_seats), but=("games:take_invited",)),
        Canary("a-key-to-the-maps", any_of(*to_maps), but=("games:shared_picture",)),
        Canary("a-key-to-the-feeds-of-france", any_of(*to_feeds), but=KEYED),
    )

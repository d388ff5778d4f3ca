"""Two circles of games, one public and one private, as every role may meet them."""

import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import Client

from accounts.models import Suspension, Trace, User
from games import clock, lobby
from games.deadlines import resolving
from games.feeds import addresses
from games.hooks import keeping
from games.mastering import endings
from games.models import Extension, Game, Hook, Letter, Mastership, Phase, Tenure
from games.orders import submission
from games.orders.submission import Line
from games.press import complaints, extending, sending
from games.seats import sitting
from games.telling.pushes import browsers
from tests import factories
from tests.phone import Phone

from . import canaries

# Who may meet a game; the columns of table.txt.
ROLES = {
    "nobody": "nobody has signed in",
    "guest": "has signed in and is of no game",
    "own": "holds France from the beginning",
    "other": "holds Germany, and waits in the lobby",
    "former": "held England until the successor took over",
    "heir": "succeeded to England",
    "master": "masters the games",
    "alien": "masters another game",
    "staff": "may enter the administration",
    "super": "a superuser",
    "plays": "a superuser who holds Italy",
    "supmas": "a superuser who masters the games",
    "mplays": "holds Russia, and a row says that they master the games",
    "co": "masters the games beside the master",
    "handed": "mastered the games, and handed them over",
    "stand": "stands in for the holder of Turkey for two phases",
    "lender": "held Turkey, and has it again after the stand-in",
    "mpast": "held Russia before; a row says that they master the games",
    "spast": "a superuser who held Italy before",
}
# Who stands between two others. Where those two get the same, so does whoever is between them:
# there these are asked in a soak alone.
BETWEEN = {
    "alien": ("guest", "master"),
    "staff": ("guest", "super"),
    "supmas": ("super", "master"),
    "co": ("guest", "master"),
    "handed": ("guest", "master"),
    "stand": ("guest", "mplays"),
    "lender": ("guest", "former"),
    "mpast": ("former", "master"),
    "spast": ("super", "plays"),
}
# Who began the games, and who succeeded to three of them.
BEGAN = {
    "FRANCE": "own",
    "GERMANY": "other",
    "ENGLAND": "former",
    "ITALY": "spast",
    "RUSSIA": "mpast",
    "TURKEY": "lender",
}
SUCCEEDED = {"ENGLAND": "heir", "ITALY": "plays", "RUSSIA": "mplays"}
# Nobody of the table holds it: its holder's name is the secret of an anonymous game.
UNSEEN = {"AUSTRIA": canaries.PLAYER}
LOAN = 2  # phases
SUSPENDED = "The suspended"  # is of no game


@dataclass
class Circle:
    """What one master has: a running game whose spring is resolved and whose fall is open, with
    orders and letters in it that nobody else may read; a lobby; and a game that is over."""

    game: Game
    lobby: Game
    over: Game


@dataclass
class World:
    people: dict[str, User]
    public: Circle
    private: Circle
    phones: dict[str, Phone]
    sessions: dict[str, str] = field(default_factory=dict)

    def circle(self, visibility: str) -> Circle:
        return self.private if visibility == "private" else self.public

    def client(self, role: str, **options: Any) -> Client:
        """A browser that has just opened, signed in where the role is."""
        client = Client(raise_request_exception=False, **options)
        if role in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return client

    def sign_in(self, person: User, role: str = "") -> str:
        """Let a role (by default, one named like the person) be this person; returns its name."""
        client = Client()
        client.force_login(person)
        self.sessions[role or person.name] = client.cookies[settings.SESSION_COOKIE_NAME].value
        return role or person.name

    @property
    def canaries(self) -> tuple[canaries.Canary, ...]:
        lobbies = (self.public.lobby, self.private.lobby)
        running = (self.public.game, self.private.game)
        return canaries.with_keys(
            [lobby.invitation_key for lobby in lobbies],
            [game.invitation_key for game in running],
            [str(game.map_key) for game in running],
            [str(self.people["own"].feed_key)],
        )


def lay() -> World:
    """Lay everything out, and sign every role in. Takes about two seconds."""
    people = _people()
    for person in people.values():
        addresses.renew(person)
    phones = {role: _tell(person, role) for role, person in people.items()}
    unseen = {power: factories.person(name) for power, name in UNSEEN.items()}
    for person in (*unseen.values(), people["own"]):
        _come_from_one_browser(person)
    waiting = factories.person(canaries.WAITING)
    _suspend(factories.person(SUSPENDED, is_active=False), by=people["super"])
    extras = [factories.person(f"Extra {number}") for number in range(6)]
    for person in (*people.values(), *unseen.values()):
        EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    Group.objects.create(name="Clerks")

    def circle(title: str, **fields: Any) -> Circle:
        master = people["master"]
        game = factories.open_game(master, title=f"{title} table", anonymous=True, **fields)
        game = _begin(game, {**unseen, **{p: people[role] for p, role in BEGAN.items()}})
        waits = factories.open_game(master, title=f"{title} lobby", anonymous=True, **fields)
        over = factories.open_game(master, title=f"{title} past", anonymous=True, **fields)
        powers = [power for power in factories.HOLDS if power != "FRANCE"]
        over = _begin(over, {"FRANCE": people["own"], **dict(zip(powers, extras, strict=True))})
        for person in (people["other"], waiting):
            waits.entries.create(person=person, joined_at=clock.now())
        for each in (game, waits, over):
            _let_master(each, people["supmas"], people["co"])
            _let_master(each, people["handed"])
            each.masterships.filter(person=people["handed"]).update(until=clock.now())
        _let_master(game, people["mplays"], people["mpast"])
        _play(game, people)
        _be_away(game)
        _lead_elsewhere(game)
        _complain(game)
        _end(over)
        return Circle(game, waits, over)

    public = circle("The Balkan", orders_watched_by=Game.Watch.EVERYONE)
    private = circle("The hidden", visibility=Game.Visibility.PRIVATE)
    for each in (public, private):
        Game.objects.filter(pk=each.game.pk).update(map_key=secrets.token_hex(16))
        each.game.refresh_from_db(fields=["map_key"])
    for visibility in Game.Visibility.values:
        title = f"Elsewhere {visibility}"
        factories.open_game(people["alien"], title=title, visibility=visibility)
    world = World(people, public, private, phones)
    for role, person in people.items():
        world.sign_in(person, role)
    return world


def _suspend(person: User, *, by: User) -> None:
    Suspension.objects.create(person=person, by=by, at=clock.now(), reason=canaries.SUSPENDED)


def _come_from_one_browser(person: User) -> None:
    now, browser = clock.now(), Trace.Kind.BROWSER
    Trace.objects.create(person=person, kind=browser, mark="0" * 64, first_at=now, last_at=now)


def _people() -> dict[str, User]:
    supers = ("super", "plays", "supmas", "spast")
    rights = {
        role: {"is_staff": True, "is_superuser": role != "staff"} for role in ("staff", *supers)
    }
    return {
        role: factories.person(f"The {role}", **rights.get(role, {}))
        for role in ROLES
        if role != "nobody"
    }


def _tell(person: User, role: str) -> Phone:
    """They are told in a browser, whose keys come back."""
    phone = Phone()
    request = HttpRequest()
    request.user, request.session = person, SessionStore()
    endpoint = f"https://push.example.org/{canaries.BROWSER}/{role}"
    browsers.add(request, endpoint=endpoint, **phone.keys)
    return phone


def _begin(game: Game, holders: dict[str, User]) -> Game:
    """Fill a lobby, and deal the powers as wished instead of by lot."""
    for person in holders.values():
        game = lobby.join(game, person, house_rules_accepted=True)
    for seat in game.seats.all():
        Tenure.objects.filter(seat=seat).update(person=holders[seat.power])
    return game


def _let_master(game: Game, *people: User) -> None:
    for person in people:
        Mastership.objects.create(game=game, person=person, since=clock.now())


def _play(game: Game, people: dict[str, User]) -> None:
    """Resolve the spring; then seats change hands, and three powers order secretly."""
    _order(game, "FRANCE", "A MAR H")
    _write(game, "AUSTRIA", [], canaries.PUBLIC)
    _write(game, "ENGLAND", ["FRANCE"], canaries.EARLY)
    _write(game, "GERMANY", ["TURKEY"], canaries.THIRD)
    _resolve(game)
    _supersede(game)
    now = clock.now()
    for power, role in SUCCEEDED.items():
        seat = factories.seat(game, power)
        seat.tenures.update(until=now, ending=Tenure.Ending.REPLACED)
        seat.tenures.create(person=people[role], since=now)
    turkey = factories.seat(game, "TURKEY")
    sitting.lend(turkey, people["stand"], number=LOAN, by=people["master"])
    _write(game, "FRANCE", ["ENGLAND"], canaries.LATE)
    _write(game, "ENGLAND", ["FRANCE"], canaries.INSTANT)
    game.threads.get(circle="1.2", title="").letters.filter(text=canaries.INSTANT).update(
        sent_at=now
    )
    _write(game, "FRANCE", ["ENGLAND"], canaries.TITLED, topic=canaries.TITLE)
    _grow(game)
    _write(game, "FRANCE", [], "Of all who stab.", topic="Stabs")
    _write(game, "FRANCE", ["FRANCE"], canaries.NOTED)
    _order(game, "FRANCE", canaries.FRANCE[1])
    _order(game, "ENGLAND", canaries.ENGLAND[1])
    _write(game, "TURKEY", ["GERMANY"], canaries.STANDING)
    _order(game, "TURKEY", canaries.TURKEY[1])


def _grow(game: Game) -> None:
    """Russia is let into a thread, and Austria may be let into another one."""
    _write(game, "FRANCE", ["GERMANY"], canaries.BEFORE, topic=canaries.GROWN)
    found = _propose(game, canaries.GROWN, "FRANCE", "RUSSIA", canaries.WELCOME)
    germany = factories.seat(game, "GERMANY")
    extending.answer(found, germany, person=factories.holder(germany), agrees=True)
    _propose(game, canaries.TITLE, "ENGLAND", "AUSTRIA", canaries.PROPOSED)


def _propose(game: Game, title: str, power: str, newcomer: str, words: str) -> Extension:
    seat = factories.seat(game, power)
    return extending.propose(
        game.threads.get(title=title),
        factories.seat(game, newcomer),
        proposer=seat,
        person=factories.holder(seat),
        words=words,
        with_past=False,
    )


def _be_away(game: Game) -> None:
    """France is away for some days; their game waits for nobody."""
    seat, now = factories.seat(game, "FRANCE"), clock.now()
    day = now.date()
    person = factories.holder(seat)
    seat.absences.create(person=person, first=day, last=day, announced_at=now)


def _lead_elsewhere(game: Game) -> None:
    """The news of the game goes to a place whose address and key its master has given."""
    token, key = canaries.HOOK
    master = game.masterships.earliest("pk").person
    url = f"https://hooks.example.org/{token}/and-more"
    keeping.add(game, by=master, kind=Hook.Kind.JSON, url=url, secret=key, language="en")


def _complain(game: Game) -> None:
    """France reports a private letter of England's: the administrators hear of it."""
    _write(game, "ENGLAND", ["FRANCE"], canaries.REPORTED)
    letter = Letter.objects.get(thread__game=game, text=canaries.REPORTED)
    reader = factories.holder(factories.seat(game, "FRANCE"))
    complaints.complain(letter, by=reader, reason=canaries.COMPLAINT)


def _write(game: Game, sender: str, to: Sequence[str], text: str, topic: str = "") -> None:
    """A letter from a power; to everyone where `to` is empty, into its notebook if it is itself."""
    seats = {seat.power: seat for seat in game.seats.order_by("place")}
    circle = [seat for power, seat in seats.items() if power in (sender, *to)] if to else []
    person = factories.holder(seats[sender])
    key = uuid.uuid4()
    seat = seats[sender]
    sending.send(game, circle, sender=seat, person=person, text=text, request_key=key, topic=topic)


def _order(game: Game, power: str, text: str) -> None:
    seat, phase = factories.seat(game, power), factories.open_phase(game)
    submission.submit(phase, seat, [Line("line-1", text)], person=factories.holder(seat))


def _resolve(game: Game) -> None:
    """Resolve the open phase now, so that all of the world stands at about the same time."""
    factories.let_be_due(game, clock.now())
    resolving.resolve_due()


def _supersede(game: Game) -> None:
    """A phase of the open one's code that was rolled back: it has an address of its own."""
    phase = factories.open_phase(game)
    Phase.objects.filter(pk=phase.pk).update(number=phase.number + 1)
    Phase.objects.create(
        game=game,
        conduct=phase.conduct,
        number=phase.number,
        code=phase.code,
        status=Phase.Status.SUPERSEDED,
        opened_at=clock.now(),
        resolved_at=clock.now(),
    )


def _end(game: Game) -> None:
    endings.close(game, by=None, reason="")
    game.refresh_from_db()

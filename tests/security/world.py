"""Two circles of games, one public and one private, with a person for each role."""

import json
import secrets
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client

from accounts import account_closing, clock, feed_keys
from accounts.models import DataExport, Suspension, Trace, User
from accounts.requests import SignedInRequest
from accounts.sessions import open_sessions
from accounts.sessions.store import SessionStore
from games.adjudication import due_phases
from games.lifecycle import endings, lobby
from games.models import Game, Mastership, MemberProposal, Message, Phase, Tenure, Webhook
from games.notifications.push import browsers
from games.notifications.webhooks import subscriptions
from games.orders import mail_keys, submission
from games.orders.submission import Line
from games.press import drafts, moderation, sending, thread_members
from games.press.locations import PUBLIC
from games.seats import declared_players, invitations
from tests import factories
from tests.passkeys import Device
from tests.phone import Phone

from . import canaries

A_DAY = 24 * 3600
# The roles, which are the columns of table.txt, except those of LIKE.
ROLES = {
    "nobody": "has not signed in",
    "guest": "has signed in and is in no game",
    "own": "holds France from the beginning",
    "other": "holds Germany, and waits in the lobby",
    "former": "held England before the heir",
    "heir": "holds England",
    "master": "masters the games",
    "alien": "masters another game",
    "staff": "may use the administration",
    "super": "a superuser",
    "plays": "a superuser who holds Italy",
    "supmas": "a superuser who masters the games",
    "mplays": "holds Russia; a row says that they master the games",
    "co": "masters the games together with the master",
    "handed": "mastered the games, and handed them over",
    "stand": "substitute for the holder of Turkey for two phases",
    "lender": "the holder of Turkey, who has that substitute",
    "mpast": "held Russia before; a row says that they master the games",
    "spast": "a superuser who held Italy before",
    "ended": "a superuser whose session was ended",
    "pending": "has given the password, and has yet to show the second factor",
    "closing": "a superuser who has asked to close their account, and may come back",
    "invited": "was invited to play England and has not answered",
}
# Roles that get and read what another role does, except for the rows of the table that name them.
# The table has no columns for them.
LIKE = {"ended": "nobody", "pending": "nobody", "invited": "guest"}
# A role to which each address gives the same answer, except for the rows that name it: by method.
EVERYWHERE = {"closing": {"GET": "keep", "POST": "403"}}
NO_COLUMN = {*LIKE, *EVERYWHERE}
# Roles between two others. Where those two have the same cell, so has the role between them, which
# is then asked only in a soak.
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
# The same for answers that refuse, and so show nothing: these roles hold or held another seat.
BETWEEN_IF_REFUSED = {
    "other": ("guest", "own"),
    "former": ("guest", "own"),
    "heir": ("guest", "own"),
    "mplays": ("guest", "own"),
    "plays": ("super", "own"),
}
# Roles that ask where all get the same, of pages without secrets; in a soak, all ask.
ENOUGH = {"nobody", "guest", "own", "master", "super"}
# The first holders of the seats, and their successors.
BEGAN = {
    "FRANCE": "own",
    "GERMANY": "other",
    "ENGLAND": "former",
    "ITALY": "spast",
    "RUSSIA": "mpast",
    "TURKEY": "lender",
}
SUCCEEDED = {"ENGLAND": "heir", "ITALY": "plays", "RUSSIA": "mplays"}
# Held by no role: the holder's name is the secret of an anonymous game.
UNSEEN = {"AUSTRIA": canaries.PLAYER}
PHASES = 2  # of the substitute
SUSPENDED = "The suspended"  # in no game
PENDING = "The pending"  # in no game, and in no other role


@dataclass
class Circle:
    """The games of one master.

    A running game with spring resolved, fall open, and orders and messages that others may not
    read; a lobby; and a finished game.
    """

    game: Game
    lobby: Game
    over: Game


@dataclass
class World:
    people: dict[str, User]
    public: Circle
    private: Circle
    phones: dict[str, Phone]
    canaries: tuple[canaries.Canary, ...]
    sessions: dict[str, str] = field(default_factory=dict)

    def circle(self, visibility: str) -> Circle:
        return self.private if visibility == "private" else self.public

    def client(self, role: str) -> Client:
        """Return a new browser, signed in unless the role is "nobody"."""
        client = Client(raise_request_exception=False)
        if role in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return client

    def sign_in(self, person: User, role: str = "") -> str:
        """Sign a role in as this person; the default name is the role's. Return the session key."""
        client = Client()
        client.force_login(person)
        factories.confirm_identity(client, person, until=time.time() + A_DAY)
        self.sessions[role or person.name] = client.cookies[settings.SESSION_COOKIE_NAME].value
        return role or person.name


def create_world() -> World:
    """Create everything, and sign every role in. Takes about two seconds."""
    people = _people()
    for person in people.values():
        feed_keys.renew(person)
    phones = {role: _subscribe(person, role) for role, person in people.items()}
    unseen = {power: factories.person(name) for power, name in UNSEEN.items()}
    for person in (*unseen.values(), people["own"]):
        _share_a_browser(person)
    waiting = factories.person(canaries.WAITING)
    _suspend(factories.person(SUSPENDED, is_active=False), by=people["super"])
    extras = [factories.person(f"Extra {number}") for number in range(6)]
    for person in (*people.values(), *unseen.values()):
        EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    Group.objects.create(name="Clerks")

    def circle(title: str, **fields: Any) -> Circle:
        master = people["master"]
        fields["orders_by_master"] = True
        game = factories.open_game(master, title=f"{title} table", anonymous=True, **fields)
        game = _begin(game, {**unseen, **{p: people[role] for p, role in BEGAN.items()}})
        waits = factories.open_game(
            master, title=f"{title} lobby", anonymous=True, allotment="wishes", **fields
        )
        over = factories.open_game(master, title=f"{title} past", anonymous=True, **fields)
        powers = [power for power in factories.HOLDS if power != "FRANCE"]
        over = _begin(over, {"FRANCE": people["own"], **dict(zip(powers, extras, strict=True))})
        for person, wish in ((people["other"], canaries.WISH), (waiting, canaries.OTHER_WISH)):
            waits.entries.create(person=person, joined_at=clock.now())
            lobby.wish(waits, person, [wish])
        for each in (game, waits, over):
            _let_master(each, people["supmas"], people["co"])
            _let_master(each, people["handed"])
            each.masterships.filter(person=people["handed"]).update(until=clock.now())
        _let_master(game, people["mplays"], people["mpast"])
        _play(game, people)
        _announce_absence(game)
        _add_webhook(game)
        _complain(game)
        _invite(game, people)
        _end(over)
        return Circle(game, waits, over)

    public = circle("The Balkan", orders_watched_by=Game.Watch.EVERYONE)
    private = circle("The hidden", visibility=Game.Visibility.PRIVATE)
    for each in (public, private):
        Game.objects.filter(pk=each.game.pk).update(map_key=secrets.token_hex(16))
        each.game.refresh_from_db(fields=["map_key"])
    for visibility in Game.Visibility.values:
        title = f"More {visibility}"
        factories.open_game(people["alien"], title=title, visibility=visibility)
    world = World(people, public, private, phones, _canaries(people["own"], public, private))
    for role, person in people.items():
        world.sign_in(person, role)
    open_sessions.end_all(people["ended"])
    world.sessions["pending"] = _begin_to_sign_in()
    _ask_to_close(people["closing"])
    _prepare_data(people["own"])
    return world


def _canaries(france: User, public: Circle, private: Circle) -> tuple[canaries.Canary, ...]:
    """Return all canaries, with the keys that the world has when it is created."""
    lobbies, running = (public.lobby, private.lobby), (public.game, private.game)
    return canaries.with_keys(
        [lobby.invitation_key for lobby in lobbies],
        [game.invitation_key for game in running],
        [str(game.map_key) for game in running],
        [str(france.feed_key)],
        [game.seat_invitations.get().key for game in running],
        [mail_keys.address_of(factories.seat(game, "FRANCE")) for game in running],
    )


def _begin_to_sign_in() -> str:
    """Give the password of somebody with a passkey and an app; return the key of the session."""
    person = factories.person(PENDING)
    EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    TOTP.activate(person, canaries.SECRET)
    asked = {"rp": {"id": "localhost"}, "user": {"id": "AA"}, "challenge": "AAAA"}
    WebAuthn.add(person, canaries.PASSKEY, json.loads(Device().register({"publicKey": asked})))
    client = Client()
    client.post("/accounts/login/", {"login": person.email, "password": factories.PASSWORD})
    session = client.session
    session[LOGIN_SESSION_KEY]["initiated_at"] += A_DAY  # otherwise it ends during the walk
    session.save()
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _suspend(person: User, *, by: User) -> None:
    Suspension.objects.create(person=person, by=by, at=clock.now(), reason=canaries.SUSPENDED)


def _ask_to_close(person: User) -> None:
    """Let the person be one who has signed in again after asking to close the account."""
    User.objects.filter(pk=person.pk).update(closing_at=clock.now() + account_closing.COMING_BACK)


def _prepare_data(person: User) -> None:
    now, content = clock.now(), canaries.OWN_DATA.encode()
    DataExport.objects.create(person=person, asked_at=now, ready_at=now, content=content)


def _share_a_browser(person: User) -> None:
    now, browser = clock.now(), Trace.Kind.BROWSER
    Trace.objects.create(person=person, kind=browser, mark="0" * 64, first_at=now, last_at=now)


def _people() -> dict[str, User]:
    supers = ("super", "plays", "supmas", "spast", "ended", "closing")
    rights = {
        role: {"is_staff": True, "is_superuser": role != "staff"} for role in ("staff", *supers)
    }
    return {
        role: factories.person(f"The {role}", **rights.get(role, {}))
        for role in ROLES
        if role not in ("nobody", "pending")
    }


def _subscribe(person: User, role: str) -> Phone:
    """Subscribe a browser of the role to notifications; return it with its keys."""
    phone = Phone()
    request = SignedInRequest()
    request.user, request.session = person, SessionStore()
    endpoint = f"https://push.example.org/{canaries.BROWSER}/{role}"
    browsers.add(request, endpoint=endpoint, **phone.keys)
    return phone


def _begin(game: Game, holders: dict[str, User]) -> Game:
    """Fill a lobby, and give each power to its intended holder instead of dealing by lot."""
    for person in holders.values():
        game = lobby.join(game, person, house_rules_accepted=True)
    for seat in game.seats.all():
        Tenure.objects.filter(seat=seat).update(person=holders[seat.power])
    return game


def _let_master(game: Game, *people: User) -> None:
    for person in people:
        Mastership.objects.create(game=game, person=person, since=clock.now())


def _play(game: Game, people: dict[str, User]) -> None:
    """Resolve the spring; then hand seats over, and store secret orders of three powers."""
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
    factories.lend(turkey, people["stand"], number=PHASES, by=people["master"])
    _write(game, "FRANCE", ["ENGLAND"], canaries.LATE)
    _write(game, "ENGLAND", ["FRANCE"], canaries.INSTANT)
    game.threads.get(circle="1.2", title="").messages.filter(text=canaries.INSTANT).update(
        sent_at=now
    )
    _write(game, "FRANCE", ["ENGLAND"], canaries.TITLED, topic=canaries.TITLE)
    _add_members(game)
    _write(game, "FRANCE", [], "Of all who stab.", topic="Stabs")
    _write(game, "FRANCE", ["FRANCE"], canaries.NOTED)
    _write_to_masters(game, people["master"])
    _draft(game, "FRANCE", canaries.DRAFTED)
    _order(game, "FRANCE", canaries.FRANCE[1])
    _order(game, "ENGLAND", canaries.ENGLAND[1])
    _write(game, "TURKEY", ["GERMANY"], canaries.STANDING)
    _order(game, "TURKEY", canaries.TURKEY[1])
    for power in ("FRANCE", "ENGLAND", "TURKEY"):
        seat = factories.seat(game, power)
        mail_keys.renew(seat, factories.holder(seat))
    germany = factories.seat(game, "GERMANY")
    declared_players.let_master_order(germany, factories.holder(germany), allowed=True)
    _order(game, "GERMANY", canaries.GERMANY[1])


def _add_members(game: Game) -> None:
    """Let Russia join a thread, and propose that Austria joins another one."""
    _write(game, "FRANCE", ["GERMANY"], canaries.BEFORE, topic=canaries.GROWN)
    found = _propose(game, canaries.GROWN, "FRANCE", "RUSSIA", canaries.WELCOME)
    germany = factories.seat(game, "GERMANY")
    thread_members.answer(found, germany, person=factories.holder(germany), agrees=True)
    _propose(game, canaries.TITLE, "ENGLAND", "AUSTRIA", canaries.PROPOSED)


def _propose(game: Game, title: str, power: str, newcomer: str, words: str) -> MemberProposal:
    seat = factories.seat(game, power)
    return thread_members.propose(
        game.threads.get(title=title),
        factories.seat(game, newcomer),
        proposer=seat,
        person=factories.holder(seat),
        words=words,
        with_past=False,
    )


def _announce_absence(game: Game) -> None:
    """Announce an absence of France, for which the game does not wait."""
    seat, now = factories.seat(game, "FRANCE"), clock.now()
    day = now.date()
    person = factories.holder(seat)
    seat.absences.create(person=person, first=day, last=day, announced_at=now)


def _add_webhook(game: Game) -> None:
    """Add a webhook whose address and key are secrets of the master."""
    token, key = canaries.WEBHOOK
    master = game.masterships.earliest("pk").person
    url = f"https://hooks.example.org/{token}/and-more"
    subscriptions.add(game, by=master, kind=Webhook.Kind.JSON, url=url, secret=key, language="en")


def _complain(game: Game) -> None:
    """Let France report a private message of England's to the administrators."""
    _write(game, "ENGLAND", ["FRANCE"], canaries.REPORTED)
    message = Message.objects.get(thread__game=game, text=canaries.REPORTED)
    reader = factories.holder(factories.seat(game, "FRANCE"))
    moderation.complain(message, by=reader, reason=canaries.COMPLAINT)


def _invite(game: Game, people: dict[str, User]) -> None:
    """Invite somebody to England, as if the game had been taken over: the seat is kept for them."""
    england, by = factories.seat(game, "ENGLAND"), people["master"]
    invitations.invite(england, people["invited"], by=by, taken_over=True)


def _write(game: Game, sender: str, to: Sequence[str], text: str, topic: str = "") -> None:
    """Send a message from a power to others, to everyone if `to` is empty, or into its notebook."""
    seats = {seat.power: seat for seat in game.seats.order_by("place")}
    circle = [seat for power, seat in seats.items() if power in (sender, *to)] if to else []
    person = factories.holder(seats[sender])
    key = uuid.uuid4()
    seat = seats[sender]
    sending.send(game, circle, sender=seat, person=person, text=text, request_key=key, topic=topic)


def _write_to_masters(game: Game, master: User) -> None:
    """Send a message from France to the masters, and one among the masters."""
    seat = factories.seat(game, "FRANCE")
    sending.send(
        game,
        [seat],
        sender=seat,
        person=factories.holder(seat),
        text=canaries.TO_MASTERS,
        request_key=uuid.uuid4(),
        with_masters=True,
    )
    sending.send(
        game,
        [],
        sender=None,
        person=master,
        text=canaries.AMONG_MASTERS,
        request_key=uuid.uuid4(),
        with_masters=True,
    )


def _draft(game: Game, power: str, text: str) -> None:
    """Save the draft of a public message."""
    seat = factories.seat(game, power)
    typed = drafts.TypedMessage(text, uuid.uuid4())
    drafts.save(game, PUBLIC, writer=seat, person=factories.holder(seat), typed=typed)


def _order(game: Game, power: str, text: str) -> None:
    seat, phase = factories.seat(game, power), factories.open_phase(game)
    submission.submit(phase, seat, [Line("line-1", text)], person=factories.holder(seat))


def _resolve(game: Game) -> None:
    """Resolve the open phase now, so that the games of the world are of about the same time."""
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()


def _supersede(game: Game) -> None:
    """Add a phase that was rolled back, with the code of the open one: it has its own address.

    It was never resolved, so nobody may read the order that France had given.
    """
    phase, france = factories.open_phase(game), factories.seat(game, "FRANCE")
    Phase.objects.filter(pk=phase.pk).update(number=phase.number + 1)
    undone = Phase.objects.create(
        game=game,
        settings=phase.settings,
        number=phase.number,
        code=phase.code,
        status=Phase.Status.SUPERSEDED,
        opened_at=clock.now(),
    )
    fleet, _army = (
        undone.units.create(seat=france, type=kind, province=province)
        for kind, province in (("F", "BRE"), ("A", "PAR"))
    )
    undone.orders.create(seat=france, kind="support", unit=fleet, text=canaries.FRANCE[0])


def _end(game: Game) -> None:
    endings.close(game, by=None, reason="")
    game.refresh_from_db()

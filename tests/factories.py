"""People and games for tests."""

import datetime as dt
import time
import uuid
from typing import Any

import factory
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.core.cache import caches
from django.test import Client

from accounts import clock
from accounts.models import User
from adjudicator import Dislodged, PhaseCode, Position, Unit
from games.core import audit
from games.lifecycle import beginning, creation, lobby
from games.lifecycle.settings import FIELDS
from games.models import Event, Game, LobbyEntry, Phase, Seat
from games.seats import invitations
from games.state import phase_clock, positions, variants
from games.state.positions import Snapshot

PASSWORD = "a long enough pass phrase"
# One order for each power in spring 1901.
HOLDS = {
    "AUSTRIA": "A VIE H", "ENGLAND": "A LVP H", "FRANCE": "A PAR H", "GERMANY": "A BER H",
    "ITALY": "A ROM H", "RUSSIA": "A MOS H", "TURKEY": "A CON H",
}  # fmt: skip


class PersonFactory(factory.django.DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Person {n}")
    email = factory.LazyAttribute(lambda person: f"{person.name.replace(' ', '.').lower()}@x.test")

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **fields: Any) -> User:
        fields.setdefault("password", PASSWORD)
        return User.objects.create_user(*args, **fields)


def person(name: str = "", **fields: Any) -> User:
    return PersonFactory.create(**({"name": name} if name else {}), **fields)


def settings(**fields: Any) -> dict[str, Any]:
    """Settings for phases of a day, without delay or grace, changed by `fields`."""
    if "live_minutes" in fields:
        return {"ready_minutes": 0, "on_missed": "none", "live_window_minutes": 1, **fields}
    if "weekdays" in fields:
        return {"ready_minutes": 0, "on_missed": "none", "window_hours": 48, **fields}
    hours = fields.get("phase_hours", 24)
    base = {"phase_hours": hours, "window_hours": hours, "ready_minutes": 0, "on_missed": "none"}
    return base | fields


def confirm_identity(client: Client, person: User, *, until: float | None = None) -> None:
    """Let the session of `person` be one that has just asked for the password once more.

    `until` is the time in seconds until which this counts; by default it is allauth's.
    """
    at = time.time() if until is None else until
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {"method": "password", "at": at, "reauthenticated": True}
    ]
    session[f"{AUTHENTICATION_METHODS_SESSION_KEY}_user"] = str(person.pk)
    session.save()


def open_game(maker: User, **fields: Any) -> Game:
    """A game in its lobby. `maker` masters it unless `as_master` is false."""
    return creation.create(
        maker,
        **{
            "as_master": True,
            "title": "The Balkan table",
            "lobby_days": 14,
            "game_settings": settings(
                **{name: fields.pop(name) for name in FIELDS if name in fields}
            ),
            "request_key": uuid.uuid4(),
            **fields,
        },
    )


def begun_game(
    master: User | None = None, players: list[User] | None = None, **fields: Any
) -> Game:
    """A game that has just begun, of `players` or of as many people as its set-up is for."""
    game = open_game(master or person(), **fields)
    *others, last = players or PersonFactory.create_batch(len(variants.setup_of(game).players))
    # In bulk: joining one by one would take half of the time of many tests.
    game.entries.bulk_create(
        LobbyEntry(game=game, person=each, joined_at=clock.now()) for each in others
    )
    audit.log_all(audit.event(Event.Kind.JOINED, game=game, actor=each) for each in others)
    return lobby.join(game, last, house_rules_accepted=True)


def live_game(players: list[User], **fields: Any) -> Game:
    """A live game of phases of three minutes that has just begun, before its joining time."""
    game = open_live_game(players, **fields)
    beginning.begin(game)
    return game


def open_live_game(players: list[User], **fields: Any) -> Game:
    """A live game in whose lobby `players` wait, all of them there. It is to begin in an hour."""
    starts_at = clock.now() + dt.timedelta(hours=1)
    game = open_game(person(), **{"live_minutes": 3, "starts_at": starts_at, **fields})
    game.entries.bulk_create(
        LobbyEntry(game=game, person=each, joined_at=clock.now(), here_at=clock.now())
        for each in players
    )
    return game


def open_phase(game: Game) -> Phase:
    return game.phases.get(status=Phase.Status.OPEN)


def deadline(game: Game) -> dt.datetime:
    """The moment at which the open phase of `game` is due."""
    due_at = open_phase(game).due_at
    assert due_at is not None, "the clock is stopped"
    return due_at


def let_be_due(game: Game, moment: dt.datetime | None) -> None:
    """Give the open phase of `game` this deadline; None stops its clock."""
    phase = open_phase(game)
    phase_clock.set_deadline(phase, moment, now=clock.now())
    phase.save(update_fields=phase_clock.DEADLINE_FIELDS)


def keep_played(*games: Game) -> None:
    """End all civil disorder, so that games in which nobody orders do not rest."""
    Seat.objects.filter(game__in=games).update(disorder_since=None)


def seat(game: Game, power: str) -> Seat:
    return game.seats.get(power=power)


def holder(which: Seat) -> User:
    return which.tenures.current().get().person


def replace(which: Seat, heir: User, *, by: User, **terms: Any) -> None:
    """Let `by` invite `heir` to a seat, and `heir` accept. `terms` are those of `invite`."""
    invitations.accept(invitations.invite(which, heir, by=by, **terms), heir)


def lend(which: Seat, stand_in: User, *, number: int, by: User, reason: str = "") -> None:
    """Let `by` invite a stand-in for `number` phases, who accepts."""
    replace(which, stand_in, by=by, number=number, reason=reason)


def set_up_position(game: Game, code: str, **position: Any) -> Phase:
    """Replace the position of the open phase, for positions that would take years to play to.

    `units` and `centers` are by power, `dislodged` are tuples (unit, attacker, retreats).
    """
    phase = open_phase(game)
    phase.units.all().delete()
    phase.centers.all().delete()
    Phase.objects.filter(pk=phase.pk).update(code=code)
    phase.refresh_from_db()
    built = Position(
        setup=variants.setup_of(game),
        phase=PhaseCode.parse(code),
        units={power: tuple(map(Unit.parse, units)) for power, units in position["units"].items()},
        centers={power: tuple(own) for power, own in position.get("centers", {}).items()},
        dislodged={
            power: tuple(
                Dislodged(Unit.parse(unit), attacker, tuple(retreats))
                for unit, attacker, retreats in beaten
            )
            for power, beaten in position.get("dislodged", {}).items()
        },
    )
    positions.store(Snapshot(phase, built, {each.power: each for each in game.seats.all()}))
    caches["order_parts"].clear()
    caches["game_parts"].clear()  # of the position before: elsewhere that of a phase never changes
    return phase

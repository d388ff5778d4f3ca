"""People and games for tests."""

import datetime as dt
import uuid
from typing import Any

import factory

from accounts.models import User
from adjudicator import Dislodged, PhaseCode, Position, Unit
from games import audit, clock, lobby, positions
from games.deadlines import schedule
from games.mastering.settings import FIELDS
from games.models import Entry, Event, Game, Phase, Seat
from games.positions import Snapshot

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


def conduct(**fields: Any) -> dict[str, Any]:
    """Phases of a day without delays or second chances, but for what is asked for."""
    if "weekdays" in fields:
        return {"ready_minutes": 0, "on_missed": "none", "window_hours": 48, **fields}
    hours = fields.get("phase_hours", 24)
    base = {"phase_hours": hours, "window_hours": hours, "ready_minutes": 0, "on_missed": "none"}
    return base | fields


def open_game(maker: User, **fields: Any) -> Game:
    """A game whose lobby is open. `maker` masters it unless `as_master` is false."""
    return lobby.create(
        maker,
        **{
            "as_master": True,
            "title": "The Balkan table",
            "lobby_days": 14,
            "conduct": conduct(**{name: fields.pop(name) for name in FIELDS if name in fields}),
            "request_key": uuid.uuid4(),
            **fields,
        },
    )


def begun_game(
    master: User | None = None, players: list[User] | None = None, **fields: Any
) -> Game:
    """A game that seven people have just begun."""
    game = open_game(master or person(), **fields)
    *others, last = players or PersonFactory.create_batch(7)
    # As they would have come one by one, which takes half of the time of many tests.
    game.entries.bulk_create(
        Entry(game=game, person=each, joined_at=clock.now()) for each in others
    )
    audit.log_all(audit.event(Event.Kind.JOINED, game=game, actor=each) for each in others)
    return lobby.join(game, last, house_rules_accepted=True)


def open_phase(game: Game) -> Phase:
    return game.phases.get(status=Phase.Status.OPEN)


def deadline(game: Game) -> dt.datetime:
    """When the open phase of `game` is due."""
    due_at = open_phase(game).due_at
    assert due_at is not None, "the clock is stopped"
    return due_at


def let_be_due(game: Game, moment: dt.datetime | None) -> None:
    """Give the open phase of `game` this deadline; without one its clock stands still."""
    phase = open_phase(game)
    schedule.promise(phase, moment, now=clock.now())
    phase.save(update_fields=schedule.PROMISED)


def seat(game: Game, power: str) -> Seat:
    return game.seats.get(power=power)


def holder(which: Seat) -> User:
    return which.tenures.get(until=None).person


def set_up_position(game: Game, code: str, **position: Any) -> Phase:
    """Replace the snapshot of the open phase: `units` and `centers` by power, `dislodged` as
    (unit, attacker, retreats). For positions that would take years to play to."""
    phase = open_phase(game)
    phase.units.all().delete()
    phase.centers.all().delete()
    Phase.objects.filter(pk=phase.pk).update(code=code)
    phase.refresh_from_db()
    built = Position(
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
    return phase

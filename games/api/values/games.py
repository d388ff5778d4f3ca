"""Rows of games → values of the API, as a reader may see them."""

from collections import Counter
from collections.abc import Iterable

from accounts import clock
from accounts.models import User

from ... import access, wording
from ...lifecycle import amendments
from ...models import Game, GameSettings, Phase, Seat
from ...polling.seat_states import seat_states, shown_state
from ...state import editions, phases, positions, variants
from ...wording import endings
from ...wording import game_settings as words
from ...wording.settings import Fact, changed_facts
from ..schemas import games as schemas


def game_line(row: Game) -> schemas.GameLine:
    """The line of a row of `lifecycle.listed_games`."""
    return schemas.GameLine(
        slug=row.slug,
        title=row.title,
        status=row.status,
        setup=row.setup,
        rules=row.rules,
        press=row.press,
        language=row.language,
        visibility=row.visibility,
        anonymous=row.anonymous,
        phase=row.phase_code,  # type: ignore[attr-defined]
        due_at=row.due_at,  # type: ignore[attr-defined]
        free_seats=max(0, row.free_seats),  # type: ignore[attr-defined]
    )


def game_value(person: User, game: Game) -> schemas.Game:
    role = access.Role(person, game)
    newest = newest_phase(game) if game.has_begun else None
    masters = list(game.masterships.current().select_related("person").order_by("pk"))
    counting = newest.settings if newest and newest.is_open else game.settings
    return schemas.Game(
        slug=game.slug,
        title=game.title,
        status=game.status,
        setup=game.setup,
        board=variants.board_of(game).name,
        rules=game.rules,
        press=game.press,
        language=game.language,
        visibility=game.visibility,
        anonymous=game.anonymous,
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
        ending=(endings.sentence(game) or None) if game.ending else None,
        phase=newest.code if newest else None,
        phase_name=wording.phase(newest) if newest else None,
        time=deadline_value(newest) if newest and newest.is_open else None,
        by_key=_by_key(counting),
        settings=settings_in_words(game, counting, has_master=bool(masters)),
        changed_rules=_rules(editions.changed_rules(game, newest.number if newest else None)),
        house_rules=amendments.house_rules_in(newest) if newest else game.house_rules,
        coming=_coming(newest) if newest and newest.is_open else None,
        powers=power_values(role, newest) if newest else [],
        my_powers=[seat.power for seat in role.held],
        is_master=role.is_master,
        masters=[str(row.person) for row in masters],
    )


def newest_phase(game: Game) -> Phase | None:
    """The newest phase of a game that counts, with its settings."""
    counting = game.phases.not_superseded().select_related("settings").order_by("-number")
    newest = counting.first()
    if newest is not None:
        newest.game = game
    return newest


def deadline_value(phase: Phase) -> schemas.Deadline:
    return schemas.Deadline(
        deadline=phase.deadline,
        due_at=phase.due_at,
        is_due=phase.is_due(clock.now()),
        waits_for_publication=phase.is_closed,
    )


def _by_key(settings: GameSettings | None) -> schemas.ByKey:
    if settings is None:
        return schemas.ByKey(orders=True, press=True)
    return schemas.ByKey(orders=settings.orders_by_key, press=settings.press_by_key)


def settings_in_words(
    game: Game, in_force: GameSettings | None, *, has_master: bool
) -> list[schemas.Fact]:
    """The settings of a game as its page lists them."""
    return _facts(words.facts(game, in_force, has_master=has_master))


def _facts(facts: Iterable[Fact]) -> list[schemas.Fact]:
    return [schemas.Fact(name=str(name), value=str(value)) for name, value in facts]


def _rules(changes: Iterable[editions.ChangedRule]) -> list[schemas.ChangedRule]:
    return [
        schemas.ChangedRule(
            question=str(each.question), answer=str(each.answer), instead_of=str(each.instead_of)
        )
        for each in changes
    ]


def _coming(phase: Phase) -> schemas.Coming:
    """The changes from the phase after the open one on."""
    game = phase.game
    later = game.house_rules_since is not None and game.house_rules_since > phase.number
    newest = game.settings
    return schemas.Coming(
        settings=_facts(changed_facts(phase.settings, newest) if newest else ()),
        rules=_rules(editions.coming_rules(game, phase.number)),
        house_rules=game.house_rules if later else None,
    )


def power_values(role: access.Role, phase: Phase) -> list[schemas.Power]:
    due, states = phases.orders_due(phase), seat_states(role.game)
    mine = {seat.pk for seat in role.held}
    stored = positions.stored(phase)
    units, centers = Counter(unit.power for unit in stored.units), Counter(stored.owners.values())
    found = []
    for seat in _seats(role.game):
        state = shown_state(role, phase, seat.pk, states, must_order=seat.power in due)
        found.append(
            schemas.Power(
                power=seat.power,
                name=wording.power(seat.power),
                player=access.shown_name(role.viewer, seat, names_open=role.sees_names),
                neutral=seat.neutral,
                mine=seat.pk in mine,
                units=units[seat.power],
                centers=centers[seat.power],
                in_civil_disorder=seat.disorder_since is not None,
                orders_due=due.get(seat.power, 0),
                has_ordered=state.has_ordered if state else None,
                is_ready=state.ready_phase == phase.pk if state else None,
                result=seat.result or None,
            )
        )
    return found


def _seats(game: Game) -> Iterable[Seat]:
    seats = list(game.seats.prefetch_related("tenures__person").order_by("place"))
    for seat in seats:
        seat.game = game
    return seats

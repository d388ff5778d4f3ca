"""Rounds of a tournament: tables drawn, games begun, standings, and the end."""

import uuid
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.core.errors import NeedsConfirmation, Refused
from games.lifecycle import endings
from games.models import Entrant, Game, Phase, Round, Table, Tournament
from games.seats import tenures
from games.tournaments import entrants, opening, organizers, results, rounds, seeding
from games.web.forms.game import GameForm
from tests import factories


@pytest.fixture
def organizer(db: None) -> User:
    return factories.person("Olga Organizer")


@pytest.fixture
def cup(organizer: User) -> Tournament:
    return opened(organizer)


def opened(organizer: User, source: Game | None = None, **fields: Any) -> Tournament:
    source = source or factories.open_game(organizer, press="none", phase_hours=48)
    return opening.open_tournament(
        organizer,
        source,
        **{"title": "Spring Cup", "request_key": uuid.uuid4(), "rounds_planned": 2, **fields},
    )


def entered(cup: Tournament, number: int) -> list[User]:
    people = factories.PersonFactory.create_batch(number)
    for person in people:
        entrants.enter(cup, person, house_rules_accepted=True)
    return people


def end(table: Table, *sharing: str) -> None:
    """End the game of a table as a draw that cannot be undone any more."""
    endings.draw(table.game, among=sharing or ["FRANCE", "ITALY"], by=None)
    Game.objects.filter(pk=table.game_id).update(final_at=table.round.drawn_at)


def test_all_games_have_the_settings_of_the_pattern(cup: Tournament, organizer: User):
    entered(cup, 14)
    drawn = rounds.draw_round(cup, by=organizer)
    games = [table.game for table in drawn.tables.all()]
    assert [game.title for game in games] == [
        "Spring Cup, round 1, table 1",
        "Spring Cup, round 1, table 2",
    ]
    for game in games:
        assert game.settings is not None
        assert (game.press, game.settings.phase_hours, game.status) == ("none", 48, "playing")
        assert game.masterships.get().person == organizer
        assert game.events.filter(kind="powers_by_draw").exists()


def test_every_term_of_a_game_belongs_to_the_pattern_or_to_each_table():
    own = {"title", "visibility", "allotment", "orders_by_master", "publish_hours"}
    assert set(opening.TERMS) | own == set(GameForm.Meta.fields)


def test_each_person_has_the_power_that_they_drew(cup: Tournament, organizer: User):
    entered(cup, 7)
    (table,) = rounds.draw_round(cup, by=organizer).tables.all()
    for place in table.places.select_related("entrant__person"):
        seat = table.game.seats.get(hand=place.hand)
        assert factories.holder(seat) == place.entrant.person


def test_six_people_are_too_few_and_an_eighth_sits_out(cup: Tournament, organizer: User):
    entered(cup, 6)
    with pytest.raises(Refused, match="at least 7 people"):
        rounds.draw_round(cup, by=organizer)
    assert not Round.objects.exists()
    entered(cup, 2)
    (table,) = rounds.draw_round(cup, by=organizer).tables.all()
    assert table.places.count() == 7


def test_an_organizer_who_plays_does_not_master_their_own_table(organizer: User, cup: Tournament):
    entrants.enter(cup, organizer, house_rules_accepted=True)
    entered(cup, 13)
    first, second = rounds.draw_round(cup, by=organizer).tables.all()
    for table in (first, second):
        plays = table.places.filter(entrant__person=organizer).exists()
        assert table.game.masterships.exists() is not plays


def test_an_organizer_who_plays_masters_no_game_of_a_round_that_hides_its_players(organizer: User):
    cup = opened(organizer, factories.open_game(organizer, anonymous=True))
    entered(cup, 13)
    entrants.enter(cup, organizer, house_rules_accepted=True)
    second = factories.person()
    organizers.add_organizer(cup, second, by=organizer)
    tables = rounds.draw_round(cup, by=organizer).tables.all()
    assert {table.game.masterships.get().person for table in tables} == {second}
    alone = opened(organizer, factories.open_game(organizer, anonymous=True), title="Alone")
    entered(alone, 13)
    entrants.enter(alone, organizer, house_rules_accepted=True)
    tables = rounds.draw_round(alone, by=organizer).tables.all()
    assert not any(table.game.masterships.exists() for table in tables)


def test_hidden_players_draw_their_powers_by_lot_alone(
    organizer: User, monkeypatch: pytest.MonkeyPatch
):
    played: list[dict[int, list[int]]] = []
    seat = seeding.draw
    monkeypatch.setattr(
        seeding,
        "draw",
        lambda people, past, *rest, **more: (
            played.append(dict(past.played)) or seat(people, past, *rest, **more)  # type: ignore[func-returns-value]
        ),
    )
    for hidden in (True, False):
        cup = opened(organizer, factories.open_game(organizer, anonymous=hidden), title="Cup")
        entered(cup, 7)
        rounds.draw_round(cup, by=organizer)
        rounds.draw_round(cup, by=organizer, anyway=True)
    assert [len(each) for each in played] == [0, 0, 0, 7]


def test_a_round_waits_for_the_earlier_games_unless_the_organizer_says_so(
    cup: Tournament, organizer: User
):
    entered(cup, 7)
    rounds.draw_round(cup, by=organizer)
    with pytest.raises(NeedsConfirmation, match="One game of an earlier round goes on"):
        rounds.draw_round(cup, by=organizer)
    rounds.draw_round(cup, by=organizer, anyway=True)
    with pytest.raises(Refused, match="All rounds are drawn"):
        rounds.draw_round(cup, by=organizer, anyway=True)


def test_standings_count_games_whose_end_is_final(cup: Tournament, organizer: User):
    entered(cup, 7)
    (table,) = rounds.draw_round(cup, by=organizer).tables.all()
    assert {line.total for line in results.standings_of(cup).lines} == {0}
    endings.draw(table.game, among=["FRANCE", "ITALY"], by=None)
    assert {line.total for line in results.standings_of(cup).lines} == {0}
    table.game.refresh_from_db()
    assert table.game.final_at is not None
    with time_machine.travel(table.game.final_at):
        lines = results.standings_of(cup).lines
    squares = 6 * 9 + 16
    assert [float(line.total) for line in lines] == pytest.approx(
        [1600 / squares, *[900 / squares] * 6]
    )


def test_a_person_who_leaves_plays_no_further_round(cup: Tournament, organizer: User):
    people = entered(cup, 8)
    (table,) = rounds.draw_round(cup, by=organizer).tables.all()
    end(table)
    entrants.leave(cup, people[0])
    (second,) = rounds.draw_round(cup, by=organizer).tables.all()
    assert not second.places.filter(entrant__person=people[0]).exists()
    entrants.enter(cup, people[0], house_rules_accepted=True)
    assert Entrant.objects.get(person=people[0]).left_at is None


def test_the_points_of_a_seat_go_to_whoever_held_it_at_the_end(cup: Tournament, organizer: User):
    entered(cup, 7)
    spare = entered(cup, 1)[0]
    (table,) = rounds.draw_round(cup, by=organizer).tables.all()
    played = {place.entrant.person for place in table.places.select_related("entrant__person")}
    spare = next(each.person for each in cup.entrants.all() if each.person not in played)
    france = table.game.seats.get(power="FRANCE")
    leaver = factories.holder(france)
    tenures.resign(france, leaver)
    france.refresh_from_db()
    tenures.take(france, spare)
    end(table)
    totals = {line.person: line.total for line in results.standings_of(cup).lines}
    keys = dict(cup.entrants.values_list("person", "pk"))
    assert totals[keys[leaver.pk]] == 0
    assert totals[keys[spare.pk]] > 0


def test_a_superseded_phase_does_not_tell_when_a_power_was_eliminated(organizer: User):
    cup = opened(organizer, scoring=Tournament.Scoring.CARNAGE)
    entered(cup, 7)
    (table,) = rounds.draw_round(cup, by=organizer).tables.all()
    last = factories.open_phase(table.game)
    Phase.objects.filter(pk=last.pk).update(number=9, code="F1905M")
    earlier(last, "S1901M", "resolved", {"FRANCE", "AUSTRIA", "TURKEY"})
    earlier(last, "S1903M", "resolved", {"FRANCE", "AUSTRIA"})
    earlier(last, "F1904M", "superseded", {"FRANCE", "TURKEY"})
    factories.set_up_position(table.game, "F1905M", units={"FRANCE": ["A PAR"], "ITALY": ["A ROM"]})
    end(table, "FRANCE", "ITALY")
    totals = {line.person: line.total for line in results.standings_of(cup).lines}
    entrant_of: dict[int | None, int] = dict(table.places.values_list("hand", "entrant"))
    austria, turkey = (
        totals[entrant_of[factories.seat(table.game, power).hand]]
        for power in ("AUSTRIA", "TURKEY")
    )
    assert austria > turkey


def earlier(last: Phase, code: str, status: str, powers: set[str]) -> None:
    """Store a phase before `last`, in which these powers have their units of `last`."""
    units = list(last.units.filter(seat__power__in=powers))
    phase = Phase.objects.get(pk=last.pk)
    phase.pk, phase.number, phase.code = None, last.game.phases.count(), code
    phase.status, phase.resolved_at = status, phase.opened_at
    phase.save(force_insert=True)
    for unit in units:
        unit.pk, unit.phase = None, phase
        unit.save(force_insert=True)


def test_teams_add_the_points_of_their_people(organizer: User):
    cup = opened(organizer, has_teams=True)
    people = entered(cup, 7)
    for person in people[:2]:
        entrants.join_team(cup, person, "  The  Hedgehogs ")
    (table,) = rounds.draw_round(cup, by=organizer).tables.all()
    end(table)
    found = results.standings_of(cup)
    ((rank, team, total),) = found.teams
    assert (rank, cup.teams.get().pk, cup.teams.get().name) == (1, team, "The Hedgehogs")
    own = set(cup.entrants.filter(team=team).values_list("pk", flat=True))
    assert total == sum(line.total for line in found.lines if line.person in own)
    with pytest.raises(Refused, match="Teams can’t change"):
        entrants.join_team(cup, people[0], "")


def test_a_tournament_ends_when_all_games_have(cup: Tournament, organizer: User):
    entered(cup, 7)
    with pytest.raises(Refused, match="No round has been played yet"):
        organizers.finish(cup, by=organizer)
    (table,) = rounds.draw_round(cup, by=organizer).tables.all()
    with pytest.raises(NeedsConfirmation, match="One game goes on"):
        organizers.finish(cup, by=organizer)
    end(table)
    organizers.finish(cup, by=organizer)
    cup.refresh_from_db()
    assert (cup.status, cup.is_over) == (Tournament.Status.FINISHED, True)
    with pytest.raises(Refused, match="This tournament is over"):
        entrants.enter(cup, factories.person(), house_rules_accepted=True)


def test_only_organizers_draw_and_the_last_one_stays(cup: Tournament, organizer: User):
    guest = factories.person()
    with pytest.raises(Refused, match="not an organizer"):
        rounds.draw_round(cup, by=guest)
    with pytest.raises(Refused, match="Nobody else organizes"):
        organizers.stop_organizing(cup, organizer)
    organizers.add_organizer(cup, guest, by=organizer)
    organizers.stop_organizing(cup, organizer)
    assert cup.organizers.get(until=None).person == guest


def test_live_games_are_no_pattern(organizer: User):
    source = factories.open_game(organizer)
    assert source.settings is not None
    source.settings.live_minutes = 15
    with pytest.raises(Refused, match="can’t have live games"):
        opened(organizer, source)


def test_the_same_form_sent_twice_opens_one_tournament(organizer: User):
    key, source = uuid.uuid4(), factories.open_game(organizer)
    first = opened(organizer, source, request_key=key)
    assert opened(organizer, source, request_key=key) == first
    assert Game.objects.filter(status=Game.Status.PATTERN).count() == 1


def test_nobody_sees_the_pattern(cup: Tournament, organizer: User):
    from games import access

    assert not access.visible_games(organizer).filter(pk=cup.pattern_id).exists()
    assert not Game.objects.in_lobby().filter(pk=cup.pattern_id).exists()

"""Ratings of the site: which games count, for whom, in which order, and the same each time."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from openskill.models import PlackettLuce

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.game_master import corrections
from games.lifecycle import endings
from games.models import Game, Rating, RatingChange
from games.models.rating import Ladder
from games.seats import declared_players, tenures
from games.statistics.ratings import recompute
from games.statistics.ratings.rate import Skill
from tests import factories

DAY = dt.timedelta(days=1)


def drawn(players: list[User], *powers: str, days: int = 0, **fields: Any) -> Game:
    game = factories.begun_game(None, players, **{"provisional_days": days, **fields})
    endings.draw(game, among=powers or ["FRANCE", "ITALY"], by=None)
    return Game.objects.get(pk=game.pk)


def changes(game: Game) -> dict[str, RatingChange]:
    rows = RatingChange.objects.filter(game=game).select_related("seat", "person")
    return {row.seat.power: row for row in rows}


def all_rows() -> tuple[list[Any], list[Any]]:
    """All rows of both tables but their keys, in an order of their own."""
    ratings = Rating.objects.order_by("ladder", "person").values_list(*recompute.RATING_FIELDS)
    rows = RatingChange.objects.order_by("game", "seat").values_list(*recompute.CHANGE_FIELDS)
    return list(ratings), list(rows)


@pytest.fixture
def players(db: None) -> list[User]:
    return factories.PersonFactory.create_batch(7)


def test_a_draw_is_a_tie_of_its_sharers_before_the_others(players: list[User]) -> None:
    game = drawn(players)
    recompute.recompute()
    found = changes(game)
    assert {power: row.place for power, row in found.items() if row.place == 1} == {
        "FRANCE": 1,
        "ITALY": 1,
    }
    assert {row.place for row in found.values()} == {1, 3}
    assert all(row.tied for row in found.values())
    assert found["FRANCE"].points_after > 1000 > found["TURKEY"].points_after
    rating = Rating.objects.get(person=found["FRANCE"].person)
    assert (rating.ladder, rating.games) == (Ladder.FULL, 1)
    assert rating.points == found["FRANCE"].points_after


def test_several_games_give_what_the_library_gives_by_hand(players: list[User]) -> None:
    games = [drawn(players), drawn(players, "TURKEY", "ENGLAND", "RUSSIA")]
    recompute.recompute()
    model = PlackettLuce()
    skills = {each.pk: model.rating() for each in players}
    for game in games:
        rows = RatingChange.objects.filter(game=game).select_related("seat").order_by("seat__place")
        teams = [[skills[row.person_id]] for row in rows]
        rated = model.rate(teams, ranks=[float(row.place) for row in rows])
        skills |= {row.person_id: team[0] for row, team in zip(rows, rated, strict=True)}
    stored = {row.person_id: (row.mu, row.sigma) for row in Rating.objects.all()}
    assert stored == {key: (each.mu, each.sigma) for key, each in skills.items()}


def test_recomputed_they_are_the_same_to_the_last_digit(players: list[User], capsys) -> None:
    for powers in (["FRANCE", "ITALY"], ["TURKEY", "RUSSIA", "ENGLAND"], ["ITALY", "AUSTRIA"]):
        drawn(players, *powers)
    call_command("recompute_ratings")
    assert capsys.readouterr().out == "Games: 3. Ratings: 7. Rows changed: 28.\n"
    first = all_rows()
    call_command("recompute_ratings")
    assert capsys.readouterr().out == "Games: 3. Ratings: 7. Rows changed: 0.\n"
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    recompute.recompute()
    assert repr(all_rows()) == repr(first)


def test_two_games_that_end_in_one_instant_count_in_the_order_of_their_keys(
    players: list[User],
) -> None:
    with time_machine.travel(clock.now(), tick=False):
        first, second = drawn(players), drawn(players, "TURKEY", "ENGLAND")
    assert first.ended_at == second.ended_at
    recompute.recompute()
    begun = RatingChange.objects.filter(mu_before=Skill().mu, sigma_before=Skill().sigma)
    assert set(begun.values_list("game", flat=True)) == {first.pk}


def test_an_earlier_end_that_becomes_final_later_changes_all_that_follows(
    players: list[User],
) -> None:
    early = drawn(players, days=3)
    late = drawn(players, "TURKEY", "ENGLAND")
    assert recompute.recompute_if_due()
    before = changes(late)["TURKEY"].mu_before
    assert before == Skill().mu
    assert recompute.recompute_if_due() is None
    with time_machine.travel(clock.now() + 4 * DAY):
        assert recompute.recompute_if_due()
    assert changes(early)["TURKEY"].mu_before == Skill().mu
    assert changes(late)["TURKEY"].mu_before == changes(early)["TURKEY"].mu_after or (
        changes(late)["TURKEY"].person != changes(early)["TURKEY"].person
    )
    followed = {row.person_id: row.mu_after for row in changes(early).values()}
    assert {row.person_id: row.mu_before for row in changes(late).values()} == followed


def test_a_reopened_game_counts_only_when_it_has_ended_for_good(
    players: list[User], master: User
) -> None:
    game = factories.begun_game(master, players)
    endings.draw(game, among=["FRANCE", "ITALY"], by=master)
    assert recompute.recompute().games == 0
    corrections.reopen(game, by=master, reason="Too soon.")
    with time_machine.travel(clock.now() + 3 * DAY):
        assert recompute.recompute_if_due() is None
    game.refresh_from_db()
    endings.draw(game, among=["TURKEY", "ITALY"], by=master)
    with time_machine.travel(clock.now() + 3 * DAY):
        assert recompute.recompute_if_due()
    assert changes(game)["TURKEY"].place == 1
    assert changes(game)["FRANCE"].place == 3


def test_a_game_whose_result_is_undone_after_it_counted_leaves_no_trace(
    players: list[User],
) -> None:
    first, second = drawn(players), drawn(players, "TURKEY", "ENGLAND")
    recompute.recompute()
    Game.objects.filter(pk=first.pk).update(
        status=Game.Status.PLAYING, ending="", ended_at=None, final_at=None
    )
    assert recompute.recompute_if_due()
    assert not changes(first)
    assert {row.mu_before for row in changes(second).values()} == {Skill().mu}


@pytest.mark.parametrize(
    "fields", [{"rated": False}, {"imported_at": dt.datetime(2026, 1, 1, tzinfo=dt.UTC)}]
)
def test_unrated_and_imported_games_do_not_count(players: list[User], fields: Any) -> None:
    game = drawn(players)
    Game.objects.filter(pk=game.pk).update(**fields)
    game.refresh_from_db()
    assert not game.is_rated
    assert recompute.recompute_if_due() is None
    assert not Rating.objects.exists()


def test_a_game_without_a_result_does_not_count(players: list[User]) -> None:
    game = factories.begun_game(None, players, provisional_days=0)
    endings.close(game, by=None, reason="")
    assert recompute.recompute().games == 0


def test_a_game_with_a_player_without_an_account_does_not_count(
    players: list[User], master: User
) -> None:
    game = factories.begun_game(master, players, orders_by_master=True, provisional_days=0)
    turkey = factories.seat(game, "TURKEY")
    tenures.resign(turkey, factories.holder(turkey))
    declared_players.declare(turkey, by=master, name="Quentin", email="")
    endings.draw(game, among=["FRANCE", "ITALY"], by=master)
    assert recompute.recompute().games == 0


def test_a_seat_that_was_left_counts_for_the_person_who_left_it(players: list[User]) -> None:
    game = factories.begun_game(None, players, provisional_days=0)
    turkey = factories.seat(game, "TURKEY")
    left = factories.holder(turkey)
    tenures.resign(turkey, left)
    endings.draw(game, among=["FRANCE", "ITALY"], by=None)
    recompute.recompute()
    assert changes(game)["TURKEY"].person == left


@pytest.mark.parametrize("shares", [True, False])
def test_a_new_player_counts_only_if_they_share_the_draw(
    players: list[User], master: User, *, shares: bool
) -> None:
    game = factories.begun_game(master, players, provisional_days=0)
    turkey, heir = factories.seat(game, "TURKEY"), factories.person("Heike")
    left = factories.holder(turkey)
    tenures.resign(turkey, left)
    factories.replace(turkey, heir, by=master)
    endings.draw(game, among=["TURKEY" if shares else "FRANCE", "ITALY"], by=master)
    recompute.recompute()
    assert changes(game)["TURKEY"].person == (heir if shares else left)


def test_lists_are_by_press_and_by_the_number_of_players(players: list[User]) -> None:
    full, gunboat = drawn(players, press="public"), drawn(players, press="none")
    few = factories.begun_game(None, None, setup="france_austria", provisional_days=0)
    endings.draw(few, among=["FRANCE", "AUSTRIA"], by=None)
    recompute.recompute()
    ladders = dict(RatingChange.objects.values_list("game", "ladder").distinct())
    assert ladders == {full.pk: "full", gunboat.pk: "gunboat", few.pk: "few"}
    assert set(Rating.objects.filter(ladder="full").values_list("games", flat=True)) == {1}


def test_a_limit_orders_all_powers_by_their_centers(players: list[User]) -> None:
    game = factories.begun_game(None, players, provisional_days=0, ends="turns", ends_after=1)
    phase = factories.open_phase(game)
    phase.centers.filter(seat__power="TURKEY").delete()
    factories.keep_played(game)
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
        game.refresh_from_db()
        assert game.ending == Game.Ending.LIMIT
        recompute.recompute()
    places = {power: row.place for power, row in changes(game).items()}
    assert places.pop("RUSSIA") == 1
    assert places.pop("TURKEY") == 7
    assert set(places.values()) == {2}


def test_two_processes_at_once_store_no_rating_twice(
    players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(players)
    compute = recompute.compute
    done: list[bool] = []

    def compute_after_another(ended: Any) -> recompute.Ratings:
        computed = compute(ended)
        if not done:  # the first run has read all; a second one overtakes it
            done.append(True)
            differences = recompute._differences
            monkeypatch.setattr(recompute, "compute", compute)
            first = [
                differences(Rating, recompute.RATING_FIELDS, computed.ratings),
                differences(RatingChange, recompute.CHANGE_FIELDS, computed.changes),
            ]
            recompute.recompute()
            late = iter(first)
            monkeypatch.setattr(recompute, "_differences", lambda *_arguments: next(late))
        return computed

    monkeypatch.setattr(recompute, "compute", compute_after_another)
    assert recompute.recompute_if_due() is None
    assert Rating.objects.count() == RatingChange.objects.count() == 7
    monkeypatch.undo()
    assert recompute.recompute().written == 0

"""Draws, and games that are closed without a result."""

import datetime as dt

import pytest

from accounts import clock
from accounts.models import User
from games.core.errors import Refused
from games.deadlines import control
from games.lifecycle import endings
from games.models import Event, Game, Notification, Pause, Phase, Tenure
from games.wording import endings as wording_endings
from tests import factories

from ..orders.test_submission import submit


def test_a_draw_is_shared_by_those_it_names(game: Game, master: User, players: list[User]):
    endings.draw(game, among=["TURKEY", "FRANCE"], by=master, reason="All agree.")
    game.refresh_from_db()
    assert (game.status, game.ending) == ("finished", "draw")
    assert not game.seats.filter(result="won").exists()
    sharing = game.seats.filter(result="drew").values_list("power", flat=True)
    assert set(sharing) == {"FRANCE", "TURKEY"}
    assert wording_endings.sentence(game) == "The game has ended in a draw among France, Turkey."
    assert wording_endings.reason(game) == "All agree."
    told = Notification.objects.filter(
        kind=Notification.Kind.GAME_OVER, channel=Notification.Channel.SITE
    )
    assert set(told.values_list("person", flat=True)) == {p.pk for p in (master, *players)}


@pytest.mark.parametrize("among", [[], ["FRANCE"], ["FRANCE", "UTOPIA"], ["FRANCE", "FRANCE"]])
def test_a_draw_needs_two_powers_that_are_left(game: Game, master: User, among: list[str]):
    with pytest.raises(Refused, match="A draw must be shared by at least two surviving powers"):
        endings.draw(game, among=among, by=master)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_a_power_without_units_and_centers_shares_no_draw(game: Game, master: User):
    phase = factories.open_phase(game)
    phase.units.filter(seat__power="ITALY").delete()
    assert "ITALY" in endings.survivors(factories.open_phase(game))
    phase.centers.filter(seat__power="ITALY").delete()
    assert "ITALY" not in endings.survivors(factories.open_phase(game))
    with pytest.raises(Refused):
        endings.draw(game, among=["FRANCE", "ITALY"], by=master)


def test_closing_a_game_says_why(game: Game, master: User):
    endings.close(game, by=master, reason=" Nobody came. ")
    game.refresh_from_db()
    assert wording_endings.sentence(game) == "The game was closed without a result."
    assert wording_endings.reason(game) == "Nobody came."


def test_what_was_ordered_in_the_last_phase_is_never_resolved(game: Game, master: User):
    submit(game, "FRANCE", "A PAR - BUR")
    endings.close(game, by=master, reason="Nobody came.")
    last = game.phases.get()
    assert (last.status, last.resolved_at, last.due_at) == (Phase.Status.FINAL, None, None)
    assert not last.orders.exclude(outcome="").exists()


def test_all_who_sat_there_sat_to_the_end(game: Game, master: User):
    endings.close(game, by=master, reason="Nobody came.")
    assert not Tenure.objects.current().filter(seat__game=game).exists()
    assert Tenure.objects.filter(seat__game=game, ending=Tenure.Ending.GAME_OVER).count() == 7


def test_a_paused_game_can_end_and_its_pause_with_it(game: Game, master: User):
    control.pause(game, until=clock.now() + dt.timedelta(days=1), by=master)
    endings.draw(game, among=["FRANCE", "TURKEY"], by=None)
    assert not Pause.objects.filter(ended_at=None).exists()


def test_a_game_ends_once(game: Game, master: User):
    endings.close(game, by=master, reason="Nobody came.")
    for again in (
        lambda: endings.close(game, by=master, reason="Once more."),
        lambda: endings.draw(game, among=["FRANCE", "TURKEY"], by=master),
    ):
        with pytest.raises(Refused, match="This game isn’t in progress"):
            again()
    assert game.events.filter(kind=Event.Kind.GAME_CLOSED).count() == 1

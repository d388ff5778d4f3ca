"""A game whose rows the rules cannot read is set aside, and its pages say so."""

import html
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.adjudication import due_phases
from games.models import Center, Game, Unit

from ... import factories

POISONS = {
    "a fleet on land": lambda game: Unit.objects.filter(phase__game=game, province="MOS").update(
        type="F"
    ),
    "an unknown province": lambda game: Unit.objects.filter(
        phase__game=game, province="PAR"
    ).update(province="XXX"),
    "an unknown coast": lambda game: Unit.objects.filter(phase__game=game, province="STP").update(
        coast="ZZ"
    ),
    "a center that is none": lambda game: Center.objects.filter(
        phase__game=game, province="PAR"
    ).update(province="BUR"),
}


@pytest.mark.parametrize("poison", POISONS.values(), ids=POISONS)
def test_a_position_that_cannot_be_read_is_told_on_the_games_page(
    poison: Callable[[Game], int], game: Game, master: User, client: Client
):
    assert poison(game) == 1
    with time_machine.travel(factories.open_phase(game).due_at):
        assert due_phases.resolve_due() == 1
    game.refresh_from_db()
    assert game.status == Game.Status.ASIDE
    assert game.error.startswith("PositionError in ")

    player = factories.holder(factories.seat(game, "FRANCE"))
    for person, told in ((master, True), (player, False)):
        client.force_login(person)
        answer = client.get(game.get_absolute_url())
        assert answer.status_code == 200
        page = html.unescape(answer.content.decode())
        assert "This game has stopped because of an error" in page
        assert (game.error in page) == told
        assert "no orders to give" not in page

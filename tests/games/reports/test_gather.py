"""The values of a report, read from the rows of a phase and of the next one."""

import datetime as dt

import pytest
from django.utils.translation import override

from accounts import clock
from games.deadlines import control
from games.models import Game, GameSettings, Phase
from games.reports.gather import gather
from games.wording import endings
from tests import factories

from .sample import play, play_printed


def test_orders_stand_by_power_in_the_order_of_their_seats(fall: Phase):
    report = gather(fall)
    assert [each.power for each in report.orders] == [
        "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
    ]  # fmt: skip
    france = {line.text: line for line in report.orders[2].orders}
    assert list(france) == ["A BUR - BEL", "F PIC S A BUR - BEL", "A SPA S F MAR", "F MAR S A SPA"]
    failed = [text for text, line in france.items() if not line.good]
    assert failed == ["A BUR - BEL", "F MAR S A SPA"]
    assert "cut by an attack from Army Piedmont" in france["F MAR S A SPA"].reason
    assert france["A BUR - BEL"].fate == "dislodged"


def test_it_is_gathered_in_the_language_and_the_notation_of_the_reader(fall: Phase):
    with override("es"):
        report = gather(fall)
    assert report.title == "The sample game: Otoño de 1902, movimiento"
    assert report.language == "es"
    assert report.orders[2].power == "Francia"
    assert report.orders[2].orders[0].text == "E Bor-Bel"
    assert report.retreats[1].places == ("Fin", "Lvn", "Mos")


def test_retreats_due_say_where_to(fall: Phase):
    due = [(each.power, each.unit, each.places) for each in gather(fall).retreats]
    assert due == [
        ("France", "A BUR", ("GAS", "PAR")),
        ("Russia", "A STP", ("FIN", "LVN", "MOS")),
    ]
    assert gather(fall).adjustments == ()


def test_after_the_retreats_builds_and_removals_are_due_and_centers_have_changed_hands(
    sample: Game, fall: Phase
):
    report = gather(play_printed(sample, "retreats of fall 1902"))
    assert [(each.power, each.number) for each in report.adjustments] == [
        ("Austria", 1), ("England", 1), ("France", 1), ("Germany", 1), ("Russia", -1),
        ("Turkey", 1),
    ]  # fmt: skip
    assert report.retreats == ()
    russia = report.centers[5]
    assert (russia.power, russia.gained, russia.lost) == ("Russia", (), ("RUM", "STP"))
    assert russia.owned == ("MOS", "SEV", "SWE", "WAR")
    assert report.centers[0].gained == ("SER",)
    assert all(not line.gained and not line.lost for line in gather(fall).centers)


def test_builds_need_no_more_to_be_told_once_they_are_done(sample: Game, fall: Phase):
    play_printed(sample, "retreats of fall 1902")
    winter = gather(play_printed(sample, "winter 1902"))
    assert (winter.retreats, winter.adjustments) == ((), ())
    assert [line.text for line in winter.orders[-1].orders] == ["Build F SMY"]


def test_a_power_that_lost_its_last_center_still_stands_in_the_chart(game: Game):
    factories.set_up_position(
        game,
        "F1905M",
        units={"FRANCE": ["A RUH", "A GAS"], "GERMANY": ["A SIL"]},
        centers={"FRANCE": ["PAR", "MAR"], "GERMANY": ["KIE"]},
    )
    report = gather(play(game, {"FRANCE": ["A RUH - KIE", "A GAS H"], "GERMANY": ["A SIL H"]}))
    chart = {line.power: (line.owned, line.lost) for line in report.centers}
    assert chart == {"France": (("KIE", "MAR", "PAR"), ()), "Germany": ((), ("KIE",))}


def test_who_gave_no_orders_is_named(game: Game):
    report = gather(play(game, {"FRANCE": ["A PAR - BUR"]}))
    assert "France" not in report.silent
    assert len(report.silent) == 6


def test_the_next_deadline_is_named_in_the_zone_of_the_game(sample: Game, fall: Phase):
    retreats = factories.open_phase(sample)
    GameSettings.objects.update(phase_hours=None, at=dt.time(20), weekdays=64, zone="Europe/Madrid")
    retreats.deadline = retreats.due_at = dt.datetime(2099, 11, 29, 19, tzinfo=dt.UTC)
    retreats.save()
    assert gather(fall).deadline == (
        "Deadline of Fall 1902, retreats: Sun 29 Nov 2099, 20:00 (Madrid time)."
    )
    control.pause(sample, by=None, until=clock.now() + dt.timedelta(days=1))
    assert gather(Phase.objects.get(pk=fall.pk)).deadline == ""


def test_a_phase_that_is_over_has_no_deadline_to_name(sample: Game, fall: Phase):
    play_printed(sample, "retreats of fall 1902")
    assert gather(Phase.objects.get(pk=fall.pk)).deadline == ""


def test_a_phase_that_won_the_game_tells_of_the_winner_and_of_nothing_that_is_due(game: Game):
    centers = [
        "PAR", "MAR", "BRE", "SPA", "POR", "BEL", "HOL", "DEN", "KIE", "BER", "MUN", "LON", "EDI",
        "LVP", "NWY", "SWE", "ROM",
    ]  # fmt: skip
    factories.set_up_position(
        game,
        "F1908M",
        units={"FRANCE": ["A TUS"], "ITALY": ["F ION"]},
        centers={"FRANCE": centers, "ITALY": ["VEN", "NAP"]},
    )
    report = gather(play(game, {"FRANCE": ["A TUS - VEN"], "ITALY": ["F ION H"]}))
    game.refresh_from_db()
    note = endings.provisional_note(game)
    assert report.ending == f"France has won the game. {note}"
    assert note.startswith("The result becomes final on ")
    Game.objects.filter(pk=game.pk).update(final_at=game.created_at)
    final = gather(Phase.objects.get(game=game, code="F1908M"))
    assert final.ending == "France has won the game."
    assert (report.retreats, report.adjustments) == ((), ())
    assert report.centers[0].gained == ("VEN",)


def test_what_was_rolled_back_since_is_passed_over(sample: Game, fall: Phase):
    retreats = factories.open_phase(sample)
    Phase.objects.filter(pk=retreats.pk).update(number=retreats.number + 1)
    Phase.objects.create(
        game=sample,
        settings=retreats.settings,
        number=retreats.number,
        code="W1902A",
        status=Phase.Status.SUPERSEDED,
        opened_at=retreats.opened_at,
    )
    assert len(gather(fall).retreats) == 2


@pytest.mark.parametrize("visibility", Game.Visibility.values)
def test_the_map_of_a_public_game_has_an_address_without_a_query(
    fall: Phase, visibility: str, settings
):
    settings.SITE_URL = "https://entente.example"
    fall.game.visibility = visibility
    report = gather(fall)
    page = "https://entente.example/games/the-sample-game/F1902M/"
    assert report.address == page
    assert report.picture == (f"{page}map.png" if visibility == "public" else "")

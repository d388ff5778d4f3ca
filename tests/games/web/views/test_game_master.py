"""The page of a game master, and the page of each action."""

import datetime as dt
import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.game_master import corrections
from games.lifecycle import position_text
from games.models import Event, Game, Phase, Vote
from games.seats import tenures
from games.state.positions import load
from games.votes import voting
from games.web.forms import game_master
from tests import factories

from ...orders.test_submission import submit
from .conftest import alerts, nothing_changes, signed_in, words

ALL = {**game_master.CLOCK_ACTIONS, **game_master.GAME_ACTIONS, **game_master.MASTER_ACTIONS}


@pytest.fixture
def client(master: User) -> Client:
    return signed_in(master)


def url(game: Game, name: str = "") -> str:
    return reverse(f"games:master_{name}" if name else "games:master", args=[game.slug])


def send(client: Client, game: Game, act: str, /, **changed):
    """Open the page of an action, fill in the `changed` fields, and send the form."""
    return client.post(url(game, act), {**filled_in(client, game, act), **changed}, follow=True)


def send_twice(client: Client, game: Game, act: str, /, **changed):
    """Send the form of an action that is shown first and changes nothing then, and confirm it."""
    with nothing_changes():
        asked = send(client, game, act, **changed)
    shown = asked.context["form"]["shown"].value()
    return send(client, game, act, **changed, shown=shown)


def filled_in(client: Client, game: Game, name: str) -> dict[str, object]:
    """Return the data that a browser would send from the unchanged page."""
    form = client.get(url(game, name)).context["form"]
    return {each.html_name: _sent(each) for each in form}


def _sent(field) -> object:
    value = field.value()
    if isinstance(value, dt.datetime):
        return value.strftime("%Y-%m-%dT%H:%M")
    return "" if value is None else value


def test_the_page_is_for_masters_alone(game: Game, master: User, players: list[User]):
    for person, status in ((master, 200), (players[0], 404), (factories.person(), 404)):
        assert signed_in(person).get(url(game)).status_code == status
    tab = f'href="{url(game)}"'
    assert tab in signed_in(master).get(game.get_absolute_url()).content.decode()
    assert tab not in signed_in(players[0]).get(game.get_absolute_url()).content.decode()


def test_the_page_says_who_has_ordered_and_never_what(client: Client, game: Game):
    submit(game, "FRANCE", "A PAR - PIC")
    page = client.get(url(game))
    assert "PIC" not in page.content.decode()
    assert words(page).count("orders in ") == 1
    assert words(page).count("orders missing") == 6
    assert "Orders are missing from 6 powers." in words(page)


def test_the_page_offers_what_can_be_done(client: Client, game: Game):
    def offered() -> set[str]:
        page = client.get(url(game)).content.decode()
        return {name for name in ALL if url(game, name) in page}

    now = set(ALL) - {"comment"}  # on results, and there are none yet
    assert offered() == now - {"shorten", "unpause", "reopen"}
    send(client, game, "extend")
    assert offered() == now - {"unpause", "reopen"}
    send(client, game, "pause")
    assert offered() == now - {"extend", "shorten", "pause", "process", "reopen"}
    send_twice(client, game, "close", reason="Nobody came.")
    assert offered() == {"announce", "add", "leave", "reopen"}
    Game.objects.filter(pk=game.pk).update(final_at=clock.now())
    assert offered() == {"announce", "add", "leave"}


@pytest.mark.parametrize("name", sorted(ALL))
def test_looking_at_an_act_changes_nothing(client: Client, game: Game, name: str):
    with nothing_changes():
        assert client.get(url(game, name)).status_code in (200, 302)


def test_an_action_that_cannot_be_done_now_leads_back_to_the_page(client: Client, game: Game):
    with nothing_changes():
        answer = client.post(url(game, "unpause"), follow=True)
    assert "This can’t be done now." in alerts(answer)


def test_a_deadline_is_put_off_to_the_next_date_of_the_rule(client: Client, game: Game):
    before = factories.deadline(game)
    page = client.get(url(game, "extend"))
    assert "To the next date of this game" in words(page)
    answer = send(client, game, "extend", reason="Holidays.")
    assert factories.deadline(game) == before + dt.timedelta(days=1)
    assert "The deadline of Spring 1901, movement was moved from" in words(answer)
    assert game.events.get(kind=Event.Kind.EXTENDED).text == "Holidays."


def test_an_extension_is_undone_on_its_page(client: Client, game: Game):
    before = factories.deadline(game)
    send(client, game, "extend", how="by", number=20, unit="days")
    answer = send(client, game, "shorten", reason="A typo.")
    assert factories.deadline(game) == before
    assert "The deadline of Spring 1901, movement is earlier again" in words(answer)
    assert game.events.get(kind=Event.Kind.SHORTENED).text == "A typo."
    assert "This can’t be done now." in alerts(client.get(url(game, "shorten"), follow=True))


def test_a_deadline_is_put_off_by_hours(client: Client, game: Game):
    before = factories.deadline(game)
    send(client, game, "extend", how="by", number=30, unit="hours")
    assert factories.deadline(game) == before + dt.timedelta(hours=30)


def test_a_deadline_is_put_off_to_a_moment_in_the_zone_of_the_master(
    client: Client, master: User, game: Game
):
    master.time_zone = "Europe/Sofia"
    master.save(update_fields=["time_zone"])
    day = (factories.deadline(game) + dt.timedelta(days=3)).date()
    send(client, game, "extend", how="to", moment=f"{day}T20:00")
    at = factories.deadline(game)
    assert at.date() == day
    assert at.hour in (17, 18)


def test_a_second_click_puts_a_deadline_off_no_further(client: Client, game: Game):
    sheet = filled_in(client, game, "extend")
    client.post(url(game, "extend"), sheet)
    with nothing_changes():
        answer = client.post(url(game, "extend"), {**sheet, "reason": "Once more."})
    assert "The deadline has changed in the meantime. Check the new one first." in words(answer)
    assert "Once more." in answer.content.decode()
    again = re.search(r'name="seen" value="([^"]+)"', answer.content.decode())
    assert again
    assert dt.datetime.fromisoformat(again[1]) == factories.deadline(game)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"how": "to", "moment": ""}, "Fill this in for the choice above."),
        ({"how": "by", "number": ""}, "Fill this in for the choice above."),
        ({"how": "by", "number": "1440", "unit": "days"}, "at most 60 days from now"),
        ({"how": "to", "moment": "2001-01-01T12:00"}, "later than the current one"),
        ({"how": "to", "moment": "soon"}, "Enter a valid date/time."),
    ],
)
def test_what_is_wrong_with_a_delay_is_told_beside_it(client: Client, game: Game, changed, told):
    with nothing_changes():
        answer = send(client, game, "extend", **changed)
    assert told in words(answer)


def test_a_game_is_paused_and_goes_on(client: Client, game: Game):
    answer = send(client, game, "pause", reason="Summer.")
    assert "The clock was stopped until" in words(answer)
    assert "The clock starts again" in words(client.get(url(game)))
    assert factories.open_phase(game).deadline is None
    assert "has 23 hours, 59 minutes left" in words(client.get(url(game, "unpause")))
    assert "The clock is running again" in words(send(client, game, "unpause"))
    assert factories.deadline(game)


def test_processing_now_says_first_whose_orders_are_missing(client: Client, game: Game):
    for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY"):
        submit(game, power, factories.HOLDS[power])
    told = words(client.get(url(game, "process")))
    assert "it ends at once, and the saved orders count." in told
    assert "Orders are missing from: Russia and Turkey. They get no more time." in told
    lost = "Its units hold. It goes into civil disorder, and others can take it over."
    assert f"Russia {lost} Turkey {lost}" in told
    assert "Italy It" not in told
    answer = send(client, game, "process")
    assert "The phase ends now." in words(answer)
    assert factories.deadline(game) <= clock.now()


def test_processing_now_names_the_votes_that_end_with_the_phase(client: Client, game: Game):
    assert "votes are still open" not in words(client.get(url(game, "process")))
    seat = factories.seat(game, "FRANCE")
    voting.propose(factories.open_phase(game), seat, Vote.Kind.DRAW, person=factories.holder(seat))
    page = words(client.get(url(game, "process")))
    assert "These votes are still open and end with the phase: “The game ends in a draw" in page


def test_a_second_click_does_not_process_the_next_phase(client: Client, game: Game):
    sheet = filled_in(client, game, "process")
    with time_machine.travel(clock.now() + dt.timedelta(minutes=1)):
        client.post(url(game, "process"), sheet)
        due_phases.resolve_due()
        with nothing_changes():
            answer = client.post(url(game, "process"), sheet)
    assert "The deadline has changed in the meantime. Check the new one first." in words(answer)


def test_nobody_falls_into_civil_disorder_whom_the_page_has_not_named(client: Client, game: Game):
    for power, order in factories.HOLDS.items():
        submit(game, power, order)
    sheet = filled_in(client, game, "process")
    assert "Every power has given orders." in words(client.get(url(game, "process")))
    submit(game, "FRANCE")  # takes the orders back
    with nothing_changes():
        answer = client.post(url(game, "process"), sheet)
    assert "More powers would miss the turn than this page showed." in words(answer)
    assert "France Its units hold. It goes into civil disorder" in words(answer)
    again = {each.html_name: each.value() for each in answer.context["form"]}
    client.post(url(game, "process"), again)
    assert factories.deadline(game) <= clock.now()


def test_orders_that_came_meanwhile_make_no_new_question(client: Client, game: Game):
    sheet = filled_in(client, game, "process")
    for power, order in factories.HOLDS.items():
        submit(game, power, order)
    answer = client.post(url(game, "process"), sheet, follow=True)
    assert "The phase ends now." in words(answer)


def test_a_form_without_what_was_shown_is_shown_first(client: Client, game: Game):
    with nothing_changes():
        answer = client.post(
            url(game, "process"), {**filled_in(client, game, "process"), "shown": ""}
        )
    assert "Check the list again." in words(answer)


def test_processing_now_says_who_keeps_the_seat(client: Client, master: User, players: list[User]):
    game = factories.begun_game(master, players, disorder_after="in_a_row", disorder_misses=3)
    seat = factories.seat(game, "ITALY")
    tenures.resign(seat, factories.holder(seat))
    told = words(client.get(url(game, "process")))
    assert "France Its units hold, and its player keeps the seat. 2 more missed turns in a" in told
    assert "Italy It is in civil disorder already. Its units hold." in told
    assert "goes into civil disorder" not in told


def test_processing_retreats_now_costs_no_seat(client: Client, game: Game):
    factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS", "PAR"])]},
    )
    told = words(client.get(url(game, "process")))
    assert "France Its dislodged units without orders are disbanded." in told
    assert "The phase ends now." in words(send(client, game, "process"))


def test_an_announcement_stands_on_the_page_of_the_game(client: Client, game: Game):
    send(client, game, "announce", words="Dinner at <b>eight</b>.\nBring maps.")
    page = Client().get(game.get_absolute_url()).content.decode()
    assert "Dinner at &lt;b&gt;eight&lt;/b&gt;.<br>Bring maps." in page
    assert "Mia Master" in page
    with time_machine.travel(clock.now() + dt.timedelta(days=15)):
        assert "Dinner" not in Client().get(game.get_absolute_url()).content.decode()


def test_a_draw_is_among_those_who_are_ticked(client: Client, game: Game):
    with nothing_changes():
        asked = send(client, game, "draw", powers=["FRANCE", "TURKEY"])
    assert "France and Turkey will share the draw." in words(asked)
    shown = asked.context["form"]["shown"].value()
    with nothing_changes():  # others than those who were shown
        send(client, game, "draw", powers=["FRANCE", "ITALY"], shown=shown)
    answer = send(client, game, "draw", powers=["FRANCE", "TURKEY"], shown=shown)
    assert "The game has ended in a draw." in words(answer)
    page = words(Client().get(game.get_absolute_url()))
    assert "The game has ended in a draw among France, Turkey." in page


def test_an_end_that_was_shown_before_a_correction_is_shown_again(client: Client, game: Game):
    shown = send(client, game, "close", reason="Over.").context["form"]["shown"].value()
    opened = factories.open_phase(game)
    corrections.correct(game, load(opened), by=None, reason="A slip.")
    with nothing_changes():
        send(client, game, "close", reason="Over.", shown=shown)


def test_closing_a_game_needs_a_reason(client: Client, game: Game):
    with nothing_changes():
        assert "This field is required." in alerts(send(client, game, "close"))
    send_twice(client, game, "close", reason="Three players have left.")
    page = words(Client().get(game.get_absolute_url()))
    assert "The game was closed without a result. Three players have left." in page


def test_going_back_shows_first_what_becomes_void(client: Client, game: Game):
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
        sheet = {**filled_in(client, game, "back"), "number": 1, "reason": "A wrong map."}
        with nothing_changes():
            asked = client.post(url(game, "back"), sheet)
        told = "These phases no longer count but stay readable: Spring 1901, movement."
        assert told in words(asked)
        assert "<svg" in asked.content.decode()
        sheet["shown"] = asked.context["form"]["shown"].value()
        answer = client.post(url(game, "back"), sheet, follow=True)
    assert "Spring 1901, movement is open again." in words(answer)
    assert factories.open_phase(game).code == "S1901M"


def test_a_position_is_shown_before_it_is_corrected(client: Client, game: Game):
    right = position_text.write(load(factories.open_phase(game)))
    sheet = filled_in(client, game, "correct")
    assert sheet["position"] == right
    sheet |= {"position": right.replace("A PAR", "A BUR"), "reason": "A slip."}
    with nothing_changes():
        asked = client.post(url(game, "correct"), sheet)
    assert "All orders given in Spring 1901, movement become void" in words(asked)
    sheet["shown"] = asked.context["form"]["shown"].value()
    with nothing_changes():  # the position differs from the preview
        client.post(url(game, "correct"), {**sheet, "position": right})
    answer = client.post(url(game, "correct"), sheet, follow=True)
    assert "The position is corrected." in words(answer)
    assert factories.open_phase(game).units.filter(province="BUR").exists()
    with nothing_changes():
        answer = client.post(url(game, "correct"), sheet, follow=True)
    assert "Another phase is open now. Nothing has changed." in words(answer)


def test_a_position_that_cannot_be_read_comes_back_with_what_is_wrong(client: Client, game: Game):
    with nothing_changes():
        answer = send(client, game, "correct", position="S1901M\nFrance: A Xyz", reason="A slip.")
    assert "Line 2" in words(answer)
    assert "A Xyz" in answer.content.decode()


def test_civil_disorder_is_declared_for_a_seat(client: Client, game: Game):
    place = reverse("games:declare_disorder", args=[game.slug, "FRANCE"])
    with nothing_changes():
        assert client.get(place).status_code == 200
    answer = client.post(place, {"reason": "Not heard of for weeks."}, follow=True)
    assert "Now in civil disorder: France." in words(answer)
    assert factories.seat(game, "FRANCE").disorder_since
    nowhere = reverse("games:declare_disorder", args=[game.slug, "UTOPIA"])
    assert client.get(nowhere).status_code == 404


def test_another_master_is_added_by_name(client: Client, game: Game, players: list[User]):
    helper = factories.person("Hanna Helper")
    assert "No account has this name. Check the spelling." in alerts(
        send(client, game, "add", name="Hanna")
    )
    told = alerts(send(client, game, "add", name=players[0].name))
    assert "plays or has played in this game" in told
    send(client, game, "add", name="Hanna Helper")
    assert signed_in(helper).get(url(game)).status_code == 200


def test_laying_down_the_last_mastership_leaves_the_game_to_votes(client: Client, game: Game):
    assert "The game then has no game master." in words(client.get(url(game, "leave")))
    answer = send(client, game, "leave")
    assert "You’re no longer a game master of" in words(answer)
    assert client.get(url(game)).status_code == 404


def test_orders_of_a_phase_that_was_corrected_are_on_no_page(client: Client, game: Game):
    submit(game, "FRANCE", "A PAR - PIC")
    sheet = filled_in(client, game, "correct") | {"reason": "A slip."}
    asked = client.post(url(game, "correct"), sheet)
    client.post(url(game, "correct"), {**sheet, "shown": asked.context["form"]["shown"].value()})
    old = game.phases.get(status=Phase.Status.SUPERSEDED)
    page = client.get(old.get_absolute_url())
    assert "This phase was rolled back and no longer counts." in words(page)
    assert "PAR - PIC" not in page.content.decode()
    assert page.context["results"] == []


def test_the_maps_of_a_private_game_are_opened_and_closed_again(client: Client, game: Game):
    def offered() -> list[str]:
        page = client.get(url(game)).content.decode()
        return [name for name in game_master.MAP_ACTIONS if f'href="{url(game, name)}"' in page]

    assert offered() == []
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    assert offered() == ["show_maps"]
    with nothing_changes():
        assert "nobody can guess" in words(client.get(url(game, "show_maps")))
        assert "This can’t be done now." in alerts(client.post(url(game, "hide_maps"), follow=True))
    assert "The maps have addresses now." in words(send(client, game, "show_maps"))
    assert offered() == ["hide_maps"]
    with nothing_changes():
        assert "This can’t be undone" in words(client.get(url(game, "hide_maps")))
        assert "This can’t be done now." in alerts(client.post(url(game, "show_maps"), follow=True))
    assert "The addresses of the maps no longer work." in words(send(client, game, "hide_maps"))
    assert offered() == ["show_maps"]


def test_the_page_shows_the_newest_map_as_strangers_see_it(client: Client, game: Game):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    send(client, game, "show_maps")
    told = "Latest map (public address)"
    assert told not in words(client.get(url(game)))
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    page = client.get(url(game))
    assert told in words(page)
    key = Game.objects.get().map_key
    assert f"/games/{game.slug}/S1901M/map-{key}.png" in page.content.decode()

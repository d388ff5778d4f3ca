"""The pages on which a game master enters orders for players, and what everyone is told of it."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.game_master import corrections
from games.models import DeclaredPlayer, Game, Order
from games.seats import declared_players, tenures
from tests import factories
from tests.mails import delivered

from ...orders.test_on_behalf import THREAD
from ...orders.test_submission import submit
from .conftest import Answer, alerts, nothing_changes, signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    """A game in which England has no account, and France lets the master enter orders."""
    game = factories.begun_game(master, players, orders_by_master=True)
    england, france = factories.seat(game, "ENGLAND"), factories.seat(game, "FRANCE")
    tenures.resign(england, factories.holder(england))
    declared_players.declare(england, name="Nell", email="", by=master)
    declared_players.let_master_order(france, factories.holder(france), allowed=True)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def client(master: User) -> Client:
    return signed_in(master)


def address(game: Game) -> str:
    return reverse("games:enter_orders", args=[game.slug])


def send(client: Client, game: Game, text: str, **more: str) -> Answer:
    return client.post(address(game), {"text": text, "language": "any", **more})


def hidden_fields(answer: Answer) -> dict[str, str]:
    page = answer.content.decode()
    found = re.findall(r'<input type="hidden" name="((?:seen-|shown)[^"]*)" value="([^"]*)"', page)
    return dict(found)


def stored(game: Game) -> set[str]:
    rows = Order.objects.filter(phase__game=game)
    return set(rows.values_list("seat__power", flat=True))


def test_a_text_is_stored_after_its_preview(client: Client, game: Game):
    with nothing_changes():
        preview = send(client, game, THREAD)
    assert preview.status_code == 200
    assert preview.content.decode().index("Save these orders") < (
        preview.content.decode().index("<textarea")
    )
    assert "3 orders understood" in words(preview)
    saved = send(client, game, THREAD, **hidden_fields(preview))
    assert saved.status_code == 302
    assert stored(game) == {"ENGLAND", "FRANCE"}
    assert "Saved: England and France" in words(client.get(saved.url))


def test_a_changed_text_gets_a_preview_of_its_own(client: Client, game: Game):
    fields = hidden_fields(send(client, game, THREAD))
    with nothing_changes():
        answer = send(client, game, THREAD.replace("A LVP - YOR", "A LVP H"), **fields)
    assert "Save these orders" in words(answer)


def test_the_preview_names_units_without_orders_and_what_is_replaced(client: Client, game: Game):
    submit(game, "FRANCE", "A PAR - PIC")
    answer = send(client, game, "France:\nA PAR - BUR")
    assert "2 units have no order: they will hold." in words(answer)
    assert "These orders replace all saved orders of the power." in words(answer)


def test_other_powers_are_named_and_nothing_of_them_is_shown(client: Client, game: Game):
    answer = send(client, game, f"{THREAD}\nGermany:\nA BER - KIE\nA MUN - RUH")
    page = words(answer)
    assert "Not entered, because their players give the orders themselves: Germany." in page
    assert "Berlin" not in " ".join(re.findall(r'class="feedback__order">(.*?)<', page))
    assert 'id="part-GERMANY"' not in answer.content.decode()


def test_a_text_for_nobody_here_is_refused(client: Client, game: Game):
    with nothing_changes():
        answer = send(client, game, "Germany:\nA BER - KIE")
    assert answer.status_code == 422
    assert "no orders for these powers" in alerts(answer)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Fall 1900\nEngland: A LVP - YOR", "Fall 1900"),
        ("> England:\n> A LVP - YOR", "delete the “>” marks"),
        ("England: A LVP - YOR\n" * 90_000, "longer than"),
        ("England:\nA LVP - MOS", "correct or delete the marked lines"),
        ("", "no orders for these powers"),
    ],
    ids=["an old turn", "only quoted", "two megabytes", "an impossible order", "nothing"],
)
def test_bad_texts_are_answered_with_a_sentence(client: Client, game: Game, text: str, told: str):
    with nothing_changes():
        answer = send(client, game, text)
    assert answer.status_code == 422
    assert told in alerts(answer)


def test_a_doubtful_line_is_asked_about_and_stored_as_answered(client: Client, game: Game):
    text = "England:\nF LON - NTH\nA LVP - YOR\n\nIf you agree, F EDI - NWG"
    with nothing_changes():
        asked = send(client, game, text)
    assert "What should" in words(asked)
    answers = {"meant-EDI": "F EDI - NWG"}
    preview = send(client, game, text, **answers)
    saved = send(client, game, text, **hidden_fields(preview), **answers)
    assert saved.status_code == 302
    assert Order.objects.get(phase__game=game, text="F EDI - NWG").entered_by is not None


STRANGE = f"{THREAD}\nby Lurker99 » Fri Nov 27, 2026 8:12 am\nFrance:\nA PAR - PIC"


def test_a_section_in_doubt_is_asked_about_before_anything_is_saved(client: Client, game: Game):
    with nothing_changes():
        asked = send(client, game, STRANGE)
    assert "Lurker99 is not known as a player" in words(asked)
    assert "1 question left" in words(asked)
    assert "Save these orders" not in words(asked)
    answer = dict.fromkeys(re.findall(r'<select name="(section-\w+)"', str(asked.text)), "no")
    preview = send(client, game, STRANGE, **answer)
    assert "selected>No: leave it out" in preview.text
    saved = send(client, game, STRANGE, **hidden_fields(preview), **answer)
    assert saved.status_code == 302
    assert not Order.objects.filter(phase__game=game, text="A PAR - PIC").exists()


def test_the_preview_folds_what_is_understood_while_a_question_is_left(client: Client, game: Game):
    text = THREAD.replace("F BRE - MAO", "If you agree, F BRE - MAO")
    page = send(client, game, text).text
    assert re.search(r'<details class="feedback">\s*<summary>[^§]*?England', page)
    assert re.search(
        r'<section class="feedback" id="next-step" aria-labelledby="part-FRANCE"', page
    )
    assert "part-ENGLAND" in send(client, game, THREAD).text


def test_orders_that_the_player_saved_meanwhile_are_shown_first(client: Client, game: Game):
    fields = hidden_fields(send(client, game, THREAD))
    submit(game, "FRANCE", "A PAR - PIC")
    answer = send(client, game, THREAD, **fields)
    assert answer.status_code == 409
    assert stored(game) == {"FRANCE"}
    assert "Saved by the player" in words(answer)
    again = send(client, game, THREAD, **hidden_fields(answer))
    assert again.status_code == 302


def test_a_rollback_fills_in_the_orders_from_before(client: Client, game: Game, master: User):
    submit(game, "ENGLAND", "A LVP - YOR", "F LON - NTH", person=master)
    submit(game, "GERMANY", "A BER - KIE")
    first = factories.open_phase(game)
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    corrections.roll_back(game, first.number, by=master, reason="A mistake.")
    page = html.unescape(client.get(address(game)).content.decode())
    assert "ENGLAND:\nA LVP - YOR\nF LON - NTH</textarea>" in page
    assert "A BER - KIE" not in page


def test_the_player_sees_who_entered_the_orders(client: Client, game: Game, master: User):
    send(client, game, THREAD, **hidden_fields(send(client, game, THREAD)))
    france = factories.seat(game, "FRANCE")
    page = words(signed_in(factories.holder(france)).get(game.get_absolute_url()))
    assert f"The game master {master} entered these orders for you." in page
    submit(game, "FRANCE", "A PAR - PIC")
    page = words(signed_in(factories.holder(france)).get(game.get_absolute_url()))
    assert "entered these orders for you" not in page


def test_the_results_say_who_entered_an_order(client: Client, game: Game, master: User):
    phase = factories.open_phase(game)
    send(client, game, THREAD, **hidden_fields(send(client, game, THREAD)))
    submit(game, "GERMANY", "A BER H")
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    page = Client().get(phase.get_absolute_url()).content.decode()
    assert page.count(f"Entered by {master}.") == 6


def test_everyone_is_told_whose_orders_the_master_reads(game: Game):
    page = words(Client().get(game.get_absolute_url()))
    assert (
        "In this game the game master enters, and so reads, the orders of: England and France."
        in page
    )
    assert "Played without an account: England." in page
    assert "This game is unrated" in page
    assert "Nell (declared by the game master)" in page


def test_a_game_without_it_says_nothing_of_it(master: User, players: list[User]):
    game = factories.begun_game(master, players)
    assert "and so reads" not in words(Client().get(game.get_absolute_url()))
    assert signed_in(master).get(address(game)).status_code == 404


def test_a_player_switches_it_on_and_off(game: Game, master: User):
    germany = factories.seat(game, "GERMANY")
    browser = signed_in(factories.holder(germany))
    assert "Let the game master enter my orders" in words(browser.get(game.get_absolute_url()))
    url = reverse("games:let_master_order", args=[game.slug, "GERMANY"])
    browser.post(url, {"allowed": "yes"})
    assert game.seats.entered_by_master().filter(power="GERMANY").exists()
    page = words(browser.get(game.get_absolute_url()))
    assert "Don’t let the game master enter my orders" in page
    browser.post(url, {"allowed": "no"})
    assert not game.seats.entered_by_master().filter(power="GERMANY").exists()


def test_the_masters_page_leads_to_it_and_offers_what_can_be_declared(client: Client, game: Game):
    austria = factories.seat(game, "AUSTRIA")
    tenures.resign(austria, factories.holder(austria))
    page = client.get(reverse("games:master", args=[game.slug])).content.decode()
    assert f'href="{address(game)}"' in page
    assert reverse("games:seat_declare", args=[game.slug, "AUSTRIA"]) in page
    assert reverse("games:seat_declare", args=[game.slug, "GERMANY"]) not in page
    assert reverse("games:seat_declared", args=[game.slug, "ENGLAND"]) in page


def test_a_master_declares_changes_and_ends(client: Client, game: Game):
    austria = factories.seat(game, "AUSTRIA")
    tenures.resign(austria, factories.holder(austria))
    url = reverse("games:seat_declare", args=[game.slug, "AUSTRIA"])
    client.post(url, {"name": "Otto", "email": "otto@example.org"})
    player = game.declared_players.get(name="Otto")
    assert player.email == "otto@example.org"
    assert ["otto@example.org"] in [mail.to for mail in delivered()]
    url = reverse("games:seat_declared", args=[game.slug, "AUSTRIA"])
    client.post(url, {"name": "Ottilie", "email": ""})
    player.refresh_from_db()
    assert (player.name, player.email) == ("Ottilie", "")
    client.post(reverse("games:seat_undeclare", args=[game.slug, "AUSTRIA"]))
    assert not game.declared_players.current().filter(pk=player.pk).exists()


def test_the_link_to_an_account_gives_the_seat(client: Client, game: Game):
    client.post(reverse("games:seat_account", args=[game.slug, "ENGLAND"]), {"understood": "on"})
    key = DeclaredPlayer.objects.get(name="Nell").invitation_key
    url = reverse("games:take_declared", args=[game.slug, key])
    assert url in client.get(reverse("games:master", args=[game.slug])).content.decode()
    nell = factories.person("Nell Herself")
    browser = signed_in(nell)
    assert "without an account" in words(browser.get(url))
    assert browser.post(url).status_code == 302
    assert factories.holder(factories.seat(game, "ENGLAND")) == nell
    assert browser.get(url).status_code == 404


def test_a_lobby_takes_and_removes_players_without_an_account(client: Client, master: User):
    game = factories.open_game(master, orders_by_master=True)
    url = reverse("games:declare_in_lobby", args=[game.slug])
    assert url in client.get(game.get_absolute_url()).content.decode()
    client.post(url, {"name": "Nell", "email": ""})
    page = words(client.get(game.get_absolute_url()))
    assert "Nell (declared by the game master) no account" in page
    assert "1 of 7 players" in page
    player = game.declared_players.get()
    client.post(reverse("games:remove_declared", args=[game.slug, player.pk]))
    assert not game.declared_players.exists()


def test_the_page_of_a_new_game_offers_it_to_masters_only(client: Client):
    page = words(client.get(reverse("games:new")))
    assert "The game master can enter orders that players send by email or in a forum" in page


# Threads with more in them than orders


def test_lines_that_are_no_orders_are_ignored_by_a_choice_that_names_them(
    client: Client, game: Game
):
    text = "England:\nF LON - NTH\nA LVP - MOS\n\nmy grandmother is ninety today"
    with nothing_changes():
        preview = send(client, game, text)
        fields = hidden_fields(preview)
        unchosen = send(client, game, text, **fields)
    assert unchosen.status_code == 422
    assert "choose below to ignore them" in alerts(unchosen)
    named = preview.content.decode().split('name="ignore"')[1].split("Save these orders")[0]
    assert "A LVP - MOS" in named
    assert "grandmother" in named
    assert "2 units have no order" in words(preview)
    saved = send(client, game, text, ignore="on", **fields)
    assert saved.status_code == 302
    assert [order.text for order in Order.objects.filter(phase__game=game)] == ["F LON - NTH"]


def test_no_choice_ignores_a_question(client: Client, game: Game):
    text = "England:\nF LON - NTH\nmy grandmother is ninety\n\nIf you agree, A LVP - YOR"
    fields = hidden_fields(send(client, game, text))
    with nothing_changes():
        answer = send(client, game, text, ignore="on", **fields)
    assert 'name="ignore"' not in answer.content.decode()
    assert "Answer the questions" in alerts(answer)


def test_sections_that_are_not_read_are_listed_with_their_lines(client: Client, game: Game):
    answer = send(client, game, f"{THREAD}\nFall 1900\nEngland:\nA LVP - YOR\n")
    page = words(answer)
    assert "Skipped: it is of another phase (Fall 1900) Line 17 Fall 1900 Line 18 England:" in page
    assert answer.status_code == 200
    quoted = words(send(client, game, f"{THREAD}\n> Hans wrote:\n> A PAR H"))
    assert "Skipped: quoted from another message Line" in quoted
    assert "In another notation" not in quoted


def test_the_players_name_is_a_heading_and_the_preview_says_so(client: Client, game: Game):
    answer = send(client, game, "Nell:\nF LON - NTH")
    assert "Line 1, “Nell:”, is read as a heading: it names the player." in words(answer)
    assert 'id="part-ENGLAND"' in answer.content.decode()
    player = factories.holder(factories.seat(game, "FRANCE"))
    answer = send(client, game, f"by {player} » Fri Nov 27, 2026 8:12 am\nA PAR - BUR")
    assert 'id="part-FRANCE"' in answer.content.decode()


def test_a_name_is_known_to_the_master_alone_until_names_are_open(game: Game, master: User):
    france = factories.seat(game, "FRANCE")
    assert access.name_in_texts(master, france) == str(factories.holder(france))
    other = factories.holder(factories.seat(game, "ITALY"))
    Game.objects.filter(pk=game.pk).update(anonymous=True)
    seat = factories.seat(Game.objects.get(pk=game.pk), "FRANCE")
    assert access.name_in_texts(other, seat) == ""
    assert access.name_in_texts(master, seat) != ""


# The map, readiness, and pages around it


def drawn(answer: Answer) -> set[str]:
    """The orders that the map of a page shows."""
    return set(re.findall(r'data-order="([^"]*)"', answer.context["board"]))


def test_the_map_shows_the_orders_of_a_text_in_place_of_those_saved(client: Client, game: Game):
    submit(game, "FRANCE", "A PAR - PIC")
    submit(game, "GERMANY", "A MUN - TYR")
    assert drawn(client.get(address(game))) == {"A PAR - PIC"}
    with nothing_changes():
        england = drawn(send(client, game, "England:\nA LVP - YOR\nF LON - MOS"))
        both = drawn(send(client, game, THREAD))
    assert england == {"A PAR - PIC", "A LVP - YOR"}
    assert "A PAR - PIC" not in both
    assert {"A PAR - BUR", "A LVP - YOR"} < both


def test_powers_are_ready_after_their_orders_are_entered_unless_the_master_unticks_it(
    client: Client, game: Game
):
    def is_ready() -> bool:
        return factories.seat(game, "ENGLAND").ready_phase == factories.open_phase(game)

    preview = send(client, game, THREAD)
    assert preview.context["entry"].form["ready"].value()
    fields = hidden_fields(preview)
    again = send(client, game, f"{THREAD}\n", **fields)  # without the tick
    assert not again.context["entry"].form["ready"].value()
    send(client, game, THREAD, **fields)
    assert not is_ready()
    fields = hidden_fields(send(client, game, THREAD))
    send(client, game, THREAD, **fields, ready="on")
    assert is_ready()


def test_the_masters_page_begins_with_the_orders_to_enter(client: Client, game: Game):
    url = reverse("games:master", args=[game.slug])
    page = client.get(url).content.decode()
    assert page.index(address(game)) < page.index('id="desk-')
    assert "You enter the orders of: England and France" in words(client.get(url))
    fields = hidden_fields(send(client, game, THREAD))
    send(client, game, THREAD, **fields)
    assert "You enter the orders of" not in words(client.get(url))


def test_the_page_for_a_new_account_names_the_master(game: Game, master: User):
    nell = DeclaredPlayer.objects.get(game=game)
    declared_players.make_link(nell, by=master)
    nell.refresh_from_db()
    url = reverse("games:take_declared", args=[game.slug, nell.invitation_key])
    page = words(signed_in(factories.person("Nina Newcomer")).get(url))
    assert f"Game master {master}" in page
    assert "“Nell” has played England without an account" in page

"""The page to open a game: paces, advanced groups, changes, people to invite."""

import html
import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from config.settings import ACCOUNT_RATE_LIMITS
from games import access
from games.lifecycle import lobby_invitations
from games.models import Game, GameSettings, LobbyInvitation
from games.web.forms.game import MOST_INVITED, GameForm
from tests import factories, settings_sheets

from .conftest import Answer, alerts, nothing_changes, signed_in, words
from .test_lobby import form

NEW = reverse("games:new")


@pytest.fixture
def vera(db: None) -> User:
    return factories.person("Vera", time_zone="Europe/Madrid")


@pytest.fixture
def client(vera: User) -> Client:
    return signed_in(vera)


def weekly(**fields: str) -> dict[str, str]:
    """The form as the page sends it with nothing changed but `fields`."""
    return form(**{**settings_sheets.WEEKLY, "live_ready_minutes": "0", "pace": "weekly"}) | {
        "votes_on_end": "on",
        "no_machine_help": "on",
        "rated": "on",
        **fields,
    }


def review(client: Client, **fields: str) -> str:
    """The list of what differs from the usual, as the script asks for it."""
    with nothing_changes():
        answer = client.post(NEW, weekly(show="review", part="yes", **fields))
    assert answer.status_code == 200
    return words(answer)


def open_groups(answer: Answer) -> list[str]:
    page = answer.content.decode()
    found = re.findall(r'<details class="advanced[^>]*id="([\w-]+)"( open)?>', page)
    return [key for key, is_open in found if is_open]


def test_the_page_offers_paces_and_folds_everything_else(client: Client):
    answer = client.get(NEW)
    told = words(answer)
    assert "Weekly club game Every Sunday at 20:00, Madrid time." in told
    assert "Daily Every day at 20:00, Madrid time." in told
    assert open_groups(answer) == []
    assert "All advanced settings are standard." in told


def test_a_title_is_enough_for_a_weekly_game(client: Client):
    client.post(NEW, weekly(title="Club"))
    game = Game.objects.get()
    assert game.settings is not None
    assert (game.title, game.settings.weekdays) == ("Club", 1 << 6)
    assert (game.settings.zone, game.settings.window_hours) == ("Europe/Madrid", 48)


def test_nothing_differs_from_the_usual_at_first(client: Client):
    assert "All advanced settings are standard." in review(client)


def test_what_differs_from_the_usual_is_listed_with_the_usual_value(client: Client):
    told = review(client, press="public", anonymous="on", votes_on_end="", ready_minutes="0")
    assert "Press Public messages only (usually: Full: private and public messages" in told
    assert "Delay once everyone is ready (minutes) 0 (usually: 30)" in told
    assert "names are hidden until the game is over yes (usually: no)" in told


def test_votes_on_extensions_are_chosen_when_a_game_is_opened(client: Client):
    told = review(client, votes_on_extensions="on")
    assert "players can vote to extend a deadline yes (usually: no)" in told.lower()
    client.post(NEW, weekly(title="Club", votes_on_extensions="on"))
    assert Game.objects.get().votes_on_extensions


def test_machine_help_is_left_out_unless_a_game_wants_it(client: Client):
    told = review(client, no_machine_help="")
    assert "No machine help no (usually: yes)" in told
    client.post(NEW, weekly(title="Club"))
    client.post(NEW, weekly(title="Class", no_machine_help="", request_key=str(uuid.uuid4())))
    with_help = Game.objects.filter(no_machine_help=False)
    assert list(with_help.values_list("title", flat=True)) == ["Class"]


def test_a_game_is_rated_unless_its_maker_chooses_otherwise(client: Client):
    told = review(client, rated="")
    assert "The result counts in the ratings no (usually: yes)" in told
    client.post(NEW, weekly(title="Club"))
    client.post(NEW, weekly(title="Class", rated="", request_key=str(uuid.uuid4())))
    unrated = Game.objects.filter(rated=False)
    assert list(unrated.values_list("title", flat=True)) == ["Class"]


def test_own_deadlines_are_listed_in_words(client: Client):
    told = review(client, pace="own", weekdays="1", at="21:30")
    assert "Deadlines Every Tuesday at 21:30, Madrid time. 2 days each for retreats" in told


def test_deadlines_typed_beside_a_pace_are_said_not_to_count(client: Client):
    told = review(client, pace="two_days", at="21:30")
    assert "Your own deadlines don’t count with this pace." in told


def test_settings_that_do_not_count_are_not_listed(client: Client):
    told = review(
        client, pace="live", on_missed="extension", absence_cap_days="1", votes_on_extensions="on"
    )
    assert "All advanced settings are standard." in told


def test_what_becomes_of_missed_turns_is_listed_with_their_number(client: Client):
    told = review(client, disorder_after="in_a_row", disorder_misses="3")
    assert "goes into civil disorder After several missed turns in a row (usually:" in told
    assert "Missed turns that lead to civil disorder 3 (usually: 2)" in told
    assert "Missed turns that lead" not in review(client, disorder_misses="3")


def test_seats_are_not_left_to_a_master_in_a_game_without_one(client: Client):
    answer = client.post(NEW, weekly(role="player", disorder_after="master"))
    assert "Only a game master can decide this. Choose another option." in words(answer)
    assert not Game.objects.exists()
    client.post(NEW, weekly(role="master", disorder_after="master"))
    assert GameSettings.objects.get().disorder_after == "master"


def test_without_a_script_the_whole_page_comes_back_as_it_was_filled_in(client: Client):
    sheet = weekly(show="review", title="", press="none", pace="daily", names="Nobody")
    del sheet["votes_on_end"]
    with nothing_changes():
        answer = client.post(NEW, sheet)
    assert not alerts(answer)
    page = html.unescape(answer.content.decode())
    assert re.search(r'value="daily"[^>]* checked', page)
    assert not re.search(r'name="votes_on_end"[^>]* checked', page)
    assert "Nobody</textarea>" in page
    assert open_groups(answer) == ["advanced"]


def test_the_review_checks_no_deadlines(client: Client):
    """Half-filled deadlines stay as they are, without an error."""
    sheet = weekly(show="review", pace="own", weekdays="", at="25:00", least_hours="many")
    with nothing_changes():
        answer = client.post(NEW, sheet)
    assert not alerts(answer)
    page = html.unescape(answer.content.decode())
    assert "isn’t open yet" not in page
    assert 'value="25:00"' in page
    assert "aria-invalid" not in page
    assert "Deadlines Custom deadlines" in words(answer)
    del sheet["show"]
    with nothing_changes():
        answer = client.post(NEW, sheet)
    assert "isn’t open yet" in alerts(answer)
    assert 'aria-invalid="true"' in answer.content.decode()


def test_errors_are_listed_with_links_and_their_groups_are_open(client: Client):
    with nothing_changes():
        answer = client.post(NEW, weekly(title="", solo_centers="99", press="shouted"))
    page = answer.content.decode()
    links = re.findall(r'<li><a href="#([^"]+)">', page)
    assert links == ["id_title", "id_press_0", "id_solo_centers"]
    assert all(f'id="{each}"' in page for each in links)
    assert open_groups(answer) == ["advanced", "group-messages", "group-ending"]


def test_own_deadlines_open_their_group(client: Client):
    answer = client.post(NEW, weekly(title="", pace="own"))
    assert open_groups(answer) == ["advanced", "group-deadlines"]


def test_a_pace_beside_own_deadlines_is_asked_about_once(client: Client):
    sheet = weekly(pace="daily", at="21:30")
    with nothing_changes():
        answer = client.post(NEW, sheet)
    assert "You’ve also entered your own deadlines" in alerts(answer)
    [asked] = re.findall(r'name="asked_pace" value="(\w+)"', answer.content.decode())
    client.post(NEW, sheet | {"asked_pace": asked})
    settings = Game.objects.get().settings
    assert settings is not None
    assert (settings.weekdays, str(settings.at)) == (0b1111111, "20:00:00")


def test_a_live_game_asks_for_its_joining_time(client: Client):
    with nothing_changes():
        answer = client.post(NEW, weekly(pace="live", starts_at=""))
    assert "Choose a time in the future." in alerts(answer)


# People to invite


def test_named_people_are_invited_and_wait_for_nobody(client: Client, vera: User):
    otto, nora = factories.person("Otto"), factories.person("Nora")
    client.post(NEW, weekly(names="otto\r\n Nora , Vera\n", visibility="private"))
    invited = LobbyInvitation.objects.order_by("person")
    assert [each.person for each in invited] == [otto, nora]
    assert {each.invited_by for each in invited} == {vera}
    assert [each.person for each in Game.objects.get().entries.all()] == [vera]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"names": "Otto, Nora"}, "The game is open. 2 people are invited."),
        ({"visibility": "private"}, "The game is open. Share its invitation link with"),
        ({}, "The game is open. Players can join now."),
    ],
)
def test_the_answer_says_how_people_get_to_the_new_game(client: Client, fields, message: str):
    factories.person("Otto"), factories.person("Nora")
    assert message in words(client.post(NEW, weekly(**fields), follow=True))


def test_an_unknown_name_opens_no_game(client: Client):
    with nothing_changes():
        answer = client.post(NEW, weekly(names="Otto\nUlla"))
    assert "No account has the name “Otto”" in alerts(answer)
    assert "No account has the name “Ulla”" in alerts(answer)


def test_a_double_click_invites_once_and_a_name_added_later_is_invited_too(client: Client):
    factories.person("Otto"), factories.person("Nora")
    sheet = weekly(names="Otto")
    for names in ("Otto", "Otto", "Otto, Nora"):
        client.post(NEW, sheet | {"names": names})
    assert (Game.objects.count(), LobbyInvitation.objects.count()) == (1, 2)


def test_invitations_have_a_daily_limit(client: Client, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = {"lobby_invitations": "1/d/user"}
    for name in ("Otto", "Nora"):
        factories.person(name)
    with nothing_changes():
        answer = client.post(NEW, weekly(names="Otto, Nora"))
    assert answer.status_code == 429
    assert "daily limit for invitations" in words(answer)


def test_a_name_with_a_comma_and_a_list_of_names_are_told_apart(client: Client):
    people = [factories.person(name) for name in ("Doe, Jane", "Doe", "Nora")]
    client.post(NEW, weekly(names="doe, jane"))
    assert [each.person for each in LobbyInvitation.objects.all()] == people[:1]
    client.post(NEW, weekly(names="Doe, Nora,"))
    assert access.lobby_invitations(people[2]).exists()
    assert access.lobby_invitations(people[0]).count() == 1


def look_ups(form: GameForm) -> int:
    """The number of queries for people by which the form is checked."""
    with CaptureQueriesContext(connection) as queries:
        form.is_valid()
    return sum("accounts_user" in query["sql"] for query in queries)


def test_all_names_are_looked_up_by_one_query(vera: User):
    names = names_of(MOST_INVITED).splitlines()
    for typed in (names[:1], names, [*names, "Vera", names[0].upper()]):
        form = GameForm(weekly(names="\n".join(typed)), opener=vera)
        assert look_ups(form) == 1
        assert form.is_valid(), form.errors
        assert len(form.invited) == min(len(typed), MOST_INVITED)


@pytest.mark.parametrize(
    "names",
    [
        "\n".join(f"{each}" for each in range(MOST_INVITED + 1)),
        "\n".join(f"{each},x" for each in range(800)),
        ",".join(f"{each}" for each in range(1000)),
    ],
    ids=["lines", "lists on lines", "one list"],
)
def test_too_many_names_are_refused_before_any_is_looked_up(vera: User, names: str):
    form = GameForm(weekly(names=names), opener=vera)
    assert look_ups(form) == 0
    assert form.errors["names"] == ["You can invite at most 40 people. Share the link with others."]


def test_repeated_names_of_nobody_are_looked_up_by_one_query(vera: User):
    form = GameForm(weekly(names="a,b\n" * 1250), opener=vera)
    assert look_ups(form) == 1
    assert len(form.errors["names"]) == 2


def names_of(number: int) -> str:
    """The names of this many new people, as they are typed."""
    return "\n".join(factories.person(f"Guest {each}").name for each in range(number))


def test_as_many_people_as_a_form_may_name_can_be_invited(client: Client, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    client.post(NEW, weekly(names=names_of(MOST_INVITED)))
    assert LobbyInvitation.objects.count() == MOST_INVITED


@pytest.mark.parametrize("title", ["Club", "Another club"])
def test_a_form_sent_again_does_not_pass_the_daily_limit(client: Client, settings: Any, title: str):
    settings.ACCOUNT_RATE_LIMITS = {"lobby_invitations": "2/d/user"}
    names = names_of(4).splitlines()
    sheet = weekly(title="Club", names="\n".join(names[:2]))
    client.post(NEW, sheet)
    with nothing_changes():
        answer = client.post(NEW, sheet | {"title": title, "names": "\n".join(names[2:])})
    assert answer.status_code == 429
    assert LobbyInvitation.objects.count() == 2


def test_people_who_are_invited_already_are_not_counted_again(client: Client, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = {"lobby_invitations": "3/d/user"}
    names = names_of(3).splitlines()
    sheet = weekly()
    for number in (2, 2, 3, 3):
        answer = client.post(NEW, sheet | {"names": "\n".join(names[:number])})
        assert answer.status_code == 302
    assert LobbyInvitation.objects.count() == 3


def test_a_person_who_declined_is_not_invited_by_the_same_form(client: Client):
    otto = factories.person("Otto")
    sheet = weekly(names="Otto")
    client.post(NEW, sheet)
    lobby_invitations.end(Game.objects.get().slug, otto)
    client.post(NEW, sheet)
    assert not access.lobby_invitations(otto).exists()
    client.post(NEW, sheet | {"title": "Another club"})  # another game is another invitation
    assert access.lobby_invitations(otto).exists()


def test_settings_that_only_a_masters_game_has_stand_under_their_own_heading(client: Client):
    page = client.get(NEW).content.decode()
    master = page[page.index('id="group-master"') : page.index('id="group-messages"')]
    assert "For the game master" in master
    assert 'name="publish_hours"' in master
    for name in ("orders_by_master", "publish_hours"):
        assert page.count(f'name="{name}"') == 1


def test_a_master_chooses_at_once_whether_to_enter_orders(client: Client):
    page = client.get(NEW).content.decode()
    assert page.index('name="role"') < page.index('name="orders_by_master"')
    assert page.index('name="orders_by_master"') < page.index('id="advanced"')

"""The master's desk: the table of powers on the page of a game master."""

import datetime as dt
import re

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import Session, User
from games.adjudication import due_phases
from games.deadlines import absences, control
from games.models import Game
from games.seats import civil_disorder
from tests import factories

from ...orders.test_submission import submit
from .conftest import signed_in, words


@pytest.fixture
def client(master: User) -> Client:
    return signed_in(master)


def desk(client: Client, game: Game) -> dict[str, str]:
    """The words of each line of the desk, by power."""
    page = client.get(reverse("games:master", args=[game.slug])).content.decode()
    rows = re.findall(r'<tbody id="desk-([A-Z]+)">(.*?)</tbody>', page, re.S)
    return {power: " ".join(re.sub(r"<[^>]+>", " ", row).split()) for power, row in rows}


def remind(client: Client, game: Game, power: str):
    return client.post(reverse("games:nudge", args=[game.slug, power]), follow=True)


def test_it_names_the_player_and_says_whether_orders_are_in(client: Client, game: Game):
    submit(game, "FRANCE", "A PAR - PIC")
    lines = desk(client, game)
    assert str(factories.holder(factories.seat(game, "FRANCE"))) in lines["FRANCE"]
    assert "orders in" in lines["FRANCE"]
    assert "Remind" not in lines["FRANCE"]
    assert "orders missing" in lines["ITALY"]
    assert "Remind" in lines["ITALY"]
    assert not any("PIC" in line for line in lines.values())


def test_it_says_on_which_day_a_player_was_last_seen_and_no_more(client: Client, game: Game):
    player = factories.holder(factories.seat(game, "FRANCE"))
    assert "never" in desk(client, game)["FRANCE"]
    signed_in(player)
    assert "today" in desk(client, game)["FRANCE"]
    for days, said in ((1, "yesterday"), (3, "3 days ago")):
        at = clock.now() - dt.timedelta(days=days)
        Session.objects.filter(person=player).update(used_at=at)
        User.objects.filter(pk=player.pk).update(last_login=at)
        assert said in desk(client, game)["FRANCE"]
        assert f"{at:%H:%M}" not in desk(client, game)["FRANCE"]


def test_it_counts_the_turns_that_the_present_player_missed(client: Client, game: Game):
    master = game.masterships.get().person
    for _turn in range(2):
        submit(game, "FRANCE", "A PAR H")
        with time_machine.travel(factories.deadline(game), tick=False):
            due_phases.resolve_due()
            factories.keep_played(game)
    lines = desk(client, game)
    assert " 2 – " in lines["ITALY"]
    assert " 0 – " in lines["FRANCE"]
    with time_machine.travel(factories.deadline(game) - dt.timedelta(hours=1), tick=False):
        factories.replace(factories.seat(game, "ITALY"), factories.person(), by=master)
    assert " 0 – " in desk(client, game)["ITALY"]


def test_it_names_absences_that_are_not_over(master: User, client: Client):
    game = factories.begun_game(
        master, weekdays=127, at=dt.time(20), zone="UTC", absence_cap_days=5
    )
    seat, today = factories.seat(game, "FRANCE"), clock.now().date()
    absence = absences.announce(
        seat, factories.holder(seat), first=today, last=today + dt.timedelta(days=3)
    )
    assert re.search(r"\d{4} to \d+ \w+ \d{4}", desk(client, game)["FRANCE"])
    absences.withdraw(absence, factories.holder(seat))
    assert " to " not in desk(client, game)["FRANCE"]


def test_a_reminder_is_sent_by_one_click_and_once(client: Client, game: Game):
    sent = remind(client, game, "FRANCE")
    assert "The player of France has been reminded." in words(sent)
    line = desk(client, game)["FRANCE"]
    assert "Reminded" in line
    assert "Remind:" not in line
    again = remind(client, game, "FRANCE")
    assert "You can send one a day in each phase." in words(again)


def test_all_whose_orders_are_missing_are_reminded_on_one_page(client: Client, game: Game):
    page = client.get(reverse("games:master", args=[game.slug])).text
    assert page.index('id="clock"') < page.index('id="powers"')
    address = f"{reverse('games:remind_several')}?game={game.slug}"
    assert f'href="{address}"' in page
    assert "Reminded: " in words(client.post(address))
    page = client.get(reverse("games:master", args=[game.slug])).text
    assert address not in page


def test_a_click_from_an_outdated_page_is_told_that_the_orders_are_in(client: Client, game: Game):
    submit(game, "FRANCE", "A PAR H")
    assert "The orders of France are in." in words(remind(client, game, "FRANCE"))


def test_nobody_is_reminded_while_the_clock_stands(client: Client, game: Game, master: User):
    control.pause(game, until=clock.now() + dt.timedelta(days=2), by=master)
    assert not any("Remind" in line for line in desk(client, game).values())


def test_a_power_in_civil_disorder_is_shown_as_that(client: Client, game: Game, master: User):
    seat = factories.seat(game, "ITALY")
    civil_disorder.declare_disorder(seat, by=master, reason="Gone.")
    line = desk(client, game)["ITALY"]
    assert "civil disorder" in line
    assert "orders missing" not in line
    assert "Remind" not in line


def test_its_link_to_a_substitute_chooses_one_on_the_page(client: Client, game: Game):
    page = client.get(reverse("games:master", args=[game.slug])).content.decode()
    url = reverse("games:replace", args=[game.slug, "FRANCE"]) + "?term=lent"
    assert f'href="{url}"' in page
    assert client.get(url).context["form"]["term"].value() == "lent"


def test_players_do_not_see_when_others_were_there(game: Game, players: list[User]):
    player = signed_in(players[0])
    assert "Last seen" not in words(player.get(game.get_absolute_url()))
    assert remind(player, game, "FRANCE").status_code == 404


def test_it_takes_no_more_queries_for_more_powers(master: User, client: Client, game: Game):
    small = factories.begun_game(master, setup="five")
    numbers = []
    for each in (game, small):
        url = reverse("games:master", args=[each.slug])
        client.get(url)
        with CaptureQueriesContext(connection) as caught:
            client.get(url)
        numbers.append(len(caught))
    assert numbers[0] == numbers[1]

"""A tournament through the forms of its pages, and what its pages keep to themselves."""

import csv
import io
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import account_closing
from accounts.models import AccountMail, User
from games.clubs import creation
from games.game_master import corrections
from games.lifecycle import endings
from games.models import Game, Table, Tournament
from games.seats import tenures
from games.statistics.ratings import recompute
from games.tournaments import entrants, seeding
from tests import factories
from tests.season.browser import Page

from .conftest import alerts, signed_in, words

FINAL = "2020-01-01T00:00Z"


@pytest.fixture
def organizer(db: None) -> User:
    return factories.person("Olga Organizer")


def press(person: User, path: str, button: str, **typed: str | bool) -> str:
    """Open a page, press one of its buttons, and return the words of the next page.

    The form is sent as the page offers it, with what is `typed`.
    """
    client = signed_in(person)
    shown = client.get(path)
    assert shown.status_code == 200
    page = Page(path, 200, shown.content, "text/html")
    form, found = page.form_with(button)
    answer = client.post(form.action or path, dict(form.filled_in(found, typed)), follow=True)
    assert answer.status_code == 200, words(answer)
    return words(answer)


def open_cup(organizer: User, source: Game | None = None, **typed: str | bool) -> Tournament:
    source = source or factories.open_game(organizer, title="Model")
    sheet = {
        "title": "Spring Cup",
        "source": str(source.pk),
        "scoring": "sum-of-squares",
        "rounds_planned": "2",
        "about": "Two rounds.",
        **typed,
    }
    shown = press(organizer, "/tournaments/new/", "Open the tournament", **sheet)
    assert "The tournament is open for entries." in shown
    return Tournament.objects.get()


def enter(cup: Tournament, number: int) -> list[User]:
    """Let new people enter; the first of them by the form, and reads the answer."""
    first, *others = people = factories.PersonFactory.create_batch(number)
    shown = press(first, cup.get_absolute_url(), "Enter")
    assert "You’re in. The next round seats you." in shown
    for person in others:
        entrants.enter(cup, person, house_rules_accepted=True)
    return people


def draw(cup: Tournament, organizer: User) -> str:
    return press(organizer, f"{cup.get_absolute_url()}draw/", "Draw the round")


def stranger_reads(path: str) -> str:
    return words(Client().get(path))


def standings(cup: Tournament) -> dict[str, list[str]]:
    """The rows of the file with standings, by name."""
    answer = Client().get(f"{cup.get_absolute_url()}standings.csv")
    heads, *rows = csv.reader(io.StringIO(answer.content.decode()))
    assert heads[:4] == ["rank", "name", "team", "total"]
    return {row[1]: row for row in rows}


def ending_of(power: str) -> list[str]:
    """Two powers that share a draw, one of them this one."""
    return [power, "ITALY" if power != "ITALY" else "RUSSIA"]


def table_of(person: User) -> Table:
    return Table.objects.get(places__entrant__person=person, round__number=1)


def test_twenty_one_people_play_two_rounds_with_a_drop_out_and_a_substitute(organizer: User):
    cup = open_cup(organizer)
    address = cup.get_absolute_url()
    people = enter(cup, 21)
    assert "The round is drawn." in draw(cup, organizer)
    table = table_of(people[0])
    seat = table.game.seats.get(tenures__person=people[0])
    place = f"{table.game.get_absolute_url()}seats/{seat.power}/"
    press(people[0], f"{place}resign/", "Resign")
    substitute = factories.person("Sub Stitute")
    press(substitute, address, "Enter")
    press(substitute, f"{place}take/", f"Take over {seat.power.title()}")
    tables = Table.objects.filter(round__tournament=cup)
    assert tables.count() == 3
    for each in tables:
        endings.draw(each.game, among=ending_of(seat.power), by=None)
    Game.objects.filter(table__in=tables).update(final_at=FINAL)
    found = standings(cup)
    assert float(found[str(people[0])][3]) == 0
    assert float(found["Sub Stitute"][3]) > 0
    assert "You’ve left the tournament." in press(people[0], f"{address}leave/", "Leave")
    second = draw(cup, organizer)
    assert "Round 2" in second
    assert not Table.objects.filter(round__number=2, places__entrant__person=people[0]).exists()
    assert Table.objects.filter(round__number=2).count() == 3
    shown = stranger_reads(address)
    assert f"{people[0]} left" in shown
    assert "Rounds drawn 2 of 2" in shown
    assert "Round 1 3 of 3 games over Round 2 0 of 3 games over" in shown
    assert len(standings(cup)) == 22
    assert sum(float(row[3]) for row in standings(cup).values()) == pytest.approx(300, abs=0.01)
    for each in Table.objects.filter(round__number=2):
        endings.draw(each.game, among=["FRANCE", "ITALY"], by=None)
    shown = press(organizer, f"{address}end/", "Finish the tournament")
    assert "The tournament is over." in shown


def _goes_on(cup: Tournament) -> bool:
    cup.refresh_from_db()
    return not cup.is_over


def test_a_tournament_with_games_that_go_on_is_finished_after_a_warning(organizer: User):
    cup = open_cup(organizer)
    people = enter(cup, 7)
    draw(cup, organizer)
    client, path = signed_in(organizer), f"{cup.get_absolute_url()}end/"
    asked = client.post(path)
    assert "One game goes on. It counts when it ends." in words(asked)
    assert _goes_on(cup)
    client.post(path, {"anyway": "yes"})
    assert not _goes_on(cup)
    endings.draw(table_of(people[0]).game, among=["FRANCE", "ITALY"], by=None)
    Game.objects.filter(table__round__tournament=cup).update(final_at=FINAL)
    assert sum(float(row[3]) for row in standings(cup).values()) == pytest.approx(100, abs=0.01)


def test_a_round_is_asked_about_while_games_go_on_and_drawn_once(organizer: User):
    cup = open_cup(organizer)
    enter(cup, 7)
    draw(cup, organizer)
    assert "One game of an earlier round goes on." in draw(cup, organizer)
    assert cup.rounds.count() == 1
    client, path = signed_in(organizer), f"{cup.get_absolute_url()}draw/"
    for _time in range(2):
        answer = client.post(path, {"round": "2", "anyway": "yes"}, follow=True)
    assert "All rounds are drawn." in words(answer)
    assert cup.rounds.count() == 2


def test_a_first_round_that_is_sent_twice_is_drawn_once(organizer: User):
    cup = open_cup(organizer)
    enter(cup, 7)
    client, path = signed_in(organizer), f"{cup.get_absolute_url()}draw/"
    client.post(path, {"round": "1"})
    answer = client.post(path, {"round": "1", "anyway": "yes"}, follow=True)
    assert "This round is already drawn." in words(answer)
    assert cup.rounds.count() == 1


def test_six_people_get_a_sentence_and_of_eight_one_sits_out(organizer: User):
    cup = open_cup(organizer)
    enter(cup, 6)
    assert "A round needs at least 7 people. There are 6." in draw(cup, organizer)
    assert "sit out" not in words(signed_in(organizer).get(cup.get_absolute_url()))
    enter(cup, 2)
    assert "1 person will sit out." in words(signed_in(organizer).get(cup.get_absolute_url()))
    assert "The round is drawn." in draw(cup, organizer)
    assert Table.objects.get().places.count() == 7


def test_an_organizer_removes_somebody(organizer: User):
    cup = open_cup(organizer)
    person = enter(cup, 1)[0]
    path = f"{cup.get_absolute_url()}entrants/{cup.entrants.get().pk}/remove/"
    assert path in signed_in(organizer).get(cup.get_absolute_url()).content.decode()
    assert path not in signed_in(person).get(cup.get_absolute_url()).content.decode()
    assert f"{person} is out of the tournament." in press(organizer, path, "Remove")
    assert cup.entrants.filter(left_at=None).count() == 0
    shown = press(person, cup.get_absolute_url(), "Enter")
    assert "An organizer has removed you from this tournament." in shown
    assert cup.entrants.filter(left_at=None).count() == 0


def test_only_organizers_reach_their_pages(organizer: User):
    cup, guest = open_cup(organizer), factories.person()
    for name in ("draw/", "end/", "organizers/add/", "organizers/leave/"):
        path = f"{cup.get_absolute_url()}{name}"
        assert signed_in(guest).get(path).status_code == 404
        assert signed_in(organizer).get(path).status_code == 200


def test_an_administrator_organizes_once_the_last_organizer_has_closed_their_account(
    organizer: User,
):
    cup, boss = open_cup(organizer), factories.person(is_superuser=True)
    enter(cup, 7)
    path = f"{cup.get_absolute_url()}draw/"
    assert signed_in(boss).get(path).status_code == 404
    account_closing.close(organizer)
    assert "The round is drawn." in draw(cup, boss)
    assert table_of(cup.entrants.first().person).game.masterships.get().person == boss  # type: ignore[union-attr]


def test_a_person_who_closes_their_account_plays_no_further_round(organizer: User):
    cup = open_cup(organizer)
    people = enter(cup, 15)
    draw(cup, organizer)
    leaver = Table.objects.filter(round__number=1)[0].places.all()[0].entrant.person
    account_closing.close(leaver)
    for each in Table.objects.all():
        endings.draw(each.game, among=["FRANCE", "ITALY"], by=None)
    Game.objects.filter(table__round__tournament=cup).update(final_at=FINAL)
    draw(cup, organizer)
    second = Table.objects.filter(round__number=2, places__entrant__person=leaver)
    assert not second.exists()
    shown = stranger_reads(cup.get_absolute_url())
    assert "closed account left" in shown
    assert leaver.name not in shown
    assert len(named(people, shown)) == 14


def test_a_person_has_their_new_name_and_a_suspended_one_sits_out(organizer: User):
    cup = open_cup(organizer)
    people = enter(cup, 8)
    User.objects.filter(pk=people[0].pk).update(name="Renamed", is_active=False)
    draw(cup, organizer)
    assert "Renamed" in stranger_reads(cup.get_absolute_url())
    assert not Table.objects.filter(places__entrant__person=people[0]).exists()


def test_the_points_of_a_reopened_game_are_gone_until_it_ends_again(organizer: User):
    cup = open_cup(organizer, factories.open_game(organizer, provisional_days=0))
    people = enter(cup, 7)
    draw(cup, organizer)
    game = table_of(people[0]).game
    endings.draw(game, among=["FRANCE", "ITALY"], by=None)
    assert sum(float(row[3]) for row in standings(cup).values()) > 99
    Game.objects.filter(pk=game.pk).update(final_at="2999-01-01T00:00Z")
    game.refresh_from_db()
    corrections.reopen(game, by=organizer, reason="Too early.")
    assert sum(float(row[3]) for row in standings(cup).values()) == 0
    game.refresh_from_db()
    endings.draw(game, among=["FRANCE", "ITALY"], by=None)
    Game.objects.filter(pk=game.pk).update(final_at=FINAL)
    assert sum(float(row[3]) for row in standings(cup).values()) > 99


def readers(cup: Tournament, people: list[User]) -> list[Client]:
    return [Client(), *(signed_in(each) for each in (*people[:2], factories.person()))]


def pages_of(cup: Tournament, client: Client) -> str:
    address = cup.get_absolute_url()
    paths = (address, f"{address}round/1/", f"{address}standings.csv")
    return " ".join(client.get(path).content.decode() for path in paths)


def test_games_that_hide_their_players_give_nobody_away_before_the_whole_round_is_over(
    organizer: User,
):
    cup = open_cup(organizer, factories.open_game(organizer, anonymous=True))
    people = enter(cup, 15)
    clients = readers(cup, people)
    draw(cup, organizer)
    before = [_without_tokens(pages_of(cup, client)) for client in clients]
    powers = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    for client in clients:
        for path in (f"{cup.get_absolute_url()}round/1/",):
            shown = words(client.get(path))
            tables = shown[shown.index("Round 1 The") :]
            assert not any(str(person) in tables for person in people)
            assert not any(power in tables for power in powers)
    _swap_everybody()
    assert [_without_tokens(pages_of(cup, client)) for client in clients] == before
    first, second = Table.objects.order_by("number")
    endings.draw(first.game, among=["FRANCE", "ITALY"], by=None)
    Game.objects.filter(pk=first.game.pk).update(final_at=FINAL)
    assert {row[3] for row in standings(cup).values()} == {"0.0000"}
    assert not any(str(person) in _round_page(cup) for person in people)
    assert not any(str(person) in _pages_of_game(first.game) for person in people)
    endings.draw(second.game, among=["FRANCE", "ITALY"], by=None)
    Game.objects.filter(pk=second.game.pk).update(final_at=FINAL)
    assert sum(float(row[3]) for row in standings(cup).values()) == pytest.approx(200, abs=0.01)
    assert len(named(people, _round_page(cup))) == 14
    assert len(named(people, _pages_of_game(first.game))) == 7


def test_the_pages_take_no_more_queries_with_more_rounds_and_people(organizer: User):
    def taken() -> list[int]:
        address, found = cup.get_absolute_url(), []
        for path in (address, f"{address}round/1/", f"{address}standings.csv"):
            Client().get(path)
            with CaptureQueriesContext(connection) as caught:
                Client().get(path)
            found.append(len(caught))
        return found

    def play() -> None:
        draw(cup, organizer)
        for table in Table.objects.exclude(game__status=Game.Status.FINISHED):
            endings.draw(table.game, among=["FRANCE", "ITALY"], by=None)
        Game.objects.filter(table__isnull=False).update(final_at=FINAL)

    cup = open_cup(organizer, factories.open_game(organizer, anonymous=True))
    enter(cup, 7)
    play()
    before = taken()
    enter(cup, 7)
    play()
    assert taken() == before


def _pages_of_game(game: Game) -> str:
    """Texts of a game that strangers read, after all ratings are computed."""
    recompute.recompute()
    url = game.get_absolute_url()
    return " ".join(stranger_reads(path) for path in (url, f"{url}log/", f"{url}replay/"))


def test_the_standings_tell_of_no_drop_out_while_players_are_hidden(organizer: User):
    cup = open_cup(organizer, factories.open_game(organizer, anonymous=True))
    person, *_others = enter(cup, 7)
    draw(cup, organizer)
    address = cup.get_absolute_url()
    before = stranger_reads(address)
    press(person, f"{address}leave/", "Leave")
    assert stranger_reads(address) == before
    game = Table.objects.get().game
    endings.draw(game, among=["FRANCE", "ITALY"], by=None)
    Game.objects.filter(pk=game.pk).update(final_at=FINAL)
    assert f"{person} left" in stranger_reads(address)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"ends": "date", "ends_on": "2098-01-01"}, "This game ends on a date"),
        ({"disorder_after": "master"}, "Its game master decides when seats are lost."),
    ],
)
def test_a_game_whose_settings_suit_no_later_round_is_refused(
    organizer: User, fields: dict[str, str], told: str
):
    source = factories.open_game(organizer, **fields)
    sheet = {"title": "Cup", "source": str(source.pk), "rounds_planned": "2"}
    shown = press(organizer, "/tournaments/new/", "Open the tournament", **sheet)
    assert told in shown
    assert not Tournament.objects.exists()


def named(people: list[User], text: str) -> list[User]:
    """The people whose names are in a text: “Person 1” is not in “Person 10”."""
    return [person for person in people if re.search(rf"\b{re.escape(str(person))}\b", text)]


def _round_page(cup: Tournament) -> str:
    return stranger_reads(f"{cup.get_absolute_url()}round/1/")


def _without_tokens(page: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", page)


def _swap_everybody() -> None:
    """Let all seats of the two tables be held by others: no page may tell the difference."""
    first, second = Table.objects.order_by("number")
    places = [list(table.places.order_by("hand")) for table in (first, second)]
    for one, other in zip(*places, strict=True):
        ours, theirs = one.entrant, other.entrant
        type(one).objects.filter(pk=one.pk).update(entrant=theirs)
        type(other).objects.filter(pk=other.pk).update(entrant=ours)
        for place, entrant in ((one, theirs), (other, ours)):
            seat = place.table.game.seats.get(hand=place.hand)
            seat.tenures.update(person=entrant.person)


def test_nobody_disappears_from_a_running_tournament_that_hides_players(organizer: User):
    cup = open_cup(organizer, factories.open_game(organizer, anonymous=True))
    enter(cup, 8)
    draw(cup, organizer)
    out = cup.entrants.get(places=None).person
    before = stranger_reads(cup.get_absolute_url())
    press(out, f"{cup.get_absolute_url()}leave/", "Leave")
    assert stranger_reads(cup.get_absolute_url()) == before


def test_a_form_with_more_counting_rounds_than_rounds_keeps_what_was_typed(organizer: User):
    source = factories.open_game(organizer)
    sheet = {"title": "Cup", "source": str(source.pk), "scoring": "tribute",
             "rounds_planned": "2", "counting": "3", "about": "Mine.",
             "request_key": "7b3f9a4e-0000-4000-8000-000000000002"}  # fmt: skip
    answer = signed_in(organizer).post("/tournaments/new/", sheet)
    assert "There are not so many rounds." in alerts(answer)
    assert "Mine." in answer.content.decode()
    assert not Tournament.objects.exists()


def test_somebody_who_masters_no_game_is_told_what_to_do_first(db: None):
    page = words(signed_in(factories.person()).get("/tournaments/new/"))
    assert "First open a game with the settings that all games should have" in page


def test_house_rules_are_accepted_first(organizer: User):
    cup = open_cup(organizer, factories.open_game(organizer, house_rules="Be kind."))
    person = factories.person()
    path = f"{cup.get_absolute_url()}enter/"
    assert signed_in(person).post(path, {"sent": "yes"}).status_code == 422
    assert "You’re in." in press(person, cup.get_absolute_url(), "Enter", accept=True)


def test_teams_are_named_and_ranked_and_no_formula(organizer: User):
    cup = open_cup(organizer, has_teams=True)
    people = enter(cup, 7)
    for person in people[:2]:
        shown = press(person, cup.get_absolute_url(), "Save", name="=1+1")
        assert "Your team is saved." in shown
    draw(cup, organizer)
    assert "=1+1" in stranger_reads(cup.get_absolute_url())
    assert standings(cup)[str(people[0])][2] == "'=1+1"


def test_a_tournament_is_cancelled_once(organizer: User):
    cup = open_cup(organizer)
    path = f"{cup.get_absolute_url()}end/"
    assert "The tournament is over." in press(organizer, path, "Cancel the tournament")
    answer: Any = signed_in(organizer).post(path, follow=True)
    assert "This tournament is over." in words(answer)


def test_the_list_says_when_there_is_none(organizer: User):
    assert "No tournament yet" in stranger_reads("/tournaments/")
    open_cup(organizer)
    assert "Spring Cup" in stranger_reads("/tournaments/")
    enter(Tournament.objects.get(), 2)
    shown = stranger_reads("/tournaments/")
    assert "open for entries 2 people · 0 of 2 rounds drawn" in shown
    assert "/tournaments/" in Client().get("/games/").content.decode()


def test_before_the_first_round_there_are_people_and_no_ranks(organizer: User):
    cup = open_cup(organizer)
    enter(cup, 7)
    shown = stranger_reads(cup.get_absolute_url())
    assert "Enter this tournament" in shown
    assert "Rank" not in shown
    draw(cup, organizer)
    assert "Rank Name Points" in stranger_reads(cup.get_absolute_url())


def test_a_substitute_for_good_needs_no_entry_but_then_has_no_points(organizer: User):
    cup = open_cup(organizer)
    people = enter(cup, 7)
    draw(cup, organizer)
    game = table_of(people[0]).game
    seat = game.seats.get(tenures__person=people[0])
    tenures.resign(seat, people[0])
    seat.refresh_from_db()
    tenures.take(seat, factories.person("Outsider"))
    endings.draw(game, among=ending_of(seat.power), by=None)
    Game.objects.filter(pk=game.pk).update(final_at=FINAL)
    assert "Outsider" not in standings(cup)
    assert float(standings(cup)[str(people[0])][3]) == 0


def test_organizers_and_administrators_change_title_words_and_rounds(organizer: User):
    cup, boss = open_cup(organizer), factories.person(is_superuser=True)
    path = f"{cup.get_absolute_url()}settings/"
    assert path in signed_in(organizer).get(cup.get_absolute_url()).content.decode()
    assert signed_in(factories.person()).get(path).status_code == 404
    shown = press(organizer, path, "Save", title="Autumn Cup", rounds_planned="3")
    assert "The tournament’s settings are saved." in shown
    assert "Autumn Cup" in stranger_reads(cup.get_absolute_url())
    press(boss, path, "Save", title="Fair Cup", about="")
    cup.refresh_from_db()
    assert (cup.title, cup.about, cup.rounds_planned) == ("Fair Cup", "", 3)
    enter(cup, 7)
    draw(cup, organizer)
    draw_again = signed_in(organizer)
    draw_again.post(f"{cup.get_absolute_url()}draw/", {"round": "2", "anyway": "yes"})
    sheet = {"title": "Cup", "rounds_planned": "1"}
    answer = signed_in(organizer).post(path, sheet)
    assert "There must be at least 2 rounds." in alerts(answer)


def test_nobody_enters_after_entries_have_closed(organizer: User):
    cup = open_cup(organizer)
    Tournament.objects.update(entries_until="2020-01-01T00:00Z")
    assert "Entries are closed" in stranger_reads_as(factories.person(), cup)
    late = signed_in(factories.person())
    answer = late.post(f"{cup.get_absolute_url()}enter/", follow=True)
    assert "Entries are closed. Ask an organizer" in words(answer)
    assert not cup.entrants.exists()
    Tournament.objects.update(entries_until="2999-01-01T00:00Z")
    enter(cup, 1)


def stranger_reads_as(person: User, cup: Tournament) -> str:
    return words(signed_in(person).get(cup.get_absolute_url()))


def test_an_administrator_ends_a_tournament_that_others_organize(organizer: User):
    cup, boss = open_cup(organizer), factories.person(is_superuser=True)
    path = f"{cup.get_absolute_url()}end/"
    assert "The tournament is over." in press(boss, path, "Cancel the tournament")
    assert not _goes_on(cup)


def test_a_new_organizer_gets_a_mail(organizer: User):
    cup, helper = open_cup(organizer), factories.person("Helga Helper")
    for _time in range(2):
        press(organizer, f"{cup.get_absolute_url()}organizers/add/", "Add", name="Helga Helper")
    mail = AccountMail.objects.get(to=helper.email)
    assert "Olga Organizer has made you an organizer of the tournament “Spring Cup”" in mail.text
    assert cup.get_absolute_url() in mail.text


def test_a_removed_person_can_come_back_if_an_organizer_lets_them(organizer: User):
    cup = open_cup(organizer)
    person = enter(cup, 1)[0]
    path = f"{cup.get_absolute_url()}entrants/{cup.entrants.get().pk}/"
    press(organizer, f"{path}remove/", "Remove")
    assert f"{path}readmit/" in signed_in(organizer).get(cup.get_absolute_url()).content.decode()
    assert "can enter this tournament again" in press(organizer, f"{path}readmit/", "Let come back")
    assert "You’re in." in press(person, cup.get_absolute_url(), "Enter")


def test_a_game_leads_to_its_round_and_its_club_where_the_reader_may_see_it(organizer: User):
    cup = open_cup(organizer)
    people = enter(cup, 7)
    draw(cup, organizer)
    game = table_of(people[0]).game
    assert "Tournament: Spring Cup, round 1" in stranger_reads(game.get_absolute_url())
    club = creation.create(organizer, name="The Pears", about="", is_listed=False)
    Game.objects.filter(pk=game.pk).update(club=club)
    assert "The Pears" in words(signed_in(organizer).get(game.get_absolute_url()))
    assert "The Pears" not in stranger_reads(game.get_absolute_url())
    lobby = factories.open_game(organizer, club=club, title="Pears play")
    assert "Club: The Pears" in words(signed_in(organizer).get(lobby.get_absolute_url()))
    assert "The Pears" not in stranger_reads(lobby.get_absolute_url())


def test_titles_of_games_are_in_the_language_of_the_games(organizer: User):
    cup = open_cup(organizer, factories.open_game(organizer, language="es"))
    enter(cup, 7)
    draw(cup, organizer)
    assert Table.objects.get().game.title == "Spring Cup, ronda 1, mesa 1"


def test_who_vanished_has_no_points(organizer: User):
    cup = open_cup(organizer)
    people = enter(cup, 7)
    draw(cup, organizer)
    game = table_of(people[0]).game
    seat = game.seats.get(tenures__person=people[0])
    game.seats.filter(pk=seat.pk).update(disorder_since=FINAL)
    endings.draw(game, among=ending_of(seat.power), by=None)
    Game.objects.filter(pk=game.pk).update(final_at=FINAL)
    points = {name: float(row[3]) for name, row in standings(cup).items()}
    assert points.pop(str(people[0])) == 0
    assert sum(points.values()) > 0


def test_a_round_is_not_drawn_if_somebody_leaves_while_it_is_seeded(
    organizer: User, monkeypatch: pytest.MonkeyPatch
):
    cup = open_cup(organizer)
    people = enter(cup, 8)
    draw_tables = seeding.draw

    def slow(*args: Any, **more: Any) -> Any:
        entrants.leave(cup, people[0])
        return draw_tables(*args, **more)

    monkeypatch.setattr(seeding, "draw", slow)
    assert "Somebody has entered or left just now." in draw(cup, organizer)
    assert not cup.rounds.exists()
    monkeypatch.undo()
    assert "The round is drawn." in draw(cup, organizer)

"""Pages about assignment of powers: the choice, wishes in the lobby, powers that a master gives."""

import html
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.models import User
from games import wording
from games.lifecycle import lobby
from games.models import Game, PowerWish
from tests import factories

from .conftest import Answer, signed_in
from .test_lobby import form, make

FRANCE, GERMANY, ITALY, TURKEY = "2", "3", "4", "6"


def page_of(game: Game, person: User) -> str:
    return html.unescape(signed_in(person).get(game.get_absolute_url()).content.decode())


def chosen(page: str, prefix: str) -> dict[str, str]:
    """The chosen values of the selects whose names begin with `prefix`, without the empty ones."""
    found: dict[str, str] = {}
    for name, options in re.findall(
        rf'<select name="({prefix}[^"]+)".*?>(.*?)</select>', page, re.S
    ):
        values = re.findall(r'<option value="(\d+)" selected', options)
        found |= dict.fromkeys([name] * bool(values), "".join(values))
    return found


def errors_at(page: str) -> dict[str, str]:
    """The errors of each select, by its name; of the whole form by an empty name."""
    fields = re.findall(r'<div class="field field--error">(.*?)</ul>', page, re.S)
    found = {}
    for field in fields:
        name = re.search(r'<select name="([^"]+)"', field)
        text = re.search(r'<ul class="errorlist".*?<li>(.*)</li>', field, re.S)
        assert name
        assert text
        found[name[1]] = html.unescape(text[1])
    whole = re.search(r'<ul class="errorlist nonfield".*?<li>(.*?)</li>', page, re.S)
    return found | ({"": html.unescape(whole[1])} if whole else {})


def wish(game: Game, person: User, *hands: str, **more: str) -> Answer:
    sheet = {f"choice-{rank}": hand for rank, hand in enumerate(hands, start=1)}
    return signed_in(person).post(reverse("games:wishes", args=[game.slug]), sheet | more)


def give(game: Game, person: User, hands: dict[User, str], **more: str) -> Answer:
    keys = {entry.person: f"entry-{entry.pk}" for entry in game.entries.all()}
    sheet = {keys[each]: hand for each, hand in hands.items()}
    return signed_in(person).post(reverse("games:powers", args=[game.slug]), sheet | more)


def waiting(number: int, master: User, method: str, **fields: Any) -> tuple[Game, list[User]]:
    game = factories.open_game(master, allotment=method, **fields)
    people = factories.PersonFactory.create_batch(number)
    for person in people:
        lobby.join(game, person, house_rules_accepted=True)
    return game, people


def test_several_powers_are_named_together():
    assert wording.powers(["FRANCE"]) == "France"
    assert wording.powers(["AUSTRIA", "TURKEY"]) == "Austria and Turkey"
    assert wording.powers(["AUSTRIA", "ITALY", "TURKEY"]) == "Austria, Italy and Turkey"


# The choice


@pytest.mark.parametrize(
    ("method", "name", "sentence"),
    [
        ("lot", "At random", "Powers are assigned at random."),
        (
            "wishes",
            "By the players’ preferences",
            "Powers are assigned by the players’ secret preferences.",
        ),
        (
            "master",
            "The game master decides",
            "The game master assigns the powers and begins the game",
        ),
    ],
)
def test_the_lobby_and_the_summary_say_who_gets_which_power(
    master: User, method: str, name: str, sentence: str
):
    answer = make(master, role="master", allotment=method)
    assert answer.status_code == 302
    game = Game.objects.get()
    assert game.allotment == method
    page = page_of(game, factories.person())
    assert f"<dt>Assignment of powers</dt><dd>{name}</dd>" in page
    assert sentence in page
    assert "you accept the power" in page


def test_a_game_without_a_master_is_refused_at_the_field(master: User):
    answer = make(master, role="player", allotment="master", title="Kept")
    page = html.unescape(answer.content.decode())
    assert not Game.objects.exists()
    field = re.search(r"<legend>Assignment of powers</legend>.*?</fieldset>", page, re.S)
    assert field
    assert "Only a game master can assign powers. Choose another option." in field[0]
    assert re.search(r'value="master"[^>]*checked', field[0])
    assert 'value="Kept"' in page


def test_the_way_has_to_be_one_of_them(master: User):
    assert make(master, allotment="auction").status_code == 200
    sheet = form()
    del sheet["allotment"]
    assert signed_in(master).post(reverse("games:new"), sheet).status_code == 200
    assert not Game.objects.exists()


def test_the_log_of_the_game_says_how_powers_were_given(master: User):
    game, people = waiting(6, master, "wishes")
    lobby.wish(game, people[0], [0])
    lobby.join(game, factories.person(), house_rules_accepted=True)
    log = signed_in(factories.person()).get(reverse("games:log", args=[game.slug]))
    assert log.content.decode().count("Powers were assigned by the players’ preferences.") == 1


# Wishes


def test_wishes_are_kept_and_shown_to_the_person_alone(master: User):
    game, (person, other) = waiting(2, master, "wishes")
    assert wish(game, person, TURKEY, FRANCE)["Location"] == game.get_absolute_url()
    page = page_of(game, person)
    assert "Your power preferences are saved." not in page  # it was another browser
    assert chosen(page, "choice-") == {"choice-1": TURKEY, "choice-2": FRANCE}
    assert chosen(page_of(game, other), "choice-") == {}
    for reader in (master, factories.person(is_staff=True, is_superuser=True)):
        assert "choice-1" not in page_of(game, reader)


def test_a_lobby_that_goes_by_lot_asks_for_no_wishes(master: User):
    game, (person,) = waiting(1, master, "lot")
    assert "choice-1" not in page_of(game, person)
    assert wish(game, person, FRANCE).status_code == 404


def test_the_form_has_a_choice_for_each_power_that_is_played(master: User):
    game, (person,) = waiting(1, master, "wishes", setup="five")
    page = page_of(game, person)
    assert re.findall(r'<select name="(choice-\d)"', page) == [f"choice-{n}" for n in range(1, 6)]
    options = re.findall(r"<option[^>]*>(.*?)</option>", page.split('name="choice-5"')[1])
    assert options[:6] == ["No preference", "Austria", "England", "France", "Russia", "Turkey"]


WRONG = {
    "a power twice": (
        (FRANCE, TURKEY, FRANCE), {"choice-3": "France is already your choice 1."},
    ),
    "a power that is not in the set-up": (
        (FRANCE, "7"), {"choice-2": "This power can’t be played in this set-up."},
    ),
    "no number": (("FRANCE",), {"choice-1": "This power can’t be played in this set-up."}),
    "a choice that is missing": (
        ("", FRANCE, "", TURKEY),
        {
            "choice-1": "Choose a power here, or leave the choices below empty.",
        },
    ),
    "a gap below": (
        (FRANCE, "", TURKEY),
        {"choice-2": "Choose a power here, or leave the choices below empty."},
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(master: User, wrong: str):
    game, (person,) = waiting(1, master, "wishes")
    lobby.wish(game, person, [0])
    sent, errors = WRONG[wrong]
    answer = wish(game, person, *sent)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert errors_at(page) == errors
    valid = {f"choice-{n}": hand for n, hand in enumerate(sent, 1) if hand in "0123456" and hand}
    assert chosen(page, "choice-") == valid
    assert PowerWish.objects.get().hand == 0


def test_errors_are_in_the_reader_s_language(master: User):
    game, (person,) = waiting(1, master, "wishes")
    User.objects.filter(pk=person.pk).update(language="es")
    page = wish(game, person, FRANCE, FRANCE).content.decode()
    assert errors_at(page) == {"choice-2": "Francia ya es tu opción 1."}


def test_wishes_that_come_too_late_come_back_with_the_reason(master: User):
    game, people = waiting(6, master, "wishes")
    lobby.join(game, factories.person(), house_rules_accepted=True)
    answer = wish(game, people[0], TURKEY, ITALY)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "This game has begun, and its seats are taken." in page
    assert chosen(page, "choice-") == {"choice-1": TURKEY, "choice-2": ITALY}
    assert f'href="{game.get_absolute_url()}"' in page
    assert "Save preferences" not in page
    assert not PowerWish.objects.exists()


def test_too_many_changes_are_refused_and_nothing_is_lost(master: User, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = {"games": "1/m/user"}
    cache.clear()
    game, (person,) = waiting(1, master, "wishes")
    assert wish(game, person, FRANCE).status_code == 302
    answer = wish(game, person, TURKEY)
    assert answer.status_code == 429
    assert "too many requests" in answer.content.decode()
    assert chosen(answer.content.decode(), "choice-") == {"choice-1": TURKEY}


def test_an_address_of_a_form_leads_to_the_lobby(master: User):
    game, (person,) = waiting(1, master, "wishes")
    answer = signed_in(person).get(reverse("games:wishes", args=[game.slug]))
    assert answer["Location"] == game.get_absolute_url()
    Game.objects.filter(pk=game.pk).update(allotment="master")
    answer = signed_in(master).get(reverse("games:powers", args=[game.slug]))
    assert answer["Location"] == game.get_absolute_url()


# Powers that a master gives


def test_the_master_gives_powers_that_each_person_alone_sees(master: User):
    game, (anna, boris) = waiting(2, master, "master")
    assert give(game, master, {anna: FRANCE, boris: ""})["Location"] == game.get_absolute_url()
    page = page_of(game, master)
    assert list(chosen(page, "entry-").values()) == [FRANCE]
    assert "When all seats are taken, you can begin the game here." in page
    assert 'name="begin"' not in page
    assert "The game master has assigned you France" in page_of(game, anna)
    for reader in (boris, factories.person()):
        assert "has assigned you" not in page_of(game, reader)
        assert "entry-" not in page_of(game, reader)


def test_a_power_for_two_people_is_said_at_the_second(master: User):
    game, (anna, boris) = waiting(2, master, "master")
    page = give(game, master, {anna: FRANCE, boris: FRANCE}).content.decode()
    key = f"entry-{game.entries.get(person=boris).pk}"
    assert errors_at(page) == {key: f"{anna} already has France."}
    assert list(chosen(page, "entry-").values()) == [FRANCE, FRANCE]
    assert not game.entries.exclude(hand=None).exists()


def test_the_master_begins_when_everybody_has_a_power(master: User):
    game, people = waiting(7, master, "master")
    hands = {person: str(hand) for hand, person in enumerate(people)}
    assert 'name="begin"' in page_of(game, master)
    page = give(game, master, hands | {people[3]: ""}, begin="yes").content.decode()
    key = f"entry-{game.entries.get(person=people[3]).pk}"
    assert errors_at(page) == {key: "Assign a power to this person first."}
    assert len(chosen(page, "entry-")) == 6
    answer = give(game, master, hands, begin="yes")
    game.refresh_from_db()
    assert answer["Location"] == game.get_absolute_url()
    assert game.has_begun
    late = give(game, master, hands)
    assert late.status_code == 409
    assert "This game has begun, and its seats are taken." in late.content.decode()


def test_the_game_does_not_begin_before_it_is_full(master: User):
    game, (anna,) = waiting(1, master, "master")
    answer = give(game, master, {anna: FRANCE}, begin="yes")
    assert answer.status_code == 409
    assert "The game can’t begin until all seats are taken." in answer.content.decode()
    assert list(chosen(answer.content.decode(), "entry-").values()) == [FRANCE]


def test_what_another_master_gave_to_a_newcomer_stays(master: User):
    game, (anna, boris) = waiting(2, master, "master")
    lobby.give_powers(game, {game.entries.get(person=boris).pk: 4}, by=master)
    give(game, master, {anna: FRANCE})  # from a page on which Boris was not yet
    assert {entry.person: entry.hand for entry in game.entries.all()} == {anna: 2, boris: 4}


def test_a_full_lobby_has_no_form_to_join(master: User):
    game, people = waiting(7, master, "master")
    page = page_of(game, factories.person())
    assert "All seats are taken. The game master assigns the powers and begins the game." in page
    assert "You can join if somebody leaves." in page
    assert "Join this game" not in page
    lobby.leave(game, people[0])
    assert "Join this game" in page_of(game, factories.person())


def test_too_many_requests_of_a_master_are_refused_and_nothing_is_lost(master: User, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = {"games": "1/m/user"}
    cache.clear()
    game, (anna,) = waiting(1, master, "master")
    assert give(game, master, {anna: FRANCE}).status_code == 302
    answer = give(game, master, {anna: ITALY})
    assert answer.status_code == 429
    assert list(chosen(answer.content.decode(), "entry-").values()) == [ITALY]

"""Pages of the threads with the game masters."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.game_master import masters
from games.models import Complaint, Game, Message
from tests import factories

from .conftest import nothing_changes, signed_in, words


def url(game: Game, power: str = "FRANCE") -> str:
    return reverse("games:master_thread", args=[game.slug, power])


def player(game: Game, power: str = "FRANCE") -> Client:
    return signed_in(factories.holder(factories.seat(game, power)))


def write(client: Client, address: str, text: str):
    page = client.get(address)
    key = page.context["composer"].form["request_key"].value()
    return client.post(address, {"text": text, "request_key": str(key)}, follow=True)


@pytest.fixture
def second(game: Game, master: User) -> User:
    helper = factories.person("Ned Second")
    masters.join(game, helper, by=master)
    return helper


def test_a_player_finds_it_writes_and_reads_the_answer(game: Game, master: User, second: User):
    france = player(game)
    listed = france.get(reverse("games:press", args=[game.slug])).content.decode()
    assert f'href="{url(game)}#write"' in listed
    page = france.get(url(game))
    assert "Write to the game master" in words(page)
    assert "Only the player and the game masters can read it" in words(page)
    write(france, url(game), "May I have two days?")
    for person in (master, second):
        read = signed_in(person).get(url(game))
        assert "May I have two days?" in words(read)
        assert "France" in words(read)
    write(signed_in(second), url(game), "You may.")
    answer = words(france.get(url(game)))
    assert "You may." in answer
    assert "Ned Second" in answer


def test_a_master_finds_the_thread_of_each_player(game: Game, master: User):
    write(player(game), url(game), "A question")
    page = signed_in(master).get(reverse("games:press", args=[game.slug]))
    text = page.content.decode()
    for seat in game.seats.all():
        assert f'href="{url(game, seat.power)}#write"' in text
    assert "1 new" in words(page)
    assert "A question" in words(page)
    signed_in(master).get(url(game))
    assert "1 new" not in words(signed_in(master).get(reverse("games:press", args=[game.slug])))
    assert reverse("games:masters_thread", args=[game.slug]) not in text


def test_several_masters_have_a_thread_among_themselves(game: Game, master: User, second: User):
    address = reverse("games:masters_thread", args=[game.slug])
    page = signed_in(master).get(reverse("games:press", args=[game.slug])).content.decode()
    assert f'href="{address}#write"' in page
    write(signed_in(master), address, "Who extends?")
    assert "Who extends?" in words(signed_in(second).get(address))
    assert player(game).get(address).status_code == 404


def test_nobody_else_opens_it(game: Game):
    write(player(game), url(game), "A question")
    others = (
        player(game, "GERMANY"),
        signed_in(factories.begun_game().masterships.get().person),
        signed_in(factories.person(is_staff=True, is_superuser=True)),
        signed_in(factories.person()),
    )
    for client in others:
        assert client.get(url(game)).status_code == 404
        with nothing_changes():
            sent = client.post(url(game), {"text": "Ha", "request_key": "0" * 32})
            assert sent.status_code == 404
        search = reverse("games:search_press", args=[game.slug])
        assert "A question" not in words(client.get(search, {"q": "question"}))
    assert Client().get(url(game)).status_code == 302


def test_a_search_names_the_thread(game: Game, master: User):
    write(player(game), url(game), "A question")
    search = reverse("games:search_press", args=[game.slug])
    for client, name in ((player(game), "Game master"), (signed_in(master), "France")):
        found = client.get(search, {"q": "question"})
        who = re.search(r'class="thread__who">(.*?)</span>', found.content.decode(), re.S)
        assert who
        assert name in who[1]
        assert "My notebook" not in words(found)


def test_the_links_of_its_messages_lead_to_it(game: Game, master: User):
    write(player(game), url(game), "A question")
    message = Message.objects.get()
    link = reverse("games:message", args=[game.slug, message.key])
    for client in (player(game), signed_in(master)):
        assert client.get(link)["Location"] == f"{url(game)}#message-{message.key}"


def test_a_thread_is_not_offered_without_a_master_and_an_old_one_says_so(game: Game, master: User):
    write(player(game), url(game), "A question")
    masters.leave(game, master)
    germany = player(game, "GERMANY").get(reverse("games:press", args=[game.slug]))
    assert url(game, "GERMANY") not in germany.content.decode()
    page = player(game).get(url(game))
    assert "A question" in words(page)
    assert "This game has no game master now who could read your message." in words(page)
    assert 'name="text"' not in page.content.decode()


def test_a_former_master_still_reads_what_they_could_read(game: Game, master: User, second: User):
    write(player(game), url(game), "A question")
    masters.leave(game, second)
    page = signed_in(second).get(url(game))
    assert "A question" in words(page)
    assert "You’re no longer in this thread." in words(page)
    assert signed_in(second).get(url(game, "GERMANY")).status_code == 404


def test_a_draft_to_the_master_comes_back(game: Game):
    france = player(game)
    key = france.get(url(game)).context["composer"].form["request_key"].value()
    france.post(url(game), {"text": "Not yet", "request_key": str(key), "draft": "save"})
    assert "Not yet" in words(france.get(url(game)))
    listed = words(france.get(reverse("games:press", args=[game.slug])))
    assert "Game master Draft Not yet" in listed


def test_both_sides_can_report_a_message_and_nobody_can_hide_it(game: Game, master: User):
    operator = factories.person(is_staff=True, is_superuser=True)
    write(player(game), url(game), "Unkind")
    message = Message.objects.get()
    report = reverse("games:report_message", args=[game.slug, message.key])
    client = signed_in(master)
    page = client.get(url(game)).content.decode()
    assert report in page
    assert "/hide/" not in page
    client.post(report, {"reason": "Unkind."})
    assert Complaint.objects.get().message == message
    assert client.get(reverse("games:mute_power", args=[game.slug, message.key])).status_code == 404
    assert operator


def test_masters_of_a_public_message_do_not_report_it(game: Game, master: User):
    public = reverse("games:public_press", args=[game.slug])
    write(player(game), public, "Hello all")
    message = Message.objects.get()
    report = reverse("games:report_message", args=[game.slug, message.key])
    assert signed_in(master).get(report).status_code == 404

"""The pages of titled threads, notebooks, unsigned messages, search, and messages' addresses."""

import html
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.lifecycle import endings
from games.models import Game, Message, Thread
from games.press import locations

from .... import factories
from ...press.message_helpers import agree, note, seats, write
from .conftest import Answer, alerts, signed_in, words


def browser(game: Game, power: str) -> Client:
    return signed_in(factories.holder(factories.seat(game, power)))


def url(game: Game, *powers: str, to_be_titled: bool = False) -> str:
    circle = seats(game, *powers) if powers else []
    return locations.thread_url(game, circle, to_be_titled=to_be_titled)


def post(client: Client, address: str, text: str, **more: str) -> Answer:
    return client.post(address, {"text": text, "request_key": str(uuid.uuid4()), **more})


def search(client: Client, game: Game, typed: str) -> Answer:
    return client.get(reverse("games:search_press", args=[game.slug]), {"q": typed})


def test_a_titled_thread_is_opened_from_the_list_and_answered(game: Game):
    france, germany = browser(game, "FRANCE"), browser(game, "GERMANY")
    chosen = {"writer": "FRANCE", "to": ["GERMANY"], "titled": "on"}
    there = france.get(reverse("games:press", args=[game.slug]), chosen)
    assert there["Location"] == f"{url(game, 'FRANCE', 'GERMANY', to_be_titled=True)}#write"
    sent = post(france, there["Location"], "Shall we?", title="  Burgundy ")
    thread = Thread.objects.get()
    assert (thread.title, thread.messages.count()) == ("Burgundy", 1)
    address = sent["Location"].partition("#")[0]
    assert address.endswith(f"/topics/{thread.key}/")
    assert "Burgundy Germany" in words(france.get(address))
    assert post(germany, address, "We shall.").status_code == 302
    assert "Burgundy" in words(germany.get(reverse("games:press", args=[game.slug])))
    assert thread.messages.count() == 2


@pytest.mark.parametrize("title", ["", "\u200b", "x" * 81])
def test_a_title_that_nobody_could_read_is_refused_and_the_message_comes_back(
    game: Game, title: str
):
    answer = post(
        browser(game, "FRANCE"), url(game, to_be_titled=True), "My long message", title=title
    )
    assert answer.status_code == 422
    assert alerts(answer)
    assert "My long message" in answer.content.decode()
    assert not Thread.objects.exists()


def test_where_no_power_may_write_the_page_says_why_and_keeps_what_was_typed(game: Game):
    agree(game, press="public")
    france, there = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    page = france.get(there)
    assert "In this game, powers can write only public messages." in words(page)
    assert "<textarea" not in page.content.decode()
    answer = post(france, there, "My long message")
    assert answer.status_code == 409
    assert "powers can write only public messages. Nothing was sent." in alerts(answer)
    assert "My long message" in answer.content.decode()
    listed = words(france.get(reverse("games:press", args=[game.slug])))
    assert "Write to…" not in listed


def test_the_page_of_a_notebook_says_whose_it_is(game: Game):
    france = browser(game, "FRANCE")
    assert "No notes yet" in words(france.get(url(game, "FRANCE")))
    post(france, url(game, "FRANCE"), "Germany lies.")
    page = words(france.get(url(game, "FRANCE")))
    assert "My notebook" in page
    assert "Germany lies." in page
    assert "My notebook" in words(france.get(reverse("games:press", args=[game.slug])))
    assert browser(game, "GERMANY").get(url(game, "FRANCE")).status_code == 404


def test_an_unsigned_message_names_its_author_to_nobody_else(game: Game, client: Client):
    agree(game, unsigned_messages=True)
    post(browser(game, "FRANCE"), url(game), "I know who stabs.", unsigned="on")
    message = Message.objects.get()
    for reader in (client, browser(game, "GERMANY"), browser(game, "ITALY")):
        for address in (url(game), f"{url(game)}?quote={message.key}"):
            page = reader.get(address).content.decode()
            messages = re.findall(r'<li class="message.*?</li>', page, re.S)
            assert ["Unsigned" in each and "France" not in each for each in messages] == [True]
            assert "message power--france" not in page
            assert "FRANCE" not in "".join(re.findall(r"<textarea.*?</textarea>", page, re.S))
    mine = words(browser(game, "FRANCE").get(url(game)))
    assert "you, unsigned" in mine


def test_nobody_is_offered_to_leave_out_their_name_where_that_was_not_agreed(game: Game):
    france = browser(game, "FRANCE")
    assert 'name="unsigned"' not in france.get(url(game)).content.decode()
    agree(game, unsigned_messages=True)
    assert 'name="unsigned"' in france.get(url(game)).content.decode()
    assert 'name="unsigned"' not in france.get(url(game, "FRANCE", "ITALY")).content.decode()


def test_after_the_end_strangers_find_the_messages_that_were_opened(game: Game, client: Client):
    agree(game, messages_open_at_end=True)
    write(game, "FRANCE", "GERMANY", text="secret")
    note(game, "FRANCE", "Germany lies.")
    there, listed = url(game, "FRANCE", "GERMANY"), reverse("games:press", args=[game.slug])
    assert client.get(there)["Location"].startswith("/accounts/login/")
    assert client.get(listed)["Location"] == url(game)
    endings.finish(game, Game.Ending.DRAW)
    assert client.get(listed)["Location"] == url(game)  # the end can still be undone
    Game.objects.filter(pk=game.pk).update(final_at=game.ended_at)
    assert "secret" in words(client.get(there))
    page = words(client.get(listed))
    assert "France Germany" in page
    assert "Germany lies." not in page
    assert client.get(url(game, "FRANCE"))["Location"].startswith("/accounts/login/")


# Search


def test_messages_are_found_by_all_their_words_whatever_the_case(game: Game):
    write(game, "FRANCE", "GERMANY", text="Meet me in Burgundy at dawn")
    write(game, "FRANCE", "GERMANY", text="Burgundy stays empty")
    germany = browser(game, "GERMANY")
    both = words(search(germany, game, "burgundy"))
    assert "2 messages, newest first" in both
    one = search(germany, game, "DAWN burg")
    assert "1 message, newest first" in words(one)
    assert "<mark>Burg</mark>undy at <mark>dawn</mark>" in one.content.decode()
    assert "No message you can read" in words(search(germany, game, "Burgundy dusk"))


def test_messages_are_found_in_cyrillic_whatever_the_case(game: Game):
    write(game, "FRANCE", "GERMANY", text="Среща в Бургундия")
    assert "Бургундия" in words(search(browser(game, "GERMANY"), game, "бургундия"))


def test_nobody_finds_what_they_may_not_read(game: Game, client: Client):
    write(game, "FRANCE", "GERMANY", text="Meet me in Burgundy at dawn")
    for reader in (browser(game, "ITALY"), client):
        page = words(search(reader, game, "Burgundy"))
        assert "No message you can read" in page
        assert "dawn" not in page


@pytest.mark.parametrize(
    "typed", ["%", "_", "<script>", "\0", "x" * 5000, " ".join("abcdefghijkl")]
)
def test_odd_words_are_looked_for_as_they_are(game: Game, typed: str):
    write(game, "FRANCE", text="Meet me")
    answer = search(browser(game, "FRANCE"), game, typed)
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode().replace("</script>", "").lower()
    assert "Meet me" not in words(answer)


def test_what_is_found_is_shown_as_text(game: Game):
    write(game, "FRANCE", text="<b>bold</b> & <i>brash</i>")
    page = search(browser(game, "FRANCE"), game, "bold").content.decode()
    assert html.escape("<b>") + "<mark>bold</mark>" in page


# Addresses


def test_the_address_of_a_message_leads_there(game: Game):
    message = write(game, "FRANCE", "GERMANY")
    address = reverse("games:message", args=[game.slug, message.key])
    page = browser(game, "GERMANY").get(url(game, "FRANCE", "GERMANY"))
    assert f'href="{address}"' in page.content.decode()
    answer = browser(game, "GERMANY").get(address)
    assert answer["Location"] == f"{url(game, 'FRANCE', 'GERMANY')}#message-{message.key}"
    assert browser(game, "ITALY").get(address).status_code == 404

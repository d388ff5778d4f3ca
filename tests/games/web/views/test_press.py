"""The pages of messages."""

import datetime as dt
import logging
import re
import sys
import uuid
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.core.cache import cache
from django.core.signals import got_request_exception
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

from accounts import account_closing, clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.lifecycle import endings
from games.models import Bookmark, Game, Message, Tenure, Thread
from games.models.press import LONGEST_MESSAGE
from games.notifications import notify
from games.press import locations
from games.web.pages.press import threads

from .... import factories
from ...press.message_helpers import hand_over, seats, write
from .conftest import Answer, alerts, nothing_changes, signed_in, words

CANARY = "meet me at dawn in Burgundy"
WORD = "Morgengrauen"  # error reports break long texts between words


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def url(game: Game, *powers: str) -> str:
    return locations.thread_url(game, seats(game, *powers) if powers else [])


def list_url(game: Game) -> str:
    return reverse("games:press", args=[game.slug])


def browser(game: Game, power: str) -> Client:
    return signed_in(holder(game, power))


def post(client: Client, address: str, text: str, seat: str = "", key: object = None) -> Answer:
    form = {"text": text, "request_key": str(key or uuid.uuid4())}
    return client.post(address, {**form, "seat": seat} if seat else form)


def typed(answer: Answer) -> str:
    """The content of the text box for a message."""
    return str(answer.context["composer"].form["text"].value())


def unread_on(answer: Answer) -> list[str]:
    """The counts of new messages on a page, from top to bottom."""
    return re.findall(r"badge--new[^>]*>([^<]+)<", answer.content.decode())


def message_texts(answer: Answer) -> list[str]:
    found = re.findall(r'message__text[^"]*"[^>]*>(.*?)</div>', answer.content.decode(), re.S)
    return [re.sub(r"<[^>]+>", "", text.replace("<br>", "\n")) for text in found]


# Links to messages, and the list of threads


def test_the_page_of_a_game_says_how_many_messages_wait(game: Game):
    germany = browser(game, "GERMANY")
    assert unread_on(germany.get(game.get_absolute_url())) == []
    write(game, "FRANCE", "GERMANY")
    write(game, "FRANCE")
    assert unread_on(germany.get(game.get_absolute_url())) == ["2 new"]
    for page in ("games:mine", "games:front"):
        assert "2 new messages" in words(germany.get(reverse(page)))
    germany.get(url(game, "FRANCE", "GERMANY"))
    assert unread_on(germany.get(game.get_absolute_url())) == ["1 new"]
    germany.get(url(game))
    assert unread_on(germany.get(game.get_absolute_url())) == []
    assert "new message" not in words(germany.get(reverse("games:mine")))


def test_the_page_of_a_phase_leads_to_the_messages(game: Game, client: Client):
    phase = factories.open_phase(game)
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
        page = client.get(phase.get_absolute_url())
    assert f'href="{list_url(game)}"' in page.content.decode()


def test_the_public_thread_is_on_top_of_the_list_even_if_it_is_empty(game: Game):
    write(game, "FRANCE", "GERMANY", text="older")
    write(game, "ITALY", "GERMANY", text="newer")
    text = words(browser(game, "GERMANY").get(list_url(game)))
    parts = ["Public messages Nobody has written yet", "Italy", "newer", "France", "older"]
    assert re.search(".*".join(parts), text)


def test_the_list_says_who_wrote_last_and_how_many_are_new(game: Game):
    write(game, "FRANCE", "GERMANY", "TURKEY", text="one")
    write(game, "TURKEY", "GERMANY", "FRANCE", text="two\n\nand more")
    page = browser(game, "GERMANY").get(list_url(game))
    assert unread_on(page) == ["2 new", "2 new"]
    assert "France Turkey 2 new Turkey: two and more" in words(page)
    assert 'power power--turkey"' in page.content.decode()
    assert "#new" in page.content.decode()
    page = browser(game, "TURKEY").get(list_url(game))
    assert "France Germany 1 new You: two and more" in words(page)


def test_beside_a_thread_stand_the_others_and_what_is_new_in_them(game: Game):
    write(game, "FRANCE", "GERMANY")
    write(game, "TURKEY", "GERMANY")
    page = browser(game, "GERMANY").get(url(game, "FRANCE", "GERMANY"))
    assert unread_on(page) == ["1 new", "1 new"]  # beside “Messages”, and beside Turkey
    marked = re.findall(r'href="([^"#]+)[^"]*" aria-current="page"', page.content.decode())
    assert marked == [list_url(game), url(game, "FRANCE", "GERMANY")]


def test_the_list_has_no_trace_of_what_one_may_not_read(game: Game):
    write(game, "FRANCE", "GERMANY", text=CANARY)
    heir = factories.person()
    former = hand_over(game, "GERMANY", heir)
    for client in (signed_in(heir), browser(game, "ITALY")):
        page = client.get(list_url(game))
        assert CANARY not in words(page)
        assert url(game, "FRANCE", "GERMANY") not in page.content.decode()
    assert CANARY in words(signed_in(former).get(list_url(game)))


def test_a_list_shows_the_start_of_a_long_message(game: Game):
    write(game, "FRANCE", "GERMANY", text="x" * LONGEST_MESSAGE)
    page = browser(game, "GERMANY").get(list_url(game)).content.decode()
    assert "x" * (threads.START_LENGTH - 1) + "…" in page
    assert "x" * threads.START_LENGTH not in page


def test_a_list_and_a_search_show_no_marks(game: Game):
    quoted = f'[quote="FRANCE"]{"long " * 60}[/quote]'
    write(game, "GERMANY", "FRANCE", text=f"{quoted}**Yes**, [see](https://example.org)")
    client = browser(game, "FRANCE")
    assert "Germany: France wrote: long long" in words(client.get(list_url(game)))
    found = words(client.get(reverse("games:search_press", args=[game.slug]), {"q": "yes"}))
    assert "see (example.org)" in found
    assert "**" not in found
    assert "[quote" not in found


def test_who_never_had_a_seat_goes_straight_to_the_public_messages(game: Game):
    for client in (Client(), signed_in(factories.person())):
        assert client.get(list_url(game))["Location"] == url(game)


@pytest.mark.parametrize("path", ["", "public/", "to/FRANCE-GERMANY/"])
def test_a_game_without_seats_has_no_messages(master: User, path: str):
    lobby = factories.open_game(master)
    for status in (Game.Status.LOBBY, Game.Status.EXPIRED):
        Game.objects.filter(pk=lobby.pk).update(status=status)
        assert signed_in(master).get(f"{list_url(lobby)}{path}").status_code == 404


def test_a_page_needs_as_many_queries_for_many_threads_as_for_one(game: Game):
    germany = browser(game, "GERMANY")

    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as caught:
            germany.get(address)
        return len(caught)

    places = [list_url(game), url(game, "FRANCE", "GERMANY"), game.get_absolute_url()]
    write(game, "FRANCE", "GERMANY")
    for place in places:
        germany.get(place)
    before = [queries(place) for place in places]
    for other in ("AUSTRIA", "ENGLAND", "ITALY", "RUSSIA", "TURKEY"):
        write(game, other, "GERMANY")
        write(game, other, "GERMANY", "FRANCE")
    assert [queries(place) for place in places] == before
    assert before[0] <= 20


# Writing to…


def choose(client: Client, game: Game, **query: Any) -> Answer:
    return client.get(list_url(game), query)


def test_the_chosen_powers_open_their_one_thread(game: Game):
    answer = choose(browser(game, "FRANCE"), game, writer="FRANCE", to=["TURKEY", "AUSTRIA"])
    assert answer["Location"] == f"{list_url(game)}to/AUSTRIA-FRANCE-TURKEY/#write"
    assert not Thread.objects.exists()


@pytest.mark.parametrize("to", [[], ["FRANCE"], ["NARNIA"]])
def test_nobody_writes_to_nobody(game: Game, to: list[str]):
    answer = choose(browser(game, "FRANCE"), game, writer="FRANCE", to=to)
    assert answer.status_code == 200
    assert alerts(answer)


def test_who_plays_several_powers_says_which_one_writes_and_never_to_themselves(master: User):
    game = factories.begun_game(master, setup="four")
    client = browser(game, "FRANCE")
    page = words(client.get(list_url(game)))
    assert "Sender" in page
    answer = choose(client, game, writer="AUSTRIA", to=["GERMANY"])
    assert answer["Location"] == f"{list_url(game)}to/AUSTRIA-GERMANY/#write"
    refused = choose(client, game, writer="AUSTRIA", to=["FRANCE"])
    assert "FRANCE is not one of the available choices" in alerts(refused)
    own = client.get(f"{list_url(game)}to/AUSTRIA-FRANCE/")
    assert "there’s nobody to write to" in words(own)


def test_the_powers_of_a_thread_have_one_order(game: Game):
    client = browser(game, "FRANCE")
    for powers in ("TURKEY-FRANCE", "FRANCE-TURKEY-FRANCE"):
        answer = client.get(f"{list_url(game)}to/{powers}/")
        assert answer["Location"] == url(game, "FRANCE", "TURKEY")


@pytest.mark.parametrize("powers", ["GERMANY", "FRANCE-FRANCE", "FRANCE-NARNIA", "france-germany"])
def test_an_impossible_set_of_powers_is_not_found(game: Game, powers: str):
    assert browser(game, "FRANCE").get(f"{list_url(game)}to/{powers}/").status_code == 404


def test_to_everyone_else_a_thread_does_not_exist_written_or_not(game: Game, master: User):
    """This holds for each method, and each order of the powers in the URL."""
    write(game, "FRANCE", "GERMANY", text=CANARY)
    boss = factories.person(is_staff=True, is_superuser=True)
    for client in (signed_in(master), signed_in(boss), browser(game, "ITALY")):
        for powers in ("FRANCE-GERMANY", "GERMANY-FRANCE", "FRANCE-TURKEY"):
            address = f"{list_url(game)}to/{powers}/"
            assert client.get(address).status_code == 404
            assert post(client, address, "Let me in").status_code == 404
    assert Client().get(url(game, "FRANCE", "GERMANY")).status_code == 302
    assert Message.objects.count() == 1


# A thread


def test_messages_stand_in_their_order_and_the_first_unread_is_marked(game: Game):
    for text in ("one", "two", "three"):
        write(game, "FRANCE", "GERMANY", text=text)
    germany, address = browser(game, "GERMANY"), url(game, "FRANCE", "GERMANY")
    Bookmark.objects.create(
        thread=Thread.objects.get(),
        person=holder(game, "GERMANY"),
        message=Message.objects.get(text="one"),
    )
    page = germany.get(address)
    assert message_texts(page) == ["one", "two", "three"]
    html = page.content.decode()
    assert html.index(">one<") < html.index('id="new"') < html.index(">two<")
    assert 'id="new"' not in germany.get(address).content.decode()


def test_ones_own_message_is_never_the_first_unread(game: Game):
    write(game, "FRANCE", "GERMANY")
    page = browser(game, "FRANCE").get(url(game, "FRANCE", "GERMANY"))
    assert 'id="new"' not in page.content.decode()
    assert "France you" in words(page)


def test_neither_a_head_request_nor_a_refused_message_marks_messages_as_read(game: Game):
    write(game, "FRANCE", "GERMANY")
    germany, address = browser(game, "GERMANY"), url(game, "FRANCE", "GERMANY")
    assert germany.head(address).status_code == 200
    assert post(germany, address, "").status_code == 422
    assert not Bookmark.objects.exists()
    germany.get(address)
    assert Bookmark.objects.get().message == Message.objects.get()


def test_reading_by_strangers_and_guests_is_not_stored(game: Game):
    write(game, "FRANCE")
    for client in (Client(), signed_in(factories.person())):
        assert message_texts(client.get(url(game))) == ["Hello"]
    assert not Bookmark.objects.exists()


def test_a_text_keeps_its_lines_and_runs_nothing(game: Game):
    text = "one\n\n    two <script>alert(1)</script> & “three”"
    write(game, "FRANCE", text=text)
    page = Client().get(url(game)).content.decode()
    two = "    two &lt;script&gt;alert(1)&lt;/script&gt; &amp; “three”"
    assert f"<p>one</p><p>{two}</p></div>" in page


def test_messages_are_grouped_by_the_phases_in_which_they_were_sent(game: Game):
    write(game, "FRANCE", text="in spring")
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
    with time_machine.travel(clock.now() + dt.timedelta(days=2), tick=False):
        write(game, "FRANCE", text="in fall")
        text = words(Client().get(url(game)))
    assert re.search("Spring 1901, movement.*in spring.*Fall 1901, movement.*in fall", text)


def test_times_are_the_readers(game: Game):
    write(game, "FRANCE", "GERMANY")
    year = clock.now().year
    Message.objects.update(sent_at=dt.datetime(year, 1, 10, 23, 30, tzinfo=dt.UTC))
    Tenure.objects.update(since=dt.datetime(year, 1, 1, tzinfo=dt.UTC))
    User.objects.filter(pk=holder(game, "GERMANY").pk).update(time_zone="Asia/Tokyo")
    page = browser(game, "GERMANY").get(url(game, "FRANCE", "GERMANY"))
    assert "11 Jan, 08:30" in words(page)
    assert "Times are in Tokyo time." in words(page)


def test_long_threads_come_in_pages(game: Game):
    france, seat = holder(game, "FRANCE"), factories.seat(game, "FRANCE")
    thread = write(game, "FRANCE", "GERMANY", text="message 0").thread
    now = clock.now()
    Message.objects.bulk_create(
        Message(
            thread=thread, seat=seat, person=france, text=f"message {number}", sent_at=now,
            request_key=uuid.uuid4(),
        )
        for number in range(1, locations.PAGE + 20)
    )  # fmt: skip
    germany, address = browser(game, "GERMANY"), url(game, "FRANCE", "GERMANY")
    page = germany.get(address)
    assert message_texts(page) == [f"message {number}" for number in range(20, locations.PAGE + 20)]
    earlier = re.search(r'href="([^"]*before=[0-9a-f]{32})"', page.content.decode())
    assert earlier
    page = germany.get(earlier[1])
    assert message_texts(page) == [f"message {number}" for number in range(20)]
    assert "Earlier messages" not in words(page)
    assert "Newest messages" in words(page)
    assert Bookmark.objects.get().message.text == f"message {locations.PAGE + 19}"


@pytest.mark.parametrize("before", ["", "x", "-1", "0", "²", "9" * 32, "1\x00"])
def test_a_senseless_page_is_no_error(game: Game, before: str):
    write(game, "FRANCE", "GERMANY")
    answer = browser(game, "GERMANY").get(url(game, "FRANCE", "GERMANY"), {"before": before})
    assert answer.status_code == 200


@pytest.mark.parametrize("powers", [(), ("FRANCE", "GERMANY")])
def test_no_cache_keeps_messages(game: Game, powers: tuple[str, ...]):
    write(game, "FRANCE", "GERMANY", text=CANARY)
    germany = browser(game, "GERMANY")
    for address in (list_url(game), url(game, *powers)):
        directives = germany.get(address)["Cache-Control"]
        assert {"private", "no-store"} <= set(re.split(r", *", directives))


# Writing


def look(client: Client, address: str, text: str, **more: str) -> Answer:
    return client.post(
        address, {"text": text, "request_key": str(uuid.uuid4()), "preview": "yes", **more}
    )


def test_a_message_is_shown_as_it_was_marked_up_with_the_map_it_names(game: Game):
    write(game, "FRANCE", text="*Look*: [map S1901M] [map S1999M] [quote=FRANCE]a[/quote]")
    page = Client().get(url(game)).content.decode()
    assert "<em>Look</em>" in page
    assert f'src="/games/{game.slug}/S1901M/map.png?width=600" alt="Spring 1901, movement"' in page
    assert "[map S1999M]" in page
    assert "<bdi>France</bdi> wrote:" in page


@pytest.mark.parametrize("powers", [(), ("FRANCE", "GERMANY")])
def test_a_preview_shows_the_message_and_sends_nothing(game: Game, powers: tuple[str, ...]):
    france, address = browser(game, "FRANCE"), url(game, *powers)
    with nothing_changes():
        answer = look(france, address, "\n*Dear* [b]all[/b] [map S1901M]\n")
    assert answer.status_code == 200
    [shown] = re.findall(r'message__text markup"[^>]*>(.*?)</div>', answer.content.decode())
    assert shown.startswith("<p><em>Dear</em> <strong>all</strong> <a")
    assert typed(answer).strip() == "*Dear* [b]all[/b] [map S1901M]"
    sent = {
        "text": typed(answer),
        "request_key": answer.context["composer"].form["request_key"].value(),
    }
    assert france.post(address, sent).status_code == 302
    assert Message.objects.get().text == "*Dear* [b]all[/b] [map S1901M]"


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("", 422, "Write something first."),
        (" \u200b\n", 422, "Write something first."),
        ("x" * (LONGEST_MESSAGE + 1), 422, f"can have at most {LONGEST_MESSAGE} characters"),
    ],
)
def test_a_preview_says_what_is_wrong_with_a_message(game: Game, text: str, status: int, said: str):
    answer = look(browser(game, "FRANCE"), url(game), text)
    assert answer.status_code == status
    assert said in alerts(answer)
    assert "nothing is sent yet" not in words(answer)


def test_nobody_previews_where_they_may_not_write(game: Game):
    answer = look(signed_in(factories.person()), url(game), CANARY)
    assert answer.status_code == 409
    assert CANARY in words(answer)
    assert look(Client(), url(game), CANARY).status_code == 302


def test_a_message_is_quoted_with_its_power(game: Game):
    sent = write(game, "FRANCE", "GERMANY", text="one [/quote] two\n```\nthree")
    germany, address = browser(game, "GERMANY"), url(game, "FRANCE", "GERMANY")
    assert f"{address}?quote={sent.key}#write" in germany.get(address).content.decode()
    text = typed(germany.get(address, {"quote": sent.key}))
    assert text.startswith('[quote="FRANCE"]\none \\[/quote] two')
    post(germany, address, f"{text}Yes.")
    page = germany.get(address).content.decode()
    assert "one [/quote] two</p><pre><code>three\n</code></pre></blockquote><p>Yes.</p>" in page


def test_only_a_message_that_one_reads_here_is_quoted(game: Game):
    secret = write(game, "FRANCE", "GERMANY", text=CANARY)
    public = write(game, "FRANCE", text="to all")
    late = write(game, "FRANCE", "ITALY", text=CANARY)
    italy, heir = browser(game, "ITALY"), factories.person()
    hand_over(game, "ITALY", heir)
    Message.objects.filter(pk=late.pk).update(sent_at=clock.now() - dt.timedelta(days=1))
    assert "to all" in typed(signed_in(heir).get(url(game), {"quote": public.key}))
    for key in (secret.key, late.key, "9" * 32, "\x00", "²"):
        for where in (url(game), url(game, "FRANCE", "ITALY")):
            assert CANARY not in typed(signed_in(heir).get(where, {"quote": key}))
    private = typed(browser(game, "FRANCE").get(url(game), {"quote": secret.key}))
    assert private == ""
    assert not italy.get(url(game), {"quote": public.key}).context["composer"].form["text"].value()


# Names


def test_the_name_beside_a_message_is_its_authors(game: Game):
    write(game, "FRANCE", text="old")
    author = holder(game, "FRANCE")
    heir = factories.person("The Heir")
    hand_over(game, "FRANCE", heir)
    text = words(Client().get(url(game)))
    assert f"France {author.name}" in text
    assert "The Heir" not in text
    account_closing.close(author)
    text = words(Client().get(url(game)))
    assert "France closed account" in text
    assert author.name not in text


def test_an_anonymous_game_names_the_powers_alone(game: Game, master: User):
    Game.objects.filter(pk=game.pk).update(anonymous=True)
    author = holder(game, "FRANCE")
    write(game, "FRANCE")
    for client in (Client(), browser(game, "GERMANY"), signed_in(factories.person())):
        text = words(client.get(url(game)))
        assert author.name not in text
        # All that is hidden is what the help for writing tells of spoilers.
        assert "hidden" not in text.replace("text that is hidden until someone opens it", "")
    assert f"France {author.name}" in words(signed_in(master).get(url(game)))
    assert "France you" in words(signed_in(author).get(url(game)))
    endings.close(game, by=master, reason="")
    game.refresh_from_db()
    assert author.name not in words(Client().get(url(game)))
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        assert f"France {author.name}" in words(Client().get(url(game)))


# Sending


def test_a_message_is_sent_and_its_reader_sees_it(game: Game):
    address = url(game, "FRANCE", "GERMANY")
    answer = post(browser(game, "FRANCE"), address, "Hello\r\nGermany", "FRANCE")
    message = Message.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"{address}#message-{message.key}"
    assert message.text == "Hello\nGermany"
    page = browser(game, "GERMANY").get(address)
    assert message_texts(page) == ["Hello\nGermany"]
    assert f'id="message-{message.key}"' in page.content.decode()


def test_a_double_click_sends_one_message_and_is_answered_alike(game: Game):
    client, key = browser(game, "FRANCE"), uuid.uuid4()
    answers = [
        post(client, url(game, "FRANCE", "GERMANY"), "Hello", "FRANCE", key) for _ in range(2)
    ]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Message.objects.count() == 1


def test_each_page_has_a_form_of_its_own(game: Game):
    client = browser(game, "FRANCE")
    keys = {
        re.search(r'name="request_key" value="([^"]+)"', client.get(url(game)).content.decode())[1]  # type: ignore[index]
        for _ in range(2)
    }
    assert len(keys) == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Write something first."),
        (" \n\t ", "Write something first."),
        ("x" * (LONGEST_MESSAGE + 1), "This one has 20001"),
    ],
)
def test_a_text_that_is_refused_comes_back(game: Game, text: str, problem: str):
    with nothing_changes():
        answer = post(browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY"), text, "FRANCE")
    assert answer.status_code == 422
    assert problem in alerts(answer)
    assert typed(answer) == text


def test_a_message_with_controls_is_sent_without_them(game: Game):
    answer = post(browser(game, "FRANCE"), url(game), "a\x00b\x1b")
    assert answer.status_code == 302
    assert Message.objects.get().text == "ab"


def test_what_was_typed_comes_back_when_the_seat_was_lost_meanwhile(game: Game):
    client, address = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    hand_over(game, "FRANCE", factories.person())
    with nothing_changes():
        answer = post(client, address, CANARY, "FRANCE")
    assert answer.status_code == 409
    assert "Nothing was sent: you can’t write here." in alerts(answer)
    assert f"readonly>{CANARY}</textarea>" in answer.content.decode()


def test_what_was_typed_comes_back_when_the_seat_is_lost_at_the_last_moment(game: Game):
    with mock.patch.object(access, "may_write_as", return_value=False), nothing_changes():
        answer = post(browser(game, "FRANCE"), url(game), CANARY, "FRANCE")
    assert answer.status_code == 409
    assert "You can no longer write here. Nothing was sent." in alerts(answer)
    assert typed(answer) == CANARY


def test_what_was_typed_comes_back_when_too_much_is_sent(game: Game, settings):
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {"messages": "2/m/user"}
    client = browser(game, "FRANCE")
    answers = [post(client, url(game), f"message {number}", "FRANCE") for number in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Wait a minute" in alerts(answers[2])
    assert typed(answers[2]) == "message 2"
    assert Message.objects.count() == 2
    assert post(browser(game, "GERMANY"), url(game), "mine").status_code == 302


def test_a_crash_while_sending_reports_nothing_of_the_message(game: Game, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    broken = mock.Mock(side_effect=ValueError(f"Failing row contains ({CANARY})"))
    with mock.patch.object(notify, "notify_message", broken), nothing_changes():
        answer = post(browser(game, "FRANCE"), url(game), CANARY, "FRANCE")
    assert answer.status_code == 503
    assert "couldn’t be sent just now" in alerts(answer)
    assert typed(answer) == CANARY
    out = "".join(capfd.readouterr())
    assert "ValueError in" in caplog.text + out
    assert CANARY not in caplog.text + out


@pytest.mark.parametrize(
    "broken",
    [
        "games.web.views.press.threads.MessagePage",
        "games.web.views.press.render",
        "games.templatetags.messages.date_format",
    ],
)
@pytest.mark.parametrize("page", ["the list", "the thread", "a refused message"])
def test_a_page_that_crashes_with_a_message_on_it_reports_nothing_of_the_message(
    game: Game, caplog, capfd, broken: str, page: str
):
    if page == "the list" and broken.endswith("MessagePage"):
        return
    caplog.set_level(logging.DEBUG)
    write(game, "GERMANY", "FRANCE", text=WORD)
    client = browser(game, "FRANCE")
    client.raise_request_exception = False
    reports: list[str] = []

    def report(request: HttpRequest, **_: object) -> None:
        """An error report by an operator's own tool with its own filter."""
        request.exception_reporter_filter = SafeExceptionReporterFilter()
        reporter = ExceptionReporter(request, *sys.exc_info())
        reports.append(reporter.get_traceback_html() + reporter.get_traceback_text())

    got_request_exception.connect(report, weak=False)
    try:
        with mock.patch(broken, side_effect=RuntimeError("no page today")):
            if page == "the list":
                answer = client.get(list_url(game))
            elif page == "the thread":
                answer = client.get(url(game, "FRANCE", "GERMANY"))
            else:
                text = f"{WORD}\n{'x' * LONGEST_MESSAGE}"
                answer = post(client, url(game, "FRANCE", "GERMANY"), text, "FRANCE")
    finally:
        got_request_exception.disconnect(report)
    assert answer.status_code == 500
    assert "no page today" in reports[0]
    logged = caplog.text + "".join(capfd.readouterr())
    assert WORD not in answer.content.decode() + reports[0] + logged


def test_no_log_line_holds_a_message(game: Game, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    client, address = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    post(client, address, CANARY, "FRANCE")
    post(client, address, CANARY + "x" * LONGEST_MESSAGE, "FRANCE")
    post(client, address, CANARY, "ITALY")
    client.get(address, {"text": CANARY})
    client.get(list_url(game))
    logged = caplog.text + "".join(capfd.readouterr())
    assert "POST games:thread" in logged
    assert "press/to/FRANCE-GERMANY" not in logged
    assert "Burgundy" not in logged


# Authors


def test_who_holds_two_seats_of_a_thread_is_asked_which_of_them_writes(game: Game):
    hand_over(game, "ITALY", holder(game, "FRANCE"))
    client, address = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY", "ITALY")
    page = words(client.get(address))
    assert "Sender France Italy" in page
    answer = post(client, address, CANARY)
    assert answer.status_code == 422
    assert "Choose the power that sends the message." in alerts(answer)
    assert typed(answer) == CANARY
    assert post(client, address, "As Italy", "ITALY").status_code == 302
    assert Message.objects.get().seat == factories.seat(game, "ITALY")


def test_who_has_one_choice_is_not_asked(game: Game):
    hand_over(game, "ITALY", holder(game, "FRANCE"))
    for powers in (("FRANCE", "GERMANY"), ("GERMANY", "ITALY")):
        page = words(browser(game, "FRANCE").get(url(game, *powers)))
        assert "Sender" not in page


def test_a_form_of_italy_is_not_sent_as_france(game: Game):
    """A player lost one of two seats while writing: nothing is sent for the other one."""
    person = holder(game, "FRANCE")
    hand_over(game, "ITALY", person)
    hand_over(game, "ITALY", factories.person())
    with nothing_changes():
        answer = post(signed_in(person), url(game), CANARY, "ITALY")
    assert answer.status_code == 409
    assert "you can no longer write as this power" in alerts(answer)
    assert typed(answer) == CANARY


def test_a_power_of_another_thread_does_not_write_here(game: Game):
    hand_over(game, "ITALY", holder(game, "FRANCE"))
    with nothing_changes():
        answer = post(browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY"), "x", "ITALY")
    assert answer.status_code == 409


def test_a_former_holder_reads_on_and_writes_no_more(game: Game):
    write(game, "GERMANY", "FRANCE", text="in your time")
    former = hand_over(game, "FRANCE", factories.person())
    write(game, "GERMANY", "FRANCE", text="after it")
    page = signed_in(former).get(url(game, "FRANCE", "GERMANY"))
    assert message_texts(page) == ["in your time"]
    assert "You’re no longer in this thread." in words(page)
    assert 'name="text"' not in page.content.decode()


def test_a_successor_finds_an_empty_thread_and_may_write_in_it(game: Game):
    write(game, "GERMANY", "FRANCE", text=CANARY)
    heir = factories.person()
    hand_over(game, "FRANCE", heir)
    client, address = signed_in(heir), url(game, "FRANCE", "GERMANY")
    page = client.get(address)
    assert "Nobody has written here yet" in words(page)
    assert CANARY not in words(page)
    post(client, address, "I am new here", "FRANCE")
    assert Thread.objects.count() == 1
    assert message_texts(browser(game, "GERMANY").get(address)) == [CANARY, "I am new here"]
    assert message_texts(client.get(address)) == ["I am new here"]


def test_the_master_writes_to_everyone_as_the_master(game: Game, master: User):
    Game.objects.filter(pk=game.pk).update(anonymous=True)  # hides only the names of players
    client = signed_in(master)
    assert post(client, url(game), "Be kind", "master").status_code == 302
    assert f"Game master {master.name}" in words(Client().get(url(game)))
    assert "Game master you" in words(client.get(url(game)))


def test_players_do_not_sign_as_the_master(game: Game):
    with nothing_changes():
        answer = post(browser(game, "FRANCE"), url(game), "Be kind", "master")
    assert answer.status_code == 409


def test_guests_read_the_public_messages_and_do_not_write(game: Game):
    guest = signed_in(factories.person())
    assert 'name="text"' not in guest.get(url(game)).content.decode()
    with nothing_changes():
        answer = post(guest, url(game), CANARY, "FRANCE")
        assert post(Client(), url(game), "x")["Location"].startswith("/accounts/login/")
    assert answer.status_code == 409
    assert CANARY in answer.content.decode()


def test_a_private_game_keeps_its_public_messages_to_itself(game: Game):
    write(game, "FRANCE")
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    for client in (Client(), signed_in(factories.person())):
        assert client.get(url(game)).status_code == 404
        assert client.get(list_url(game)).status_code == 404
    assert browser(game, "FRANCE").get(url(game)).status_code == 200


@pytest.mark.parametrize("status", [Game.Status.ASIDE, Game.Status.PLAYING])
def test_messages_go_on_whatever_the_clock_does(game: Game, status: str):
    Game.objects.filter(pk=game.pk).update(status=status)
    assert post(browser(game, "FRANCE"), url(game), "x", "FRANCE").status_code == 302


def test_a_form_without_its_key_sends_nothing_and_keeps_the_text(game: Game):
    with nothing_changes():
        answer = browser(game, "FRANCE").post(url(game), {"text": CANARY})
    assert answer.status_code == 409
    assert alerts(answer)
    assert typed(answer) == CANARY


def test_the_url_of_a_thread_depends_only_on_its_powers(game: Game):
    """The URL of a thread has no number that others could enumerate."""
    before = url(game, "FRANCE", "GERMANY")
    write(game, "FRANCE", "GERMANY")
    assert url(game, "GERMANY", "FRANCE") == before == f"{list_url(game)}to/FRANCE-GERMANY/"

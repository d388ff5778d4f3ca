"""Drafts on the pages of messages."""

import uuid
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from accounts import clock
from games.adjudication import due_phases
from games.lifecycle import endings
from games.models import Draft, Game, Message

from .... import factories
from ...press.message_helpers import agree, hand_over, write
from .conftest import Answer, alerts
from .test_press import browser, list_url, url

pytestmark = pytest.mark.django_db
TEXT = "Dear **Germany**, shall we meet?"


def send(client: Client, address: str, draft: str, text: str = TEXT, **more: str) -> Answer:
    form = {"text": text, "request_key": str(uuid.uuid4()), **more}
    return client.post(address, form | ({"draft": draft} if draft else {}))


def typed(client: Client, address: str) -> str:
    """The text in the box of the page."""
    return client.get(address).context["composer"].form["text"].value() or ""


def words(answer: Answer) -> str:
    return " ".join(unescape(strip_tags(answer.content.decode())).split())


def threads_of(client: Client, game: Game) -> dict[str, str]:
    """The drafts in the list of threads, by address."""
    lines = client.get(list_url(game)).context["threads"]
    return {line.url: line.draft for line in lines if line.drafted_at}


@pytest.mark.parametrize("of", ["private", "public", "notebook", "new private", "new public"])
def test_a_draft_is_saved_by_a_button_and_shown_again(game: Game, of: str):
    here = {
        "private": url(game, "FRANCE", "GERMANY"),
        "public": url(game),
        "notebook": url(game, "FRANCE"),
        "new private": url(game, "FRANCE", "GERMANY") + "new/",
        "new public": url(game) + "new/",
    }[of]
    client = browser(game, "FRANCE")
    answer = send(client, here, "save", title="The sea lion")
    assert (answer.status_code, answer["Location"]) == (302, f"{here}#write")
    page = client.get(here)
    assert page.context["composer"].form["text"].value() == TEXT
    assert "Draft saved" in words(page)
    assert threads_of(client, game) == {here: "Dear Germany, shall we meet?"}
    if of.startswith("new"):
        assert 'value="The sea lion"' in page.content.decode()
        assert "The sea lion" in words(client.get(list_url(game)))
    for power in ("GERMANY", "ITALY"):
        assert threads_of(browser(game, power), game) == {}
    assert not Message.objects.exists()


def test_a_draft_about_a_report_leads_to_its_thread(game: Game):
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    here = reverse("games:discuss", args=[game.slug, "S1901M"])
    client = browser(game, "FRANCE")
    send(client, here, "save")
    assert threads_of(client, game) == {here: "Dear Germany, shall we meet?"}
    topic = send(browser(game, "ITALY"), here, "", text="First")["Location"].partition("#")[0]
    assert threads_of(client, game) == {topic: "Dear Germany, shall we meet?"}
    assert typed(client, topic) == TEXT


def test_the_list_shows_a_draft_beside_the_newest_message(game: Game):
    write(game, "GERMANY", "FRANCE", text="Well?")
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    send(client, here, "save")
    page = words(client.get(list_url(game)))
    assert "Draft Dear Germany, shall we meet?" in page
    assert "Germany: Well?" in page
    assert "Draft" not in words(browser(game, "GERMANY").get(list_url(game)))


def test_a_draft_is_discarded(game: Game):
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    send(client, here, "save")
    assert send(client, here, "discard").status_code == 302
    assert typed(client, here) == ""
    assert not Draft.objects.exists()


def test_a_sent_message_leaves_no_draft(game: Game):
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    send(client, here, "save")
    version = client.get(here).context["composer"].draft.version
    assert send(client, here, "", text="Other words", draft_version=version).status_code == 302
    assert typed(client, here) == ""
    assert not Draft.objects.exists()


def test_only_its_author_is_told_the_key_of_the_form_that_sent_a_message(game: Game):
    here, key = url(game, "FRANCE", "GERMANY"), str(uuid.uuid4())
    send(browser(game, "FRANCE"), here, "", request_key=key)
    told = f'data-request-key="{key}"'
    assert told in browser(game, "FRANCE").get(here).content.decode()
    assert "data-request-key" not in browser(game, "GERMANY").get(here).content.decode()


def test_a_quotation_follows_the_draft(game: Game):
    message = write(game, "GERMANY", "FRANCE", text="Well?")
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    send(client, here, "save")
    text = typed(client, f"{here}?quote={message.key}")
    assert text.startswith(f"{TEXT}\n\n[quote=")


def test_another_text_from_another_device_is_shown_to_its_writer(game: Game):
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    send(client, here, "save", text="From the phone")
    answer = send(client, here, "save", text="From the laptop")
    assert answer.status_code == 200
    assert "You typed another text here" in words(answer)
    assert "From the phone" in words(answer)
    assert typed(client, here) == "From the laptop"


def test_the_script_gets_the_version_and_the_text_that_was_replaced(game: Game):
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    first = send(client, here, "script", text="From the phone").json()
    assert first == {"version": Draft.objects.get().version, "replaced": ""}
    second = send(client, here, "script", text="From the laptop").json()
    assert second["replaced"] == "From the phone"
    assert send(client, here, "script", text="", draft_version=second["version"]).json() == {
        "version": "",
        "replaced": "",
    }


def test_a_draft_that_is_too_long_stays_in_the_box_with_the_reason(game: Game):
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    answer = send(client, here, "save", text="x" * 20_001)
    assert answer.status_code == 409
    assert alerts(answer) == "The draft is too long to be saved. Shorten it."
    assert "x" * 20_001 in answer.content.decode()
    assert send(client, here, "script", text="x" * 20_001).status_code == 409


def test_a_draft_waits_while_the_press_rules_let_nobody_write(game: Game):
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    send(client, here, "save")
    agree(game, press=Game.Press.NONE)
    page = client.get(here).content.decode()
    assert TEXT in page
    assert "readonly" in page


@pytest.mark.parametrize("who", ["a stranger", "another player", "the former holder", "nobody"])
def test_nobody_else_saves_a_draft_there(game: Game, who: str):
    here = url(game, "FRANCE", "GERMANY")
    if who == "the former holder":
        client = browser(game, "FRANCE")
        hand_over(game, "FRANCE", factories.person("Heir"))
    else:
        client = {"another player": lambda: browser(game, "ITALY")}.get(who, Client)()
        if who == "a stranger":
            client.force_login(factories.person("Stranger"))
    assert send(client, here, "save").status_code in (302, 404, 409)
    assert not Draft.objects.exists()


def test_a_successor_gets_no_draft_and_the_former_holder_sees_their_own_no_more(game: Game):
    former, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    send(former, here, "save")
    heir = factories.person("Heir")
    hand_over(game, "FRANCE", heir)
    client = Client()
    client.force_login(heir)
    for each in (client, former):
        assert TEXT not in each.get(here).content.decode()
        assert "shall we meet" not in each.get(list_url(game)).content.decode()


def test_a_draft_of_the_game_master_is_for_everyone_only_when_sent(game: Game):
    client = Client()
    client.force_login(game.masterships.get().person)
    send(client, url(game), "save", text="Dear players", seat="master")
    assert typed(client, url(game)) == "Dear players"
    assert "Dear players" not in Client().get(url(game)).content.decode()
    endings.close(game, by=None, reason="")
    assert typed(client, url(game)) == "Dear players"


def test_search_finds_no_draft(game: Game):
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    send(client, here, "save")
    found = client.get(reverse("games:search_press", args=[game.slug]), {"q": "shall"})
    assert found.context["hits"] == []


def test_drafts_have_a_limit_of_their_own(game: Game, settings: object):
    settings.ACCOUNT_RATE_LIMITS = {"drafts": "1/m/user", "messages": "9/m/user"}  # type: ignore[attr-defined]
    client, here = browser(game, "FRANCE"), url(game, "FRANCE", "GERMANY")
    assert send(client, here, "script").status_code == 200
    assert send(client, here, "script").status_code == 429
    assert send(client, here, "").status_code == 302

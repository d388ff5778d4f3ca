"""Practice games by the API, and proposals to their bots."""

import uuid
from typing import Any

import pytest

from accounts.models import Bot, User
from games.bots import answering
from games.lifecycle import practice
from games.models import BotRequest, Game
from tests import factories

from .conftest import Program, program

TERMS = {"power": "FRANCE", "press": "full"}


@pytest.fixture
def ada(db: None) -> User:
    return factories.person("Ada")


@pytest.fixture
def bot(ada: User) -> Program:
    return program(ada)


def begin(bot: Program, **terms: Any) -> str:
    answer = bot.post("/practice", TERMS | terms)
    assert answer.status_code == 201, answer.content
    return str(answer.json()["slug"])


def test_a_practice_game_is_begun_once_listed_and_ended(bot: Program):
    first, again = (
        bot.post("/practice", TERMS, Idempotency_Key="today").json() for _time in range(2)
    )
    assert (first["slug"], first["my_powers"]) == (again["slug"], ["FRANCE"])
    [line] = bot.get("/practice").json()["games"]
    assert (line["slug"], line["power"]) == (first["slug"], "FRANCE")
    end = f"/games/{first['slug']}/end-practice"
    assert bot.post(end, {}).json()["code"] == "needs_confirmation"
    assert program(factories.person()).post(end, {"confirmed": True}).status_code == 404
    assert bot.post(end, {"confirmed": True}).status_code == 200
    assert Game.objects.get().status == Game.Status.FINISHED
    assert bot.post(end, {"confirmed": True}).json()["code"] == "refused"


def test_a_key_begins_one_practice_game_with_the_same_terms(bot: Program):
    slug = begin(bot, power=None)
    with_key = {"Idempotency_Key": "today"}
    first = bot.post("/practice", TERMS, **with_key).json()["slug"]
    for change in ({"power": "ITALY"}, {"power": None}, {"press": "none"}, {"bot": "consul"}):
        reused = bot.post("/practice", TERMS | change, **with_key)
        assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")
    bot.post(f"/games/{first}/end-practice", {"confirmed": True})
    again = bot.post("/practice", TERMS, **with_key)
    assert (again.json()["slug"], again.json()["status"]) == (first, "finished")
    assert set(Game.objects.values_list("slug", flat=True)) == {slug, first}


def test_the_form_of_a_practice_game_that_is_over_or_was_changed_begins_another(ada: User):
    form: dict[str, Any] = {"setup": "standard", "bot": Bot.NOVICE, "edition": "2000"}
    form |= {"request_key": uuid.uuid4()}
    game = practice.begin(ada, power="FRANCE", **form)
    assert practice.begin(ada, power="FRANCE", **form) == game
    assert practice.begin(ada, power="ITALY", **form) != game
    practice.end(game, ada)
    assert practice.begin(ada, power="FRANCE", **form) != game
    assert Game.objects.count() == 3


def test_there_are_no_more_practice_games_than_the_site_allows(bot: Program, settings: Any):
    settings.PRACTICE_GAMES = 1
    begin(bot)
    refused = bot.post("/practice", TERMS)
    assert (refused.status_code, refused.json()["code"]) == (409, "refused")
    for wrong in ({"power": "SPAIN"}, {"bot": "deep"}, {"setup": "moon"}, {"press": "public"}):
        assert bot.post("/practice", TERMS | wrong).status_code in (409, 422)


def test_a_bot_answers_a_proposal_by_the_api(bot: Program):
    path = f"/games/{begin(bot)}/threads/FRANCE.GERMANY"
    offered = bot.get(f"{path}/bot-proposals").json()
    assert (offered["phase"], offered["power"], offered["until"]) == ("S1901M", "GERMANY", 1901)
    support = offered["supports"][0]["orders"][0]["order"]
    assert support.startswith(("A MUN S", "A BER S", "F KIE S"))
    sent = bot.post(
        f"{path}/bot-proposals", {"kind": "support", "order": support}, Idempotency_Key="one"
    )
    assert (sent.status_code, sent.json()["thread"]) == (201, "FRANCE.GERMANY")
    reused = bot.post(f"{path}/bot-proposals", {"kind": "peace"}, Idempotency_Key="one")
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")
    assert BotRequest.objects.get().order == support
    assert answering.answer_due() == 1
    newest = bot.get(f"{path}/messages").json()["messages"][0]
    assert newest["power"] == "GERMANY"
    assert newest["text"].startswith("I’m a bot")


def test_a_proposal_is_made_once_in_any_language_and_when_nothing_can_be_proposed(bot: Program):
    slug = begin(bot)
    path, sent = f"/games/{slug}/threads/FRANCE.GERMANY/bot-proposals", {"kind": "peace"}
    first = bot.post(path, sent, Idempotency_Key="one").json()
    assert bot.post(path, sent, Idempotency_Key="one", Accept_Language="es").json() == first
    bot.post(f"/games/{slug}/end-practice", {"confirmed": True})
    again = bot.post(path, sent, Idempotency_Key="one")
    assert (again.status_code, again.json()["message"]["key"]) == (201, first["message"]["key"])
    other = bot.post(path, {"kind": "demilitarise", "province": "BUR"}, Idempotency_Key="one")
    assert other.json()["code"] == "idempotency_key_reused"
    assert bot.post(path, sent).status_code == 409


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "support"}, "order"),
        ({"kind": "support", "order": "A PAR S A MAR - BUR"}, "order"),
        ({"kind": "demilitarise"}, "province"),
        ({"kind": "demilitarise", "province": "XXX"}, "province"),
        ({"kind": "text"}, "kind"),
        ({"kind": "peace", "province": "BUR"}, "province"),
        ({"kind": "peace", "order": "A MUN S A PAR - BUR"}, "order"),
        ({"kind": "support", "order": "A MUN S A PAR - BUR", "province": "BUR"}, "province"),
    ],
)
def test_a_proposal_that_bots_do_not_know_is_refused(bot: Program, body: Any, field: str):
    path = f"/games/{begin(bot)}/threads/FRANCE.GERMANY/bot-proposals"
    refused = bot.post(path, body)
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert not BotRequest.objects.exists()


def test_a_refused_proposal_names_what_its_kind_has_and_what_can_be_proposed(bot: Program):
    path = f"/games/{begin(bot)}/threads/FRANCE.GERMANY/bot-proposals"
    too_much = bot.post(path, {"kind": "peace", "province": "BUR"}).json()
    assert too_much["detail"] == "This kind of proposal has no “province”."
    offered = bot.get(path).json()["supports"]
    orders = [each["order"] for row in offered for each in row["orders"]]
    impossible = bot.post(path, {"kind": "support", "order": "A PAR S A MAR - BUR"}).json()
    assert [order for order in orders if f"“{order}”" not in impossible["detail"]] == []


def test_nothing_is_proposed_where_no_bot_plays(bot: Program, game: Game):
    people = {seat.power: factories.holder(seat) for seat in game.seats.all()}
    france = program(people["FRANCE"])
    path = f"/games/{game.slug}/threads/FRANCE.GERMANY/bot-proposals"
    assert france.get(path).json()["phase"] is None
    refused = france.post(path, {"kind": "peace"})
    assert (refused.status_code, refused.json()["open_phase"]) == (409, "S1901M")
    assert program(people["ITALY"]).get(path).status_code == 404
    slug = begin(bot)
    for thread in ("public", "FRANCE.GERMANY.ITALY", "master"):
        answer = bot.post(f"/games/{slug}/threads/{thread}/bot-proposals", {"kind": "peace"})
        assert answer.status_code in (404, 409), thread
    assert not BotRequest.objects.exists()

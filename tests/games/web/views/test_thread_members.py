"""The pages for adding a power to a private thread."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, MemberProposal, Thread
from games.press import locations

from .... import factories
from ...press.message_helpers import agree, hand_over, seats, write
from .conftest import Answer, alerts, signed_in, words

FORM = {"seat": "FRANCE", "newcomer": "ITALY", "past": "from_then", "text": "Welcome, Italy."}


def browser(game: Game, power: str) -> Client:
    return signed_in(factories.holder(factories.seat(game, power)))


@pytest.fixture
def thread(game: Game) -> Thread:
    return write(game, "FRANCE", "GERMANY", text="Italy must not know.", topic="Burgundy").thread


def url(name: str, thread: Thread, key: object = None) -> str:
    return reverse(f"games:{name}", args=[thread.game.slug, key or thread.key])


def propose(thread: Thread, power: str = "FRANCE", **more: str) -> Answer:
    return browser(thread.game, power).post(url("propose_member", thread), {**FORM, **more})


def answer(thread: Thread, power: str, said: str, seat: str = "") -> Answer:
    there = url("answer_proposal", thread, MemberProposal.objects.latest("pk").key)
    form = {"seat": seat or power, "answer": said}
    return browser(thread.game, power).post(there, form, follow=True)


def test_a_power_is_proposed_agreed_to_and_reads_its_first_message(game: Game, thread: Thread):
    page = browser(game, "FRANCE").get(url("topic", thread))
    assert f'href="{url("propose_member", thread)}"' in page.content.decode()
    assert "Italy" in words(browser(game, "FRANCE").get(url("propose_member", thread)))
    assert propose(thread)["Location"] == url("topic", thread)
    page = browser(game, "GERMANY").get(url("topic", thread))
    said = "France proposes to add Italy, who could then read only messages sent"
    assert said in words(page)
    assert "Welcome, Italy. Accept Decline" in re.sub(r" (?=[.])", "", words(page))
    assert browser(game, "ITALY").get(url("topic", thread)).status_code == 404
    page = answer(thread, "GERMANY", "yes")
    assert "Germany accepted. Everyone accepted. The power was added." in words(page)
    listed = browser(game, "ITALY").get(reverse("games:press", args=[game.slug]))
    assert "Burgundy France Germany 1 new France: Welcome, Italy." in words(listed)
    page = browser(game, "ITALY").get(url("topic", thread))
    assert "Welcome, Italy." in words(page)
    assert "Italy must not know." not in words(page)


def test_a_refusal_is_told_and_offers_no_more_buttons(thread: Thread):
    propose(thread)
    page = words(answer(thread, "GERMANY", "no"))
    assert "Germany declined. The power was not added." in page
    assert "Accept Decline" not in page


def test_nobody_answers_for_another_seat_or_without_a_word(thread: Thread):
    propose(thread)
    for power, said, seat in (("FRANCE", "yes", "GERMANY"), ("GERMANY", "", "GERMANY")):
        assert "Choose yes or no." in words(answer(thread, power, said, seat))
    assert "no longer open" in words(answer(thread, "FRANCE", "yes"))
    for power in ("ITALY", "TURKEY"):
        assert answer(thread, power, "yes").status_code == 404
    assert MemberProposal.objects.get().closed_at is None


@pytest.mark.parametrize("wrong", [{"newcomer": "GERMANY"}, {"text": "\u200b"}, {"past": "some"}])
def test_a_refused_proposal_comes_back_with_its_text(thread: Thread, wrong: dict[str, str]):
    answered = propose(thread, **wrong)
    assert answered.status_code == 422
    assert alerts(answered)
    assert ("Welcome, Italy." in answered.content.decode()) == ("text" not in wrong)
    assert not MemberProposal.objects.exists()


def test_a_second_proposal_is_refused_while_one_waits(thread: Thread):
    propose(thread)
    answered = propose(thread, newcomer="TURKEY")
    assert answered.status_code == 422
    assert "There’s already a proposal here. Answer it first." in words(answered)
    page = browser(thread.game, "FRANCE").get(url("topic", thread))
    assert url("propose_member", thread) not in page.content.decode()


def test_a_public_an_untitled_and_a_quiet_thread_offer_nothing(game: Game, thread: Thread):
    plain = locations.thread_url(game, seats(game, "FRANCE", "GERMANY"))
    write(game, "FRANCE", "GERMANY")
    public = url("topic", write(game, "FRANCE", topic="To all").thread)
    france = browser(game, "FRANCE")
    for page in (plain, public):
        assert "Propose adding a power" not in words(france.get(page))
    assert france.get(f"{public}extend/").status_code == 404
    agree(game, press="public")
    assert "Propose adding a power" not in words(france.get(url("topic", thread)))
    assert "In this game, powers can write only public messages." in words(propose(thread))


def test_a_former_holder_of_a_seat_sees_no_proposal(game: Game, thread: Thread):
    former = signed_in(hand_over(game, "GERMANY", factories.person()))
    propose(thread)
    page = former.get(url("topic", thread))
    assert page.status_code == 200
    assert "proposes to add" not in words(page)
    assert former.get(url("propose_member", thread)).status_code == 404

"""Bots answer the messages of practice games with press, and keep their word."""

import json
import random
import uuid
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from threading import Barrier, Event
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client

from accounts.models import Bot, User
from games.adjudication import due_phases
from games.bots import answering, playing, seats
from games.bots.programs.__main__ import view_from
from games.bots.programs.players import PLAYERS
from games.core.errors import Refused
from games.deadlines import open_phase, readiness
from games.lifecycle import practice
from games.models import BotRequest, Game, Message, Notification, Phase, Seat
from games.orders import submission
from games.orders.submission import Line
from games.press import bot_proposals, bot_requests, sending
from games.press.locations import thread_url
from games.wording.bots import ANSWERS
from tests import factories
from tests.games.web.views.conftest import alerts, words
from tests.threads import ON_SQLITE, in_threads

from .test_playing import hold

pytestmark = pytest.mark.django_db
Kind = BotRequest.Kind


@pytest.fixture
def person() -> User:
    return factories.person("Ada")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "decide", hold)


@pytest.fixture
def game(person: User) -> Game:
    return begin(person)


def begin(person: User, press: Game.Press = Game.Press.FULL) -> Game:
    return practice.begin(
        person,
        setup="standard",
        power="FRANCE",
        bot=Bot.NOVICE,
        edition="2000",
        press=press,
        request_key=uuid.uuid4(),
    )


def circle(game: Game, *powers: str) -> list[Seat]:
    return list(game.seats.filter(power__in=powers or ("FRANCE", "GERMANY")).order_by("place"))


def write(game: Game, person: User, *powers: str) -> Message:
    own = game.seats.get(power="FRANCE")
    among = circle(game, *powers)
    return sending.send(
        game, among, sender=own, person=person, text="Hello.", request_key=uuid.uuid4()
    )


def propose(game: Game, person: User, kind: Kind = Kind.PEACE, **fields: Any) -> Message:
    own = list(Seat.objects.held_by(person).filter(game=game))
    fields.setdefault("request_key", uuid.uuid4())
    return bot_proposals.propose(game, circle(game), person=person, held=own, kind=kind, **fields)


def answers(game: Game) -> list[str]:
    sent = Message.objects.filter(thread__game=game).exclude(person__bot="").order_by("pk")
    codes = {str(sentence): code for code, sentence in ANSWERS.items()}
    return [codes[message.text] for message in sent]


def test_a_proposal_is_answered_once_and_remembered_as_a_row(game: Game, person: User):
    message = propose(game, person)
    assert "1901" in message.text
    assert answering.is_due()
    assert [answering.answer_due(), answering.answer_due()] == [1, 0]
    assert answers(game) == ["peace_accepted"]
    reply = Message.objects.get(answered_request__message=message)
    assert reply.seat == game.seats.get(power="GERMANY")
    assert str(reply.person) == "Novice (bot)"
    agreed = seats.view_of(factories.open_phase(game), "GERMANY").agreements
    assert [(each.kind, each.sender) for each in agreed] == [("peace", "FRANCE")]
    assert not seats.view_of(factories.open_phase(game), "ENGLAND").agreements


def test_other_messages_get_the_answer_of_bots_who_cannot_read(game: Game, person: User):
    write(game, person)
    write(game, person, "FRANCE", "ENGLAND", "GERMANY")
    write(game, person, "FRANCE")  # a notebook
    own = game.seats.get(power="FRANCE")
    sending.send(game, [], sender=own, person=person, text="All!", request_key=uuid.uuid4())
    assert answering.answer_due() == 3
    assert answers(game) == ["only_proposals"] * 3
    assert not Notification.objects.filter(game=game).exists()


def test_a_bot_that_has_ordered_orders_again_as_it_has_agreed(
    game: Game, person: User, monkeypatch: pytest.MonkeyPatch
):
    assert playing.play_due() == 6
    seen: list[Any] = []

    def decide(view: Any, bot: str) -> list[str]:
        seen.append((view.power, len(view.agreements)))
        return hold(view, bot)

    monkeypatch.setattr(playing, "decide", decide)
    propose(game, person, Kind.SUPPORT, order="A MUN S A PAR - BUR")
    assert playing.play_due() == 1
    assert seen == [("GERMANY", 1)]
    assert Seat.objects.filter(game=game, ready_phase=factories.open_phase(game)).count() == 6


def test_a_bot_that_agrees_while_it_decides_is_not_ready_with_older_orders(
    game: Game, person: User, monkeypatch: pytest.MonkeyPatch
):
    seen: list[int] = []

    def decide(view: Any, bot: str) -> list[str]:
        if view.power == "GERMANY":
            seen.append(len(view.agreements))
            if len(seen) == 1:
                propose(game, person)
                answering.answer_due()
        return hold(view, bot)

    monkeypatch.setattr(playing, "decide", decide)
    playing.play_due()
    assert seen == [0, 1]


@pytest.mark.parametrize("bot", Bot.values)
def test_the_programs_get_the_agreements_and_give_the_support(game: Game, person: User, bot: str):
    propose(game, person, Kind.SUPPORT, order="A MUN S A PAR - BUR")
    propose(game, person, Kind.DEMILITARISE, province="TYR")
    answering.answer_due()
    assert answers(game) == ["support_accepted", "demilitarise_accepted"]
    view = seats.view_of(factories.open_phase(game), "GERMANY")
    # As its process does, which waits for an idle processor: in busy tests for too long.
    told = view_from(json.loads(json.dumps(asdict(view))))
    orders = PLAYERS[bot].orders(told, random.Random(1901))
    assert "A MUN S A PAR - BUR" in orders


def test_a_support_cannot_be_promised_to_two(game: Game, person: User):
    propose(game, person, Kind.SUPPORT, order="A MUN S A PAR - BUR")
    propose(game, person, Kind.SUPPORT, order="A MUN S A MAR - BUR")
    answering.answer_due()
    assert answers(game) == ["support_accepted", "refused_promised"]


def test_what_is_proposed_too_late_is_refused(game: Game, person: User):
    playing.play_due()
    propose(game, person)
    end_phase(game, person, "A PAR H")
    assert answering.answer_due() == 1
    assert answers(game) == ["refused_too_late"]


def end_phase(game: Game, person: User, order: str) -> None:
    """Give an order for France, and resolve the phase."""
    phase, own = factories.open_phase(game), game.seats.get(power="FRANCE")
    submission.submit(phase, own, [Line("", order)], person=person)
    readiness.set_ready(phase, [own], ready=True, person=person)
    assert due_phases.resolve_due() == 1


def test_peace_is_refused_to_a_power_that_attacked(game: Game, person: User):
    factories.set_up_position(
        game,
        "S1902M",
        units={"FRANCE": ["A BUR"], "GERMANY": ["A KIE"]},
        centers={"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN", "KIE"]},
    )
    playing.play_due()
    end_phase(game, person, "A BUR - MUN")
    propose(game, person)
    answering.answer_due()
    assert answers(game) == ["refused_after_attack"]


def test_an_answer_that_fails_stops_no_other_and_is_not_tried_at_once(
    game: Game, person: User, monkeypatch: pytest.MonkeyPatch
):
    def view_of(*_args: Any) -> Any:
        raise OSError("no")

    propose(game, person)
    write(game, person)
    with monkeypatch.context() as broken:
        broken.setattr(seats, "view_of", view_of)
        assert answering.answer_due() == 1
    assert not answering.is_due()
    assert answers(game) == ["only_proposals"]


def test_nothing_is_proposed_without_press_or_to_oneself(person: User):
    silent = begin(person, Game.Press.NONE)
    with pytest.raises(Refused):
        propose(silent, person)
    assert not BotRequest.objects.exists()


def test_the_form_of_a_thread_sends_a_proposal(game: Game, person: User, client: Client):
    client.force_login(person)
    url = thread_url(game, circle(game))
    page = client.get(url)
    assert "Propose to the bot" in page.content.decode()
    form = {"request_key": str(uuid.uuid4()), "propose": "support", "order": ""}
    assert client.post(url, form).status_code == 422
    form["order"] = "A MUN S A PAR - BUR"
    for _time in range(2):
        assert client.post(url, form).status_code == 302
    request = BotRequest.objects.get()
    assert (request.kind, request.order) == (Kind.SUPPORT, "A MUN S A PAR - BUR")
    form["order"] = "A MUN S A BER - KIE"
    assert client.post(url, form).status_code == 422
    playing.play_due()
    assert "Novice (bot)" in client.get(url).content.decode()


def test_the_page_of_the_game_lists_the_agreements_in_force(
    game: Game, person: User, client: Client
):
    client.force_login(person)
    url = game.get_absolute_url()
    assert "You have no agreement in this phase." in words(client.get(url))
    propose(game, person, Kind.SUPPORT, order="A MUN S A PAR - BUR")
    propose(game, person, Kind.DEMILITARISE, province="RUH")
    answering.answer_due()
    page = words(client.get(url))
    assert "Germany : support this phase: A MUN S French A PAR - BUR" in page
    assert "Germany : no units until the end of 1901: Ruhr" in page
    playing.play_due()
    end_phase(game, person, "A PAR H")
    page = words(client.get(url))
    assert "support this phase" not in page
    assert "no units until the end of 1901: Ruhr" in page
    thread = thread_url(game, circle(game))
    phases = {"W1901A": "You can make proposals to bots in movement phases.", "S1902M": "Peace"}
    for code, shown in phases.items():
        factories.set_up_position(
            game, code, units={"FRANCE": ["A PAR"]}, centers={"FRANCE": ["PAR", "MAR"]}
        )
        assert shown in words(client.get(thread))
    assert "no units until the end of 1901: Ruhr" not in words(client.get(url))


def test_a_power_of_another_setup_is_refused_with_the_names_of_both(person: User, client: Client):
    client.force_login(person)
    form = {"bot": "novice", "setup": "four", "rules": "2000", "request_key": str(uuid.uuid4())}
    answer = client.post("/practice/", {**form, "power": "standard/ITALY"})
    assert "This power belongs to “Standard”. Choose one of “Four players”" in alerts(answer)
    client.post("/practice/", {**form, "power": "four/RUSSIA"})
    own = Seat.objects.held_by(person).filter(game=Game.objects.get())
    assert set(own.values_list("power", flat=True)) == {"RUSSIA", "ITALY"}


def test_the_person_chooses_whether_a_practice_game_has_press(person: User, client: Client):
    client.force_login(person)
    form = {"bot": "novice", "setup": "standard", "rules": "2000"}
    for press in ({}, {"press": "none"}, {"press": "full"}):
        client.post("/practice/", {**form, **press, "request_key": str(uuid.uuid4())})
    assert list(Game.objects.order_by("pk").values_list("press", flat=True)) == [
        Game.Press.NONE,
        Game.Press.NONE,
        Game.Press.FULL,
    ]


def test_a_thread_without_one_bot_has_no_form(game: Game, person: User, client: Client):
    client.force_login(person)
    for powers in (["FRANCE"], ["FRANCE", "ENGLAND", "GERMANY"]):
        url = thread_url(game, circle(game, *powers))
        assert "Propose to the bot" not in client.get(url).content.decode()
        sent = client.post(url, {"request_key": str(uuid.uuid4()), "propose": "peace"})
        assert sent.status_code == 409
    assert not Message.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_processes_that_answer_at_once_choose_one_answer(
    person: User, monkeypatch: pytest.MonkeyPatch
):
    game, key = begin(person), uuid.uuid4()
    propose(game, person, request_key=key)
    chosen = choices_made(monkeypatch)
    again = partial(propose, game, person, request_key=key)
    in_threads(answering.answer_due, answering.answer_due, again)
    assert len(chosen) == 1
    assert answers(game) == ["peace_accepted"]


@pytest.mark.django_db(transaction=True)
def test_a_proposal_and_an_answer_in_one_thread_wait_for_each_other(
    person: User, monkeypatch: pytest.MonkeyPatch
):
    game = begin(person)
    write(game, person)
    written, locked = Event(), Event()
    lock, make = open_phase.lock_current, bot_requests.make_proposal

    def bot_locks_the_phase(game: Game) -> Phase | None:
        written.wait(timeout=1)
        phase = lock(game)
        locked.set()
        return phase

    def person_has_locked_the_thread(*proposal: Any, **fields: Any) -> None:
        written.set()
        locked.wait(timeout=1)
        make(*proposal, **fields)

    monkeypatch.setattr(open_phase, "lock_current", bot_locks_the_phase)
    monkeypatch.setattr(bot_requests, "make_proposal", person_has_locked_the_thread)
    in_threads(partial(propose, game, person), answering.answer_due)
    monkeypatch.undo()
    answering.answer_due()
    assert sorted(answers(game)) == ["only_proposals", "peace_accepted"]


@pytest.mark.django_db(transaction=True)
@ON_SQLITE
def test_without_locks_they_would_choose_twice(person: User, monkeypatch: pytest.MonkeyPatch):
    """Negative control of the test above."""
    game = begin(person)
    propose(game, person)
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_options: rows)
    chosen = choices_made(monkeypatch, Barrier(2, timeout=20).wait)
    in_threads(answering.answer_due, answering.answer_due)
    assert len(chosen) == 2


def choices_made(
    monkeypatch: pytest.MonkeyPatch, wait: Callable[[], object] = lambda: None
) -> list[int]:
    """Return a list to which each choice of an answer adds; the choice waits first."""
    made: list[int] = []
    choose = answering._chosen

    def watched(request: BotRequest, phase: Any) -> Any:
        wait()
        made.append(request.pk)
        return choose(request, phase)

    monkeypatch.setattr(answering, "_chosen", watched)
    return made

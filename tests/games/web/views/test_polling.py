"""The state of a game for an open page, which asks for it again and again."""

import datetime as dt
import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.core import audit
from games.deadlines import control, readiness
from games.models import Event, Game, Message, Vote
from games.press import unread
from games.votes import voting
from games.web.pages.press import threads
from tests import factories

from ...orders.test_submission import submit
from ...press.message_helpers import write
from .conftest import signed_in


def asked(client: Client, game: Game) -> dict[str, object]:
    answer = client.get(reverse("games:state", args=[game.slug]))
    assert answer.headers["Cache-Control"] == "private, no-store"
    found: dict[str, object] = answer.json()
    return found


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def shown(client: Client, address: str) -> str:
    """The state with which a page was sent."""
    page = client.get(address).content.decode()
    return page.partition('data-state="')[2].partition('"')[0]


def test_a_message_is_new_to_its_readers_alone(game: Game):
    reader, other = (signed_in(holder(game, power)) for power in ("FRANCE", "ITALY"))
    before = asked(reader, game), asked(other, game)
    write(game, "GERMANY", "FRANCE")
    after = asked(reader, game), asked(other, game)
    assert after[0]["state"] != before[0]["state"]
    assert after[0]["stage"] == before[0]["stage"]
    assert after[1] == before[1]


def test_every_message_is_new_although_the_last_one_was_read(game: Game):
    reader = signed_in(holder(game, "FRANCE"))
    states = [shown(reader, game.get_absolute_url())]
    for _ in range(2):
        message = write(game, "GERMANY", "FRANCE")
        states.append(str(asked(reader, game)["state"]))
        reader.get(message_url(message))  # reads it
        assert asked(reader, game)["state"] == states[-1]
    assert len(set(states)) == 3


def test_a_reader_who_is_away_has_read_nothing(game: Game):
    reader = signed_in(holder(game, "FRANCE"))
    url = message_url(write(game, "GERMANY", "FRANCE"))
    reader.get(url, headers={"X-Reader": "away"})
    assert unread.unread_in(holder(game, "FRANCE"), game) == 1
    reader.get(url)
    assert unread.unread_in(holder(game, "FRANCE"), game) == 0


def test_what_comes_while_a_page_is_made_is_not_counted_as_shown(
    game: Game, monkeypatch: pytest.MonkeyPatch
):
    reader = signed_in(holder(game, "FRANCE"))
    url = message_url(write(game, "GERMANY", "FRANCE"))
    read_page = threads.MessagePage

    def page_then_message(*args: Any) -> Any:
        page = read_page(*args)
        write(game, "GERMANY", "FRANCE")
        return page

    monkeypatch.setattr(threads, "MessagePage", page_then_message)
    assert shown(reader, url) != asked(reader, game)["state"]


def message_url(message: Message) -> str:
    return reverse("games:thread", args=[message.thread.game.slug, ["FRANCE", "GERMANY"]])


@pytest.mark.parametrize(
    ("kind", "told"),
    [(Event.Kind.ANNOUNCED, True), (Event.Kind.ORDERS_SAVED, False), (Event.Kind.READY, False)],
)
def test_an_event_is_new_unless_it_is_secret(game: Game, kind: Event.Kind, told: bool):
    reader = signed_in(holder(game, "FRANCE"))
    before = asked(reader, game)
    seat = factories.seat(game, "TURKEY")
    audit.log(kind, game=game, phase=factories.open_phase(game), seat=seat)
    assert (asked(reader, game) != before) == told


@pytest.mark.parametrize("watched", [True, False])
def test_readiness_is_new_to_those_who_may_see_it(game: Game, watched: bool):
    if watched:
        Game.objects.filter(pk=game.pk).update(orders_watched_by=Game.Watch.EVERYONE)
    own, other = signed_in(holder(game, "TURKEY")), signed_in(holder(game, "FRANCE"))
    stranger = Client()
    before = [asked(each, game)["state"] for each in (own, other, stranger)]
    submit(game, "TURKEY", factories.HOLDS["TURKEY"])
    saved = [asked(each, game)["state"] for each in (own, other, stranger)]
    turkey, phase = factories.seat(game, "TURKEY"), factories.open_phase(game)
    readiness.set_ready(phase, [turkey], ready=True, person=factories.holder(turkey))
    ready = [asked(each, game)["state"] for each in (own, other, stranger)]
    changes = [len(set(each)) for each in zip(before, saved, ready, strict=True)]
    assert changes == ([3, 3, 3] if watched else [3, 1, 1])


def test_orders_are_new_to_their_own_reader_alone(game: Game):
    readers = [signed_in(holder(game, power)) for power in ("TURKEY", "FRANCE")]
    submit(game, "TURKEY", factories.HOLDS["TURKEY"])
    before = [asked(each, game) for each in readers]
    submit(game, "TURKEY", "A CON - BUL")
    after = [asked(each, game) for each in readers]
    assert after[0]["state"] != before[0]["state"]
    assert after[0]["stage"] == before[0]["stage"]
    assert after[1] == before[1]


@pytest.mark.parametrize("secret", [True, False])
def test_a_ballot_is_new_unless_the_vote_is_secret(game: Game, secret: bool):
    Game.objects.filter(pk=game.pk).update(secret_votes=secret)
    reader = signed_in(holder(game, "FRANCE"))
    turkey, italy = factories.seat(game, "TURKEY"), factories.seat(game, "ITALY")
    phase = factories.open_phase(game)
    before = asked(reader, game)["state"]
    vote = voting.propose(phase, turkey, Vote.Kind.DRAW, person=factories.holder(turkey))
    proposed = asked(reader, game)["state"]
    voting.cast_vote(vote, italy, in_favour=True, person=factories.holder(italy))
    assert proposed != before
    assert (asked(reader, game)["state"] != proposed) == (not secret)


def test_a_new_phase_and_a_pause_change_the_stage(game: Game):
    reader = signed_in(holder(game, "FRANCE"))
    stages = [asked(reader, game)["stage"]]
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    stages.append(asked(reader, game)["stage"])
    by = game.masterships.get().person
    control.pause(game, until=clock.now() + dt.timedelta(days=3), by=by)
    stages.append(asked(reader, game)["stage"])
    assert stages == ["playing-1", "playing-2", "paused-2"]


def test_an_answer_that_is_the_same_is_not_sent_again(game: Game):
    reader = signed_in(holder(game, "FRANCE"))
    url = reverse("games:state", args=[game.slug])
    tag = reader.get(url).headers["ETag"]
    again = reader.get(url, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    write(game, "GERMANY", "FRANCE")
    assert reader.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_asking_costs_few_queries(game: Game, django_assert_max_num_queries: Any):
    """Each open page asks every three seconds."""
    reader = signed_in(holder(game, "FRANCE"))
    write(game, "GERMANY", "FRANCE")
    with django_assert_max_num_queries(10):
        asked(reader, game)


def after_news(client: Client, game: Game, *secret: Event.Kind) -> dict[str, object]:
    """Return the answer after an announcement that follows `secret` events; undo them all."""
    with transaction.atomic():
        phase, seat = factories.open_phase(game), factories.seat(game, "TURKEY")
        for kind in secret:
            audit.log(kind, game=game, phase=phase, seat=seat)
        audit.log(Event.Kind.ANNOUNCED, game=game, phase=phase, text="Hear!")
        answer = asked(client, game)
        transaction.set_rollback(True)
    return answer


def test_news_do_not_tell_how_many_secret_events_came_before_them(game: Game):
    """A primary key would: it counts the events of the whole site."""
    reader = signed_in(holder(game, "FRANCE"))
    quiet = after_news(reader, game)
    assert after_news(reader, game, Event.Kind.ORDERS_SAVED, Event.Kind.READY) == quiet
    assert after_news(reader, game, Event.Kind.ANNOUNCED) != quiet  # negative control


def test_a_message_does_not_tell_how_many_others_came_before_it(game: Game):
    reader = signed_in(holder(game, "FRANCE"))

    def after_messages(*pairs: tuple[str, str]) -> object:
        with transaction.atomic():
            for pair in pairs:
                write(game, *pair)
            answer = asked(reader, game)["state"]
            transaction.set_rollback(True)
        return answer

    last = ("GERMANY", "FRANCE")
    assert after_messages(("ITALY", "TURKEY"), last) == after_messages(last)
    assert after_messages(last, last) != after_messages(last)  # negative control


def test_the_state_is_the_readers_own_and_needs_the_sites_key(game: Game, settings):
    reader, other = (signed_in(holder(game, power)) for power in ("FRANCE", "ITALY"))
    state = asked(reader, game)["state"]
    assert re.fullmatch("[0-9a-f]{32}", str(state))
    assert asked(reader, game)["state"] == state
    assert asked(other, game)["state"] != state
    person = holder(game, "FRANCE")
    settings.SECRET_KEY = "another key altogether, which nobody has ever seen before this"
    assert asked(signed_in(person), game)["state"] != state


def test_strangers_follow_a_public_game_and_know_of_no_private_one(game: Game, client: Client):
    assert asked(client, game)["stage"] == "playing-1"
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    assert client.get(reverse("games:state", args=[game.slug])).status_code == 404

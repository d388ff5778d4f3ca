"""The pages on which a game master checks and publishes results."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import publication
from games.models import Event, Game, Order, Phase, ReadingCorrection, Vote
from games.orders import on_behalf
from games.seats import declared_players, tenures
from games.votes import voting
from tests import factories

from ...adjudication.test_publication import after_deadline, let_close, store_doubtful
from ...orders.test_submission import submit
from .conftest import signed_in, words


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, publish_hours=12)


def url(game: Game) -> str:
    return reverse("games:master_publish", args=[game.slug])


def test_a_master_looks_corrects_and_publishes(game: Game, master: User) -> None:
    order = store_doubtful(game)
    with after_deadline(order.phase):
        client = signed_in(master)
        page = client.get(url(game))
        assert "A PAR" not in words(page)
        page = client.post(url(game), {"shown": page.context["form"]["shown"].value()})
        assert "Orders that can be read in another way" in words(page)
        assert game.events.filter(kind=Event.Kind.PREVIEWED).count() == 1
        correct = reverse("games:correct_reading", args=[game.slug, "par"])
        assert correct in page.content.decode().lower()
        answer = client.post(correct, {"reading": "A PAR - PIC", "reason": "Meant."}, follow=True)
        assert "Corrected readings" in words(answer)
        shown = answer.context["form"]["shown"].value()
        answer = client.post(url(game), {"shown": shown}, follow=True)
        assert "The results are published" in words(answer)
        due_phases.resolve_due()
    stranger = Client().get(reverse("games:phase", args=[game.slug, "S1901M"]))
    for text in ("Corrected readings", "A PAR - BUR", "A PAR - PIC", "Meant."):
        assert text in words(stranger)


def test_a_master_proofreads_the_orders_they_entered_before_the_first_look(
    master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, publish_hours=12, orders_by_master=True)
    for power in ("ENGLAND", "ITALY"):
        seat = factories.seat(game, power)
        tenures.resign(seat, factories.holder(seat))
        declared_players.declare(seat, name=f"Nell {power}", email="", by=master)
    phase, text = factories.open_phase(game), "England: A Lvp-Yor"
    thread = on_behalf.read_thread(phase, [factories.seat(game, "ENGLAND")], text, "en", {})
    on_behalf.store(phase, thread, person=master, seen={}, ready=False)
    submit(game, "FRANCE", "A PAR - BUR")
    let_close(game)
    with after_deadline(phase):
        page = words(signed_in(master).get(url(game)))
    assert "The orders you enter, as they’re saved England A LVP - YOR" in page
    assert "Italy orders missing" in page
    assert "PAR" not in page
    assert not game.events.filter(kind=Event.Kind.PREVIEWED).exists()


def test_results_that_changed_since_the_preview_are_shown_again(game: Game, master: User) -> None:
    order = store_doubtful(game)
    with after_deadline(order.phase):
        client = signed_in(master)
        first = client.post(url(game), {"shown": ""}).context["form"]["shown"].value()
        Order.objects.filter(pk=order.pk).update(text="A PAR - PIC")
        answer = client.post(url(game), {"shown": first})
    assert answer.status_code == 200
    assert not game.events.filter(kind=Event.Kind.PUBLISHED).exists()


def test_players_and_strangers_see_no_result_and_no_correction_before_publication(
    game: Game, master: User, players: list[User]
) -> None:
    order = store_doubtful(game)
    with after_deadline(order.phase):
        publication.mark_previewed(game, by=master)
        for client in (Client(), signed_in(players[0])):
            page = client.get(game.get_absolute_url())
            assert "checks the results and publishes them" in words(page)
            assert "Check and publish" not in words(page)
            log = client.get(reverse("games:log", args=[game.slug]))
            assert "before publishing them" in words(log)
        for client in (Client(), signed_in(players[0]), signed_in(factories.person("Stranger"))):
            assert client.post(url(game), {"shown": ""}).status_code in (302, 404)
            correct = reverse("games:correct_reading", args=[game.slug, "par"])
            data = {"reading": "A PAR - PIC", "reason": "x"}
            assert client.post(correct, data).status_code in (302, 404)
    assert not ReadingCorrection.objects.exists()
    assert not game.events.filter(kind=Event.Kind.PUBLISHED).exists()


def test_no_reading_is_offered_before_the_master_has_looked(game: Game, master: User) -> None:
    order = store_doubtful(game)
    with after_deadline(order.phase):
        correct = reverse("games:correct_reading", args=[game.slug, "par"])
        assert signed_in(master).get(correct).status_code == 404


def test_the_masters_page_offers_the_results_and_no_clock(game: Game, master: User) -> None:
    phase = let_close(game)
    with after_deadline(phase):
        page = words(signed_in(master).get(reverse("games:master", args=[game.slug])))
        mine = words(signed_in(master).get(reverse("games:mine")))
    assert "Check and publish the results" in page
    assert "Process now" not in page
    assert "Results to publish" in mine


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"role": "player"}, "Only a game master can publish results"),
        ({"publish_hours": "200"}, "Enter a number from 1 to 168."),
    ],
)
def test_publishing_needs_a_master_and_a_sane_time(
    db: None, fields: dict[str, str], says: str
) -> None:
    client = signed_in(factories.person("Ada"))
    page = client.get(reverse("games:new"))
    form = page.context["form"]
    typed = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in typed.items() if value not in (None, False)}
    data |= {"title": "Our table", "role": "master", "pace": "weekly", "publish_hours": "12"}
    answer = client.post(reverse("games:new"), data | fields)
    assert says in words(answer)
    assert not Game.objects.exists()


def test_the_settings_say_who_publishes(game: Game) -> None:
    page = words(Client().get(game.get_absolute_url()))
    assert "the game master checks and publishes them, within 12 hours of the deadline" in page


def test_a_closed_phase_is_closed_for_good_once_resolved(game: Game, master: User) -> None:
    phase = let_close(game)
    with after_deadline(phase):
        publication.publish(game, by=master)
        due_phases.resolve_due()
        page = words(Client().get(game.get_absolute_url()))
    assert "checks the results" not in page
    assert Phase.objects.closed().count() == 0


def shown_to(master: User, game: Game) -> str:
    """The page of the results, after the master has looked at them."""
    client = signed_in(master)
    shown = client.get(url(game)).context["form"]["shown"].value()
    return words(client.post(url(game), {"shown": shown or ""}))


def test_it_says_who_misses_the_turn_and_what_becomes_of_them(game: Game, master: User) -> None:
    submit(game, "FRANCE", "A PAR - BUR")
    with after_deadline(let_close(game)):
        page = shown_to(master, game)
    assert "No moves received (NMR) from: Austria, England, Germany, Italy, Russia" in page
    assert "Turkey Its units hold. It goes into civil disorder, and others can take it" in page
    assert "This is the last turn" not in page


def test_it_says_that_the_game_ends_at_its_limit(master: User, players: list[User]) -> None:
    game = factories.begun_game(
        master, players, publish_hours=12, ends="turns", ends_after=1, ends_with="draw"
    )
    for power, order in factories.HOLDS.items():
        submit(game, power, order)
    with after_deadline(let_close(game)):
        before = words(signed_in(master).get(url(game)))
        page = shown_to(master, game)
    assert "This is the last turn: the game ends at its limit when it is complete." in before
    assert "The game ends with these results, as a draw among: Austria, England" in page


def test_it_says_that_a_vote_ends_the_game(game: Game, master: User) -> None:
    phase = factories.open_phase(game)
    for power in factories.HOLDS:
        seat = factories.seat(game, power)
        if power == "AUSTRIA":
            vote = voting.propose(phase, seat, Vote.Kind.DRAW, person=factories.holder(seat))
        elif power != "TURKEY":
            voting.cast_vote(vote, seat, in_favour=True, person=factories.holder(seat))
    turkey = factories.seat(game, "TURKEY")
    tenures.resign(turkey, factories.holder(turkey))
    with after_deadline(let_close(game)):
        page = shown_to(master, game)
    assert "A vote has passed and ends the game" in page
    assert "The orders of this phase no longer count." in page

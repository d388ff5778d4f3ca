"""A person's games: first those that wait for them, each game once."""

import datetime as dt
import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.lifecycle import endings, lobby
from games.models import Game, MemberAnswer, MemberProposal, Phase, Seat, Vote
from games.orders import submission
from games.seats import invitations
from games.votes import voting
from games.web.pages import my_games
from games.web.pages.shared_parts import SharedParts
from games.web.pages.votes import vote_panel
from tests import factories

from ...press.message_helpers import write
from .conftest import Answer, OrderForm, signed_in, words

URL = reverse("games:mine")


def sections(person: User) -> dict[str, list[str]]:
    """The titles of the games of each section that is not empty."""
    mine = my_games.my_games(person)
    return {
        each.name: [entry.game.title for entry in each.games]
        for each in (mine.awaited, *mine.sections)
        if each.games
    }


def awaited(person: User) -> list[str]:
    """The words about everything that waits for `person` in their games."""
    mine = my_games.my_games(person)
    return [each.words for entry in mine.awaited.games for each in entry.awaited]


def titles(answer: Answer) -> list[str]:
    return re.findall(r"<h3 [^>]*><a [^>]*><bdi>(.*?)</bdi>", answer.content.decode())


def get_ready(game: Game, power: str, *texts: str) -> None:
    """Let a power order and be ready, so that nothing waits for its player."""
    form = OrderForm(game, power)
    form.rows(*texts)
    form.ready()


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def france(game: Game) -> User:
    return holder(game, "FRANCE")


def test_orders_are_awaited_until_the_power_is_ready(game: Game):
    reader = france(game)
    [entry] = my_games.my_games(reader).awaited.games
    [missing] = entry.awaited
    assert (missing.words, missing.until) == ("Orders missing", factories.deadline(game))
    OrderForm(game, "FRANCE").rows("A PAR - BUR")
    assert awaited(reader) == ["Orders saved, not ready"]
    get_ready(game, "FRANCE", "A PAR - BUR", "A MAR H", "F BRE H")
    assert sections(reader) == {"running": ["The Balkan table"]}


def test_an_empty_sheet_counts_outside_movement_phases(game: Game):
    units = {"FRANCE": ["A PAR"], "RUSSIA": ["A MOS"]}
    centers = {"FRANCE": ["PAR", "BRE"], "RUSSIA": ["MOS"]}
    phase = factories.set_up_position(game, "W1901A", units=units, centers=centers)
    assert awaited(france(game)) == ["Orders missing"]
    submission.submit(phase, factories.seat(game, "FRANCE"), [], person=france(game))
    assert awaited(france(game)) == ["Orders saved, not ready"]
    tenures = factories.seat(game, "FRANCE").tenures
    tenures.update(until=clock.now(), ending="replaced")
    tenures.create(person=factories.person(), since=clock.now())
    assert awaited(france(game)) == ["Orders missing"]
    assert sections(factories.holder(factories.seat(game, "RUSSIA"))) == {
        "running": ["The Balkan table"]
    }


@pytest.fixture
def calm(game: Game) -> Game:
    """A game in which France is ready."""
    get_ready(game, "FRANCE", "A PAR H", "A MAR H", "F BRE H")
    return game


@pytest.mark.parametrize("kind", [Vote.Kind.DRAW, Vote.Kind.CONCEDE])
def test_a_vote_is_awaited_until_it_is_cast(calm: Game, kind: Vote.Kind):
    phase = factories.open_phase(calm)
    italy, winner = factories.seat(calm, "ITALY"), factories.seat(calm, "RUSSIA")
    vote = voting.propose(
        phase,
        italy,
        kind,
        winner=winner if kind == Vote.Kind.CONCEDE else None,
        person=factories.holder(italy),
    )
    assert awaited(france(calm)) == ["1 open vote"]
    assert "1 open vote" not in awaited(factories.holder(italy))
    asked = "1 open vote" in awaited(factories.holder(winner))
    assert asked is (kind == Vote.Kind.DRAW), "nobody is asked to concede to themselves"
    voting.cast_vote(vote, factories.seat(calm, "FRANCE"), in_favour=False, person=france(calm))
    assert awaited(france(calm)) == []


@pytest.mark.parametrize("kind", [Vote.Kind.DRAW, Vote.Kind.CONCEDE])
def test_the_list_and_the_game_page_await_the_same_votes(game: Game, kind: Vote.Kind):
    units = {"FRANCE": ["A PAR"], "ITALY": ["A ROM"], "RUSSIA": ["A MOS"], "GERMANY": ["A MUN"]}
    phase = factories.set_up_position(game, "S1901M", units=units, centers={"TURKEY": ["SMY"]})
    game.seats.filter(power="GERMANY").update(disorder_since=clock.now())
    italy = factories.seat(game, "ITALY")
    winner = factories.seat(game, "RUSSIA") if kind == Vote.Kind.CONCEDE else None
    voting.propose(phase, italy, kind, winner=winner, person=factories.holder(italy))
    for seat in game.seats.all():
        panel = vote_panel(factories.open_phase(game), [seat], SharedParts(game))
        asked = panel is not None and any(each.waits_for_reader for each in panel.votes)
        assert asked is ("1 open vote" in awaited(factories.holder(seat))), seat.power


def test_a_vote_that_stands_is_awaited_in_later_phases(calm: Game):
    Game.objects.filter(pk=calm.pk).update(votes_stand=True)
    phase = factories.open_phase(calm)
    italy = factories.seat(calm, "ITALY")
    voting.propose(phase, italy, Vote.Kind.DRAW, person=factories.holder(italy))
    calm.refresh_from_db()
    Phase.objects.filter(pk=phase.pk).update(status=Phase.Status.RESOLVED, resolved_at=clock.now())
    later = calm.phases.create(
        settings=phase.settings, number=phase.number + 1, code="F1901M", opened_at=clock.now()
    )
    factories.set_up_position(calm, "F1901M", units={"FRANCE": ["A PAR"]})
    assert "1 open vote" in awaited(france(calm))
    Phase.objects.filter(pk=phase.pk).update(status=Phase.Status.SUPERSEDED)
    assert "1 open vote" not in awaited(france(calm))
    assert later.game == calm


def test_unread_messages_are_awaited(calm: Game):
    write(calm, "GERMANY", "FRANCE")
    assert awaited(france(calm)) == ["1 new message"]
    page = signed_in(france(calm)).get(URL).content.decode()
    assert f'href="{reverse("games:press", args=[calm.slug])}"' in page


def test_a_question_in_a_thread_is_awaited_until_it_is_answered(calm: Game):
    message = write(calm, "GERMANY", "FRANCE", topic="Burgundy")
    reader = france(calm)
    signed_in(reader).get(reverse("games:topic", args=[calm.slug, message.thread.key]))
    germany = factories.seat(calm, "GERMANY")
    proposal = MemberProposal.objects.create(
        thread=message.thread,
        seat=factories.seat(calm, "ITALY"),
        proposer=germany,
        person=factories.holder(germany),
        words="Welcome",
        with_past=False,
        made_at=clock.now(),
    )
    assert awaited(reader) == ["1 question in a thread"]
    assert "1 question in a thread" not in awaited(factories.holder(germany))
    assert "1 question in a thread" not in awaited(holder(calm, "ITALY"))
    MemberAnswer.objects.create(
        proposal=proposal,
        seat=factories.seat(calm, "FRANCE"),
        person=reader,
        agrees=True,
        at=clock.now(),
    )
    assert awaited(reader) == []


def test_a_question_lapses_when_a_seat_changes_hands(calm: Game, master: User):
    message = write(calm, "GERMANY", "FRANCE", topic="Burgundy")
    reader = france(calm)
    signed_in(reader).get(reverse("games:topic", args=[calm.slug, message.thread.key]))
    germany = factories.seat(calm, "GERMANY")
    MemberProposal.objects.create(
        thread=message.thread,
        seat=factories.seat(calm, "ITALY"),
        proposer=germany,
        person=factories.holder(germany),
        words="Welcome",
        with_past=False,
        made_at=clock.now(),
    )
    factories.replace(factories.seat(calm, "ITALY"), factories.person(), by=master)
    assert "1 question in a thread" not in awaited(reader)


def test_an_invitation_is_awaited_until_it_expires(game: Game, master: User):
    guest = factories.person()
    invitations.invite(factories.seat(game, "ITALY"), guest, by=master)
    page = words(signed_in(guest).get(URL))
    assert "Waiting for you 1" in page
    assert "Mia Master invites you to play Italy." in page
    assert "until" in page.partition("Read the invitation")[2]


def test_a_stopped_game_waits_for_its_master_alone(game: Game, master: User):
    assert sections(master) == {"mastered": ["The Balkan table"]}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ASIDE)
    assert awaited(master) == ["The game is stopped. Start it again."]
    assert awaited(france(game)) == []


def test_each_game_is_in_one_section(game: Game, master: User, players: list[User]):
    reader = players[0]
    seat = reader.tenures.get().seat
    waiting = factories.open_game(factories.person(), title="Lobby")
    lobby.join(waiting, reader, house_rules_accepted=True)
    factories.open_game(reader, title="Opened and joined", as_master=False)
    factories.open_game(reader, title="Mastered lobby")
    factories.begun_game(reader, title="Mastered game")
    left = factories.begun_game(title="Left", players=[*players])
    mine = left.seats.get(tenures__person=reader)
    factories.replace(mine, factories.person(), by=left.masterships.get().person)
    assert {name: sorted(found) for name, found in sections(reader).items()} == {
        "awaited": ["The Balkan table"],
        "lobby": ["Lobby", "Opened and joined"],
        "mastered": ["Mastered game", "Mastered lobby"],
        "left": ["Left"],
    }
    shown = titles(signed_in(reader).get(URL))
    assert len(shown) == len(set(shown)) == 6
    assert seat.game_id == game.pk


def test_missing_orders_come_before_news_and_the_nearest_deadline_first(players: list[User]):
    reader = players[0]
    later, sooner = (factories.begun_game(title=title, players=players) for title in ("B", "A"))
    calm = factories.begun_game(title="C", players=players)
    factories.let_be_due(later, clock.now() + dt.timedelta(days=3))
    factories.let_be_due(sooner, clock.now() + dt.timedelta(days=1))
    seat = calm.seats.get(tenures__person=reader)
    Seat.objects.filter(pk=seat.pk).update(ready_phase=factories.open_phase(calm))
    submission.submit(
        factories.open_phase(calm),
        seat,
        [submission.Line("x", factories.HOLDS[seat.power])],
        person=reader,
    )
    write(calm, next(p for p in factories.HOLDS if p != seat.power), seat.power)
    assert sections(reader)["awaited"] == ["A", "B", "C"]


def test_finished_games_are_folded_with_those_that_can_be_undone(game: Game, players: list[User]):
    reader = players[0]
    other = factories.begun_game(title="For good", players=players)
    endings.close(other, by=None, reason="")
    Game.objects.filter(pk=other.pk).update(final_at=clock.now(), ended_at=clock.now())
    endings.draw(game, among=["FRANCE", "RUSSIA"], by=None)
    expired = factories.open_game(factories.person(), title="Never began")
    lobby.join(expired, reader, house_rules_accepted=True)
    Game.objects.filter(pk=expired.pk).update(status=Game.Status.EXPIRED)
    page = signed_in(reader).get(URL)
    assert titles(page) == ["The Balkan table", "For good", "Never began"]
    text = words(page)
    assert "Finished 3" in text
    assert text.count("The end can be undone until") == 1
    assert "not filled in time" in text


@pytest.fixture
def many(players: list[User]) -> User:
    """A person with 200 games: 130 in progress, 20 in their lobby, 50 finished."""
    reader = players[0]
    game = factories.begun_game(players=players, title="Model")
    phase = factories.open_phase(game)
    now = clock.now()

    def copies(number: int, **fields: object) -> list[Game]:
        return Game.objects.bulk_create(
            Game(
                title=f"Table {uuid.uuid4().hex}",
                slug=uuid.uuid4().hex,
                request_key=uuid.uuid4(),
                created_at=now,
                lobby_closes_at=now + dt.timedelta(days=1),
                settings=game.settings,
                **fields,
            )
            for _ in range(number)
        )

    for each in copies(20):
        each.entries.create(person=reader, joined_at=now)
    for each in [*copies(129, status="playing"), *copies(50, status="finished", ending="draw")]:
        running = each.status == Game.Status.PLAYING
        seat = each.seats.create(power="FRANCE", place=2, hand=2)
        seat.tenures.create(
            person=reader,
            since=now,
            until=None if running else now,
            ending="" if running else "game_over",
        )
        opened = each.phases.create(
            settings=phase.settings,
            number=1,
            code="S1901M",
            status=Phase.Status.OPEN if running else Phase.Status.FINAL,
            opened_at=now,
            deadline=phase.deadline if running else None,
            due_at=phase.due_at if running else None,
        )
        opened.units.create(seat=seat, type="A", province="PAR")
    return reader


def test_200_games_take_as_many_queries_as_few_and_stay_short(many: User):
    def queries(person: User) -> int:
        client = signed_in(person)
        client.get(URL)
        with CaptureQueriesContext(connection) as caught:
            client.get(URL)
        return len(caught)

    few = factories.begun_game(title="Few")
    reader = france(few)
    lobby.join(factories.open_game(factories.person()), reader, house_rules_accepted=True)
    over = factories.begun_game(players=[*factories.PersonFactory.create_batch(6), reader])
    endings.close(over, by=None, reason="")
    assert queries(many) == queries(reader)
    page = signed_in(many).get(URL)
    text = words(page)
    for heading in ("Waiting for you 130", "Waiting for players 20", "Finished 50"):
        assert heading in text
    assert "Show 110 more games" in text
    assert len(titles(page)) == 130 + 20 + my_games.FINISHED
    last = signed_in(many).get(f"{URL}?page=3")
    assert len(titles(last)) == 130 + 20 + 10
    assert '<details class="stack finished" open>' in last.content.decode()


def test_any_page_of_the_finished_games_exists(game: Game, players: list[User]):
    endings.close(game, by=None, reason="")
    for page in ("0", "99", "x", "-1"):
        assert titles(signed_in(players[0]).get(f"{URL}?page={page}")) == ["The Balkan table"]

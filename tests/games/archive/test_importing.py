"""A game from elsewhere: what is checked, what is stored, and what it is here."""

import copy
import datetime as dt
import io
import json
import random
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts import clock
from accounts.models import User
from adjudicator import SETUPS, load_setup
from games import access
from games.adjudication import due_phases
from games.archive import document, importing, record
from games.archive.record import MessageRecord, Reading, ThreadRecord
from games.core.errors import Refused
from games.deadlines import control
from games.game_master import comments
from games.lifecycle.paces import PACES
from games.models import Event, Game, Pause, Phase, Seat, SeatInvitation, Sharer, Tenure
from games.seats import declared_players, invitations, tenures
from games.wording.comments import comment_on
from tests import factories

from .conftest import document_of, imported, resolve, small_archive_of, written

pytestmark = pytest.mark.django_db


def read(body: dict[str, Any]) -> importing.CheckedGame:
    parsed = document.parse(json.dumps(body).encode())
    return importing.check(Reading(document.read(parsed), "Entente"))


# Finished games


def test_a_finished_game_is_there_to_be_read(finished_game: Game, master: User):
    game = imported(small_archive_of(finished_game), master)
    assert (game.status, game.is_imported, game.is_final) == ("finished", True, True)
    assert access.is_master(master, game)
    assert game.phases.count() == finished_game.phases.count()
    assert not Tenure.objects.filter(seat__game=game).exists()
    last = game.events.latest("pk")
    assert (last.kind, last.actor) == (Event.Kind.IMPORTED, master)


def test_imported_names_are_texts_and_no_accounts(
    finished_game: Game, master: User, players: list[User]
):
    game = imported(small_archive_of(finished_game), master)
    shown = {access.shown_name(master, seat) for seat in game.seats.prefetch_related("tenures")}
    assert shown == {person.name for person in players}
    for person in players:
        assert not access.has_played(person, game)
        assert game not in access.games_of(person)
    assert not game.events.exclude(kind=Event.Kind.IMPORTED).filter(actor__isnull=False).exists()
    messages = access.messages(players[0], [game])
    assert messages.exists()
    assert not messages.filter(person__isnull=False).exists()
    assert not any(access.has_written(players[0], message) for message in messages)


def test_an_imported_comment_names_its_author(running_game: Game, master: User):
    phase = running_game.phases.filter(status=Phase.Status.RESOLVED).latest("number")
    comments.write_comment(running_game, "A cold winter.", by=master, seen=phase.number)
    game = imported(small_archive_of(running_game), master)
    comment = comment_on(game.phases.get(number=phase.number))
    assert comment is not None
    assert comment.author == master.name


def test_the_end_of_an_imported_game_cannot_be_undone(finished_game: Game, master: User):
    later = clock.now() + dt.timedelta(days=7)
    Game.objects.filter(pk=finished_game.pk).update(final_at=later)
    game = imported(small_archive_of(finished_game), master)
    assert game.is_final


# Running games


def test_a_running_game_goes_on_from_its_open_phase(running_game: Game, master: User):
    opened = factories.open_phase(running_game)
    game = imported(small_archive_of(running_game), master)
    again = factories.open_phase(game)
    assert (again.code, again.number) == (opened.code, opened.number)
    assert not again.orders.exists()
    assert all(seat.disorder_since for seat in game.seats.all())
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    again.refresh_from_db()
    assert again.status == Phase.Status.RESOLVED


def status(game: Game) -> str:
    return Game.objects.get(pk=game.pk).status


def test_the_clock_waits_until_all_powers_have_players(running_game: Game, master: User):
    clara = factories.person("Clara")
    players = {"FRANCE": clara}
    game = imported(small_archive_of(running_game), master, players=players, orders_by_master=True)
    assert status(game) == Game.Status.PAUSED
    assert Pause.objects.get(phase__game=game).waits_for_players
    invitations.accept(SeatInvitation.objects.get(game=game), clara)
    assert access.holds(clara, factories.seat(game, "FRANCE"))
    *others, last = game.seats.exclude(power="FRANCE")
    for seat in others:
        tenures.take(seat, factories.person())
    assert status(game) == Game.Status.PAUSED
    declared_players.declare(last, name="Nell", email="", by=master)
    assert status(game) == Game.Status.PLAYING


def test_the_master_starts_the_clock_of_an_import_sooner(running_game: Game, master: User):
    game = imported(small_archive_of(running_game), master)
    assert factories.open_phase(game).deadline is None
    control.resume(game, by=master)
    assert status(game) == Game.Status.PLAYING
    assert factories.deadline(game) > clock.now()


def test_a_game_goes_on_at_the_pace_that_its_master_chooses(running_game: Game, master: User):
    content = small_archive_of(running_game)
    pace = PACES["weekly"].settings("Europe/Madrid")
    game = imported(content, master, deadlines=pace, orders_by_master=True)
    assert game.orders_by_master
    assert game.settings is not None
    assert PACES["weekly"].is_that_of(game.settings)
    assert factories.open_phase(game).settings == game.settings
    assert game.phases.earliest("number").settings != game.settings


def test_a_master_is_not_invited_to_their_own_game(running_game: Game, master: User):
    with pytest.raises(Refused):
        imported(small_archive_of(running_game), master, players={"FRANCE": master})
    assert Game.objects.count() == 1


def test_the_same_form_sent_twice_makes_one_game(finished_game: Game, master: User):
    key, content = uuid.uuid4(), small_archive_of(finished_game)
    first = imported(content, master, request_key=key)
    assert imported(content, master, request_key=key) == first
    assert importing.made_before(str(key), by=master) == first
    assert importing.made_before(str(key), by=factories.person()) is None
    assert importing.made_before("no key", by=master) is None


def test_nothing_is_stored_if_the_last_row_fails(finished_game: Game, master: User, monkeypatch):
    content = small_archive_of(finished_game)
    monkeypatch.setattr("games.archive.storing._store_threads", lambda *_all: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        imported(content, master)
    assert Game.objects.count() == 1


def test_a_preview_is_kept_for_its_sender_alone(finished_game: Game, master: User):
    content = small_archive_of(finished_game)
    key = importing.preview(io.BytesIO(content), len(content), by=master).key
    assert importing.kept(key, by=master).record.title == finished_game.title
    for wrong, person in ((key, factories.person()), ("0" * 32, master), ("../x", master)):
        with pytest.raises(Refused, match="too old"):
            importing.kept(wrong, by=person)


def test_the_newest_preview_of_a_person_is_kept_alone(finished_game: Game, master: User):
    content = small_archive_of(finished_game)
    older, newer = (
        importing.preview(io.BytesIO(content), len(content), by=master) for _each in range(2)
    )
    with pytest.raises(Refused, match="too old"):
        importing.kept(older.key, by=master)
    importing.import_game(
        older, by=master, request_key=uuid.uuid4(), visibility=Game.Visibility.PUBLIC
    )
    assert importing.kept(newer.key, by=master).record.title == finished_game.title


# Differences


def test_results_that_are_not_those_of_our_rules_are_listed_and_kept(
    finished_game: Game, master: User
):
    body = document_of(finished_game)
    france = body["phases"][0]["orders"]["FRANCE"]
    (move,) = (order for order in france if order["text"] == "A PAR - BUR")
    move["outcome"] = "fails"
    checked = read(body)
    (found,) = checked.differences
    assert (found.phase, found.power, found.order) == ("S1901M", "FRANCE", "A PAR - BUR")
    assert (found.recorded, found.ours) == ("fails", "succeeds")
    game = importing.import_game(
        checked, by=master, request_key=uuid.uuid4(), visibility=Game.Visibility.PUBLIC
    )
    order = game.phases.get(code="S1901M").orders.get(text="A PAR - BUR")
    assert order.outcome == "fails"


def test_another_position_after_a_phase_is_listed(finished_game: Game):
    body = document_of(finished_game)
    following = body["phases"][1]
    following["units"]["TURKEY"].remove("A SMY")
    for phase in body["phases"][1:]:
        for orders in phase["orders"].values():
            orders[:] = [order for order in orders if not order["text"].startswith("A SMY")]
        if "A SMY" in phase["units"].get("TURKEY", ()):
            phase["units"]["TURKEY"].remove("A SMY")
    found = [each for each in read(body).differences if not each.order]
    assert (
        found[0].phase, found[0].power, found[0].recorded, found[0].ours,
    ) == ("S1901M", "TURKEY", "", "A SMY")  # fmt: skip


# Large games


@pytest.mark.parametrize(
    ("part", "number", "sentence"),
    [
        ("phases", 1_001, "Phases: 1001, at most 1000"),
        ("settings", 1_001, "Versions of the settings: 1001, at most 1000"),
        ("votes", 2_001, "Votes: 2001, at most 2000"),
        ("threads", 2_001, "Threads: 2001, at most 2000"),
        ("events", 20_001, "Log: 20001, at most 20000"),
    ],
)
def test_a_game_that_would_take_minutes_to_store_is_refused(
    game: Game, part: str, number: int, sentence: str
):
    found = document.read(document.parse(written(game)))
    setattr(found, part, [copy.copy(found.settings[0])] * number)
    if part == "threads":
        found.threads = [ThreadRecord([], "", None, clock.now(), [])] * number
    with pytest.raises(Refused, match=sentence):
        importing.check(Reading(found, "Entente"))


def test_messages_count_in_all_threads_together(game: Game):
    found = document.read(document.parse(written(game)))
    messages = [MessageRecord(None, "Clara", "Hear, hear.", clock.now())] * 10_001
    found.threads = [ThreadRecord([], title, None, clock.now(), messages) for title in "ab"]
    with pytest.raises(Refused, match="Messages: 20002, at most 20000"):
        importing.check(Reading(found, "Entente"))


def test_more_threads_and_votes_take_hardly_more_queries(
    finished_game: Game, master: User, django_assert_max_num_queries
):
    body = document_of(finished_game)
    (vote, *_others) = body["votes"]
    closed = {"closed_at": vote["made_at"], "outcome": "withdrawn"}
    body["votes"] += [{**vote, **closed, "sharers": ["FRANCE", "ITALY"]}] * 200
    (private, *_others) = (each for each in body["threads"] if each["powers"])
    body["threads"] += [{**private, "title": f"Talk {number}"} for number in range(200)]
    checked = read(body)
    with django_assert_max_num_queries(200):
        game = importing.import_game(
            checked, by=master, request_key=uuid.uuid4(), visibility=Game.Visibility.PUBLIC
        )
    assert json.loads(written(game))["threads"] == body["threads"]
    assert Sharer.objects.filter(vote__phase__game=game).count() >= 400


# Documents that cannot be


def timetable(body: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """The settings of a game with deadlines on all days at 20:00 in Rome."""
    columns = {"weekdays": 127, "at": "20:00:00", "zone": "Europe/Rome", "least_hours": 12}
    return {**body["settings"][0]["columns"], "phase_hours": None, **columns, **changed}


def test_a_running_game_with_a_timetable_is_taken(running_game: Game, master: User):
    body = document_of(running_game)
    body["settings"][-1]["columns"] = timetable(body)
    game = importing.import_game(
        read(body), by=master, request_key=uuid.uuid4(), visibility=Game.Visibility.PUBLIC
    )
    control.resume(game, by=master)
    deadline = factories.open_phase(game).deadline
    assert deadline is not None
    assert deadline > clock.now()


def test_a_running_game_whose_skipped_dates_leave_no_deadline_is_refused(running_game: Game):
    body = document_of(running_game)
    today = clock.now().date()
    dates = [(today + dt.timedelta(days=number)).isoformat() for number in range(-2, 800)]
    body["settings"][-1] = {"columns": timetable(body), "skipped": dates}
    with pytest.raises(Refused, match="leave no deadline"):
        read(body)


IN_A_WEEK = (clock.now() + dt.timedelta(days=7)).isoformat()


def broken(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Documents that are wrong in one point each."""

    def changed(*path: Any, to: Any) -> dict[str, Any]:
        wrong = copy.deepcopy(body)
        place = wrong
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = to
        return wrong

    yield changed("game", "setup", to="utopia")
    yield changed("game", "status", to="lobby")
    yield changed("game", "started_at", to=None)
    yield changed("game", "title", to="")
    yield changed("game", "title", to="x" * 81)
    yield changed("game", "language", to="tlh")
    yield changed("game", "rules", to="1492")
    yield changed("game", "house_rules", to="x" * 5001)
    yield changed("game", "created_at", to="2026-01-01T00:00:00")
    yield changed("game", "ending", to="")
    yield changed("terms", "coin_hand", to=3)
    yield changed("terms", "provisional_days", to=70)
    yield changed("terms", "anonymous", to="yes")
    yield changed("terms", "solo_centers", to=True)
    yield changed("rule_changes", to=[{"field": "no_such_field", "value": "yes", "since": 0}])
    yield changed("seats", to=body["seats"][1:])
    yield changed("seats", 0, "power", to="UTOPIA")
    yield changed("seats", 0, "result", to="cheated")
    yield changed("seats", 0, "name", to="x" * 81)
    yield changed("settings", to=[])
    yield changed("settings", 0, "columns", "zone", to="Mars/Olympus")
    yield changed("settings", 0, "columns", "phase_hours", to=0)
    yield changed("settings", 0, "columns", "holidays", to="XX")
    yield changed("phases", to=[])
    yield changed("phases", 0, "number", to=99)
    yield changed("phases", 0, "status", to="open")
    yield changed("phases", 0, "resolved_at", to=None)
    yield changed("phases", 0, "settings", to=99)
    yield changed("phases", 0, "code", to="X1901M")
    yield changed("phases", 0, "code", to="s1901m")
    yield changed("phases", 0, "code", to="S1999M")
    yield changed("phases", 0, "units", to={"UTOPIA": ["A PAR"]})
    yield changed("phases", 0, "units", "FRANCE", to=["A PAR", "F PAR", "A XXX"])
    yield changed("phases", 0, "units", "FRANCE", to=["A NTH", "A PAR", "F BRE"])
    yield changed("phases", 0, "centers", "FRANCE", to=["PAR", "PAR"])
    yield changed("phases", 0, "centers", "FRANCE", to=["BUR"])
    yield changed("phases", 0, "orders", "FRANCE", 0, "text", to="A LON H")
    yield changed("phases", 0, "orders", "FRANCE", 0, "text", to="a par h")
    yield changed("phases", 0, "orders", "FRANCE", 0, "outcome", to="wins")
    yield changed("phases", 0, "orders", "FRANCE", 0, "fate", to="lost")
    yield changed("phases", 0, "orders", "FRANCE", 0, "reason_code", to="no_such_code")
    yield changed("phases", -1, "orders", to=body["phases"][0]["orders"])
    yield changed("events", 0, "kind", to="orders_saved")
    yield changed("events", 0, "kind", to="imported")
    yield changed("events", 0, "kind", to="absence")
    yield changed("events", 0, "phase", to=99)
    yield changed("events", 0, "power", to="UTOPIA")
    yield changed("events", 0, "vote", to=99)
    yield changed("votes", 0, "kind", to="concede")
    yield changed("votes", 0, "phase", to=99)
    yield changed("threads", 0, "powers", to=["FRANCE"])
    yield changed("threads", 0, "powers", to=["FRANCE", "FRANCE"])
    yield changed("threads", 0, "phase", to=1)
    yield changed("threads", to=[body["threads"][0]] * 2)
    yield changed("threads", 0, "messages", 0, "text", to="x" * 20_001)
    for wrong in ("0001-01-01T00:00:00+00:00", "9999-12-31T23:00:00+00:00", IN_A_WEEK):
        yield changed("game", "created_at", to=wrong)
        yield changed("game", "ended_at", to=wrong)
        yield changed("settings", 0, "columns", "since", to=wrong)
        yield changed("phases", 0, "opened_at", to=wrong)
        yield changed("phases", 0, "resolved_at", to=wrong)
        yield changed("votes", 0, "made_at", to=wrong)
        yield changed("votes", 0, "closed_at", to=wrong)
        yield changed("events", 0, "at", to=wrong)
        yield changed("threads", 0, "opened_at", to=wrong)
        yield changed("threads", 0, "messages", 0, "sent_at", to=wrong)
    for wrong in ("0001-01-01T00:00:00+00:00", "9999-12-31T23:00:00+00:00"):
        yield changed("game", "final_at", to=wrong)
        yield changed("phases", 0, "deadline", to=wrong)
        yield changed("events", 0, "due_after", to=wrong)
    yield changed("settings", 0, "columns", "at", to=5)
    yield changed("settings", 0, "columns", to=timetable(body, at="20:00:30"))
    yield changed("extra", to=1)


def test_each_document_that_cannot_be_is_refused(finished_game: Game):
    body = document_of(finished_game)
    read(body)
    taken = [number for number, wrong in enumerate(broken(body)) if is_taken(wrong)]
    assert taken == []


def test_a_document_older_than_a_field_of_orders_is_read(finished_game: Game):
    body = document_of(finished_game)
    old = body["phases"][0]["orders"]["FRANCE"][0]
    assert "bot" not in old  # so sites from before the field read it, too
    new = old | {"bot": "novice"}
    body["phases"][0]["orders"]["FRANCE"].append(new)
    taken = document.read(copy.deepcopy(body))
    bots = [each.bot for each in taken.phases[0].orders["FRANCE"]]
    assert (bots[0], bots[-1]) == ("", "novice")
    assert json.loads(document.write(taken)) == body


def is_taken(body: dict[str, Any]) -> bool:
    try:
        read(body)
    except Refused:
        return False
    return True


def test_private_press_of_a_game_that_has_not_opened_it_is_refused(
    finished_game: Game, running_game: Game
):
    threads = document_of(finished_game)["threads"]
    assert not is_taken(document_of(running_game) | {"threads": threads})


STRANGE: list[Any] = [
    None,
    True,
    -1,
    0,
    10**9,
    10**30,
    1.5,
    "",
    "x",
    "FRANCE",
    "<script>",
    "../x",
    [],
    {},
]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(each, (*path, name))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from leaves(each, (*path, number))


def test_a_value_changed_at_random_is_refused_or_makes_a_game_whose_pages_work(
    finished_game: Game, master: User, client: Client
):
    body = document_of(finished_game)
    chance = random.Random(7)
    paths = [path for path in leaves(body) if path]
    client.force_login(master)
    taken = 0
    for path in chance.sample(paths, 80):
        wrong = copy.deepcopy(body)
        place = wrong
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = chance.choice(STRANGE)
        try:
            checked = read(wrong)
        except Refused:
            continue
        taken += 1
        game = importing.import_game(
            checked, by=master, request_key=uuid.uuid4(), visibility=Game.Visibility.PUBLIC
        )
        for page in ("", "log/", "S1901M/", "S1901M/report/", "press/public/", "feed.atom"):
            answer = client.get(f"/games/{game.slug}/{page}")
            assert answer.status_code == 200, (path, page)
            assert b"<script>" not in answer.content
    assert taken > 3


def test_the_columns_of_a_record_name_real_columns():
    for columns in (record.GAME, record.TERMS, record.SETTINGS):
        assert columns.fields.keys() == set(columns.names)


def test_a_game_with_a_coin_keeps_who_has_won_it(master: User):
    setup = next(name for name in SETUPS if load_setup(name).coin)
    game = factories.begun_game(master, setup=setup)
    for _each in range(3):
        resolve(game)
    assert game.coin_hand is not None
    copy_of = imported(small_archive_of(game), master)
    coin = load_setup(game.setup).coin
    assert coin is not None
    assert Seat.objects.get(game=copy_of, power=coin.power).hand == game.coin_hand

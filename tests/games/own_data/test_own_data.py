"""Sections about games in a person's own data."""

import io
import json
import re
import uuid
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from accounts import clock
from accounts.models import User
from accounts.own_data import data_archive
from games import access
from games.adjudication import due_phases
from games.lifecycle import lobby
from games.models import Complaint, Game, Mute, Receipt
from games.orders import submission
from games.press import sending
from games.seats import invitations
from tests import factories

pytestmark = pytest.mark.django_db


def files_of(person: User) -> dict[str, str]:
    archive = zipfile.ZipFile(io.BytesIO(data_archive.write(person)))
    return {name: archive.read(name).decode() for name in archive.namelist()}


def record_of(person: User, game: Game) -> Any:
    return json.loads(files_of(person)[f"games/{game.slug}.json"])


@pytest.fixture
def france(game: Game) -> User:
    return factories.holder(factories.seat(game, "FRANCE"))


def save(game: Game, power: str, *orders: str) -> None:
    seat = factories.seat(game, power)
    lines = [submission.Line(str(number), text) for number, text in enumerate(orders)]
    submission.submit(factories.open_phase(game), seat, lines, person=factories.holder(seat))


def resolve(game: Game) -> None:
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()


def write(game: Game, sender: str, to: list[str], text: str) -> None:
    powers = {sender, *to} if to else set()
    circle = [seat for seat in game.seats.order_by("place") if seat.power in powers]
    seat = factories.seat(game, sender)
    sending.send(
        game,
        circle,
        sender=seat,
        person=factories.holder(seat),
        text=text,
        request_key=uuid.uuid4(),
    )


def test_own_orders_of_the_open_phase_are_in_it_and_nobody_elses(game: Game, france: User) -> None:
    save(game, "FRANCE", "A PAR - BUR")
    save(game, "GERMANY", "A MUN - BUR")
    germany = factories.holder(factories.seat(game, "GERMANY"))
    for person, own, secret in (
        (france, "A PAR - BUR", "A MUN"),
        (germany, "A MUN - BUR", "A PAR"),
    ):
        record = record_of(person, game)
        assert [order["text"] for order in record["orders"]] == [own]
        assert [sheet["text"] for sheet in record["saved_sheets"]] == [own]
        assert not [name for name, text in files_of(person).items() if secret in text]


def test_a_sheet_that_was_replaced_stays_among_the_saved_ones(game: Game, france: User) -> None:
    save(game, "FRANCE", "A PAR - BUR")
    save(game, "FRANCE", "A PAR - GAS")
    record = record_of(france, game)
    assert [sheet["text"] for sheet in record["saved_sheets"]] == ["A PAR - BUR", "A PAR - GAS"]
    receipt = Receipt.objects.latest("pk")
    assert record["saved_sheets"][1]["digest"] == receipt.digest
    assert [order["text"] for order in record["orders"]] == ["A PAR - GAS"]


def test_who_left_a_seat_has_the_orders_of_their_own_time_only(
    game: Game, master: User, france: User
) -> None:
    save(game, "FRANCE", "A PAR - BUR")
    resolve(game)
    newcomer = factories.person()
    factories.replace(factories.seat(game, "FRANCE"), newcomer, by=master)
    save(game, "FRANCE", "A BUR - MUN")

    def moves(person: User) -> list[str]:
        orders = record_of(person, game)["orders"]
        return [order["text"] for order in orders if order["text"].endswith(("BUR", "MUN"))]

    assert (moves(france), moves(newcomer)) == (["A PAR - BUR"], ["A BUR - MUN"])
    resolve(game)
    assert (moves(france), moves(newcomer)) == (["A PAR - BUR"], ["A BUR - MUN"])
    assert [sheet["text"] for sheet in record_of(france, game)["saved_sheets"]] == ["A PAR - BUR"]


def test_the_messages_are_those_that_the_pages_show(game: Game, master: User, france: User) -> None:
    write(game, "FRANCE", ["ENGLAND"], "to England")
    write(game, "GERMANY", ["TURKEY"], "not for France")
    write(game, "AUSTRIA", [], "to all")
    write(game, "FRANCE", ["FRANCE"], "a note")
    newcomer = factories.person()
    factories.replace(factories.seat(game, "ENGLAND"), newcomer, by=master)
    write(game, "FRANCE", ["ENGLAND"], "to the newcomer")
    for person in (france, master, newcomer):
        threads = record_of(person, game)["threads"]
        texts = [message["text"] for thread in threads for message in thread["messages"]]
        expected = access.messages(person, [game]).values_list("text", flat=True)
        assert sorted(texts) == sorted(expected)
    kinds = {thread["kind"]: thread["powers"] for thread in record_of(france, game)["threads"]}
    assert kinds == {"public": [], "private": ["ENGLAND", "FRANCE"], "notebook": ["FRANCE"]}


def test_names_are_hidden_where_the_game_hides_them(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, anonymous=True)
    write(game, "AUSTRIA", [], "to all")
    seat = factories.seat(game, "FRANCE")
    factories.replace(seat, factories.person("Zebulon"), by=master)
    reader, writer = (factories.holder(factories.seat(game, each)) for each in ("ITALY", "AUSTRIA"))
    assert not [name for name, text in files_of(reader).items() if "Zebulon" in text]
    (thread,) = record_of(reader, game)["threads"]
    assert thread["messages"][0]["author"] == "hidden"
    assert record_of(writer, game)["threads"][0]["messages"][0]["author"] == str(writer)


def test_a_private_game_that_one_may_no_longer_see_is_not_named(master: User) -> None:
    game = factories.open_game(master, title="The hidden table", visibility=Game.Visibility.PRIVATE)
    person = factories.person()
    lobby.join(game, person, house_rules_accepted=False)
    assert f"games/{game.slug}.json" in files_of(person)
    lobby.remove(game, person, by=master)
    files = files_of(person)
    assert f"games/{game.slug}.json" not in files
    assert not [name for name, text in files.items() if game.slug in text or game.title in text]
    assert '"removed"' in files["notifications.json"]


def test_wishes_are_in_the_file_of_their_author_alone_while_they_count(master: User) -> None:
    game = factories.open_game(master, allotment="wishes")
    people = factories.PersonFactory.create_batch(7)
    for person in people[:6]:
        lobby.join(game, person, house_rules_accepted=True)
    lobby.wish(game, people[0], [6, 2])
    own = record_of(people[0], game)
    assert own["wishes"] == [
        {"choice": 1, "powers": ["TURKEY"]},
        {"choice": 2, "powers": ["FRANCE"]},
    ]
    assert (own["game"]["allotment"], own["given_powers"]) == ("wishes", [])
    page = files_of(people[0])[f"games/{game.slug}.html"]
    assert re.search("Turkey.*France", page, re.DOTALL)
    for person in (people[1], master):
        assert record_of(person, game)["wishes"] == []
    lobby.join(game, people[6], house_rules_accepted=True)
    assert record_of(people[0], game)["wishes"] == []


def test_what_a_master_gives_is_in_the_file_of_that_person(master: User) -> None:
    game = factories.open_game(master, allotment="master")
    people = factories.PersonFactory.create_batch(2)
    for person in people:
        lobby.join(game, person, house_rules_accepted=True)
    lobby.give_powers(game, {game.entries.get(person=people[0]).pk: 2}, by=master)
    assert [record_of(person, game)["given_powers"] for person in people] == [["FRANCE"], []]
    assert (
        "The game master has assigned you France" in files_of(people[0])[f"games/{game.slug}.html"]
    )


def test_an_open_invitation_is_there_for_the_invited_person_alone(
    game: Game, master: User, france: User
) -> None:
    nora = factories.person("Nora")
    invitations.invite(factories.seat(game, "FRANCE"), nora, by=master, reason="Gone.")
    files = files_of(nora)
    (found,) = json.loads(files["invitations.json"])["invitations"]
    assert (found["kind"], found["game"]) == ("replace", game.title)
    assert (found["power"], found["invited_by"]) == ("FRANCE", str(master))
    assert f"{master} invites you." in files["invitations.html"]
    assert not [name for name, text in files.items() if "Gone." in text], "its page keeps it back"
    documented = Path(settings.BASE_DIR, "docs", "own-data.md").read_text(encoding="utf-8")
    assert not [key for key in found if f"`{key}`" not in documented]
    for person in (france, master):
        assert json.loads(files_of(person)["invitations.json"])["invitations"] == []


def test_who_takes_no_invitations_has_none_in_the_file(game: Game, master: User) -> None:
    person = factories.person(takes_invitations=False)
    invitations.invite(factories.seat(game, "FRANCE"), person, by=master)
    files = files_of(person)
    assert json.loads(files["invitations.json"])["invitations"] == []
    assert json.loads(files["notifications.json"])["notifications"] == []


def test_the_pages_have_no_scripts_and_need_nothing_from_elsewhere(
    game: Game, france: User
) -> None:
    write(game, "AUSTRIA", [], "<script>alert(1)</script> <img src=https://x.test/a.png>")
    User.objects.filter(pk=france.pk).update(name="<b>Otto</b>")
    files = files_of(User.objects.get(pk=france.pk))
    pages = {name: text for name, text in files.items() if name.endswith(".html")}
    assert {"index.html", "profile.html", f"games/{game.slug}.html"} <= set(pages)
    for name, text in pages.items():
        assert not re.search(r"<(script|img|iframe|object|b)\b|\son\w+=|\sstyle=", text), name
        links = re.findall(r'(?:href|src)="([^"]*)"', text)
        folder = Path(name).parent
        for link in links:
            assert str(Path(folder, link)).replace("games/../", "") in files, (name, link)
    assert "&lt;script&gt;" in pages[f"games/{game.slug}.html"]


def test_the_pages_are_in_the_words_of_their_reader(game: Game, france: User) -> None:
    save(game, "FRANCE", "A PAR - BUR")
    resolve(game)
    write(game, "AUSTRIA", ["FRANCE"], "Servus.")
    User.objects.filter(pk=france.pk).update(language="es")
    files = files_of(User.objects.get(pk=france.pk))
    page = files[f"games/{game.slug}.html"]
    for words in ("Francia: A PAR - BUR (tiene éxito)", "Primavera de 1901", "ahora", "Austria"):
        assert words in page
    for code in ("FRANCE", "S1901M", "succeeds", "AUSTRIA"):
        assert code not in page
    assert "Español" in files["profile.html"]


def keys_in(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(keys_in(each) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(keys_in(each) for each in value))
    return set()


def test_each_field_is_documented(game: Game, france: User) -> None:
    save(game, "FRANCE", "A PAR - BUR")
    write(game, "AUSTRIA", [], "to all")
    seat, day = factories.seat(game, "FRANCE"), clock.now().date()
    seat.absences.create(person=france, first=day, last=day, announced_at=clock.now())
    Mute.objects.create(person=france, seat=factories.seat(game, "ITALY"), since=clock.now())
    message = access.messages(france, [game]).get()
    Complaint.objects.create(
        message=message, person=france, reason="Rude.", text="to all", made_at=clock.now()
    )
    text = Path(settings.BASE_DIR, "docs", "own-data.md").read_text(encoding="utf-8")
    record = record_of(france, game)
    assert not [key for key in keys_in(record) if f"`{key}`" not in text]
    assert all(record[part] for part in ("orders", "saved_sheets", "absences", "mutes", "reports"))
    assert record["own_acts"][-1]["kind"] == "orders_saved"
    notifications = json.loads(files_of(france)["notifications.json"])
    known = keys_in(notifications) - set(notifications["choices"]["mail"])
    assert not [key for key in known if f"`{key}`" not in text]


def test_the_number_of_queries_does_not_grow_with_what_happened_in_a_game(
    game: Game, france: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        write(game, "FRANCE", ["ENGLAND"], f"message {number}")
        save(game, "FRANCE", "A PAR - BUR" if number % 2 else "A PAR - GAS")
    with django_assert_max_num_queries(58):
        data_archive.write(france)

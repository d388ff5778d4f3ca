"""Games of other programs and of forums, read with their history."""

import gzip
import io
import json
import uuid
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from accounts import clock
from accounts.models import User
from adjudicator import load_setup
from games.archive import document, formats, importing
from games.archive.formats import report_lines
from games.archive.formats.webdiplomacy import PROVINCES
from games.core.errors import Refused
from games.models import Game, Phase
from tests import factories

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[2] / "data"
IMPORTS = DATA / "imports"
FORUM = """
# The club’s winter game

**Spring 1901**

France: A Par-Bur, A Mar S A Par-Bur, F Bre-MAO
Germany: A Mun-Bur; F Kie-Hol; A Ber-Kie
Austria
A Bud-Ser
F Tri-Alb

Otoño de 1901
Francia: E Bor H, E Mar-Esp
Alemania: E Kie-Din, F Hol-Bel

Winter 1901
France: A Par B
"""


def content_of(name: str) -> bytes:
    return (IMPORTS / name).read_bytes()


def check(content: bytes | str) -> importing.CheckedGame:
    found = formats.read(content.encode() if isinstance(content, str) else content)
    return importing.check(found)


def refusal_of(content: bytes | str) -> str:
    with pytest.raises(Refused) as refused:
        check(content)
    return str(refused.value)


def codes(checked: importing.CheckedGame) -> list[str]:
    return [phase.code for phase in checked.record.phases]


def imported(checked: importing.CheckedGame, person: User) -> Game:
    return importing.import_game(
        checked, by=person, request_key=uuid.uuid4(), visibility=Game.Visibility.PUBLIC
    )


# The Python package diplomacy


def test_a_saved_game_is_read_with_all_its_phases(master: User):
    checked = check(content_of("saved_game.json"))
    body = json.loads(content_of("saved_game.json"))
    assert codes(checked) == [phase["name"] for phase in body["phases"]]
    assert checked.differences == []
    for phase, told in zip(checked.record.phases, body["phases"], strict=True):
        standing = {
            (power, unit)
            for power, units in told["state"]["units"].items()
            for unit in units
            if not unit.startswith("*")
        }
        assert {(p, unit) for p, units in phase.units.items() for unit in units} == standing
    game = imported(checked, master)
    assert game.status == Game.Status.PLAYING
    assert factories.open_phase(game).code == body["phases"][-1]["name"]


def test_only_public_messages_of_a_saved_game_are_taken(master: User):
    checked = check(content_of("saved_game.json"))
    (thread,) = checked.record.threads
    assert [message.text for message in thread.messages] == ["Hello 0", "Hello 2"]
    assert thread.powers == []
    assert "1 private message is left out" in " ".join(checked.left_out)


def test_a_completed_saved_game_is_finished_with_its_result(master: User):
    body = json.loads(content_of("saved_game.json"))
    last = body["phases"][-1]
    last["name"], last["orders"] = "COMPLETED", {}
    last["state"]["note"] = "Victory by: FRA, ITA"
    game = imported(check(json.dumps(body)), master)
    assert (game.status, game.ending) == ("finished", "draw")
    assert set(game.seats.filter(result="drew").values_list("power", flat=True)) == {
        "FRANCE",
        "ITALY",
    }
    assert game.phases.filter(status=Phase.Status.FINAL).count() == 1


def test_a_recorded_bounce_that_our_rules_do_not_see_is_kept_and_listed(master: User):
    body = json.loads(content_of("saved_game.json"))
    first = body["phases"][0]
    unit = next(unit for unit, told in first["results"].items() if told == [])
    first["results"][unit] = ["bounce"]
    checked = check(json.dumps(body))
    (found,) = checked.differences
    assert (found.phase, found.recorded, found.ours) == ("S1901M", "fails", "succeeds")
    order = imported(checked, master).phases.get(number=1).orders.get(text=found.order)
    assert (order.outcome, order.reason_code) == ("fails", "")


def test_an_order_that_cannot_be_given_is_left_out_and_named():
    body = json.loads(content_of("saved_game.json"))
    body["phases"][0]["orders"]["FRANCE"] = ["A PAR - MOS", "A LON H", "F BRE H", "nonsense"]
    checked = check(json.dumps(body))
    sentence = " ".join(checked.left_out)
    assert "3 orders can’t be given" in sentence
    assert "A PAR - MOS" in sentence


def test_a_time_of_a_saved_game_that_is_still_to_come_is_unknown():
    body = json.loads(content_of("saved_game.json"))
    body["phases"][0]["state"]["timestamp"] = 3_900_000_000_000_000  # in 2093
    assert check(json.dumps(body)).record.phases[0].opened_at < clock.now()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("map",), "ancmed"),
        (("phases", 0, "state", "units"), 5),
        (("phases", 0, "state", "units"), {"UTOPIA": ["A PAR"]}),
        (("phases", 0, "state", "units"), {"FRANCE": ["A XXX"]}),
        (("phases", 0, "state", "units"), {"FRANCE": ["A PAR", "F PAR"]}),
        (("phases", 0, "state", "centers"), {"FRANCE": ["BUR"]}),
        (("phases", 0, "name"), "FORMING"),
        (("phases", 0, "orders"), {"FRANCE": 7}),
        (("phases", 0, "orders"), {"UTOPIA": ["A PAR H"]}),
        (("phases", 0, "messages"), [{"sender": "FRANCE"}]),
        (("phases", 3, "name"), "S1999M"),
    ],
)
def test_a_saved_game_that_cannot_be_is_refused(path: Sequence[Any], value: Any):
    body = json.loads(content_of("saved_game.json"))
    place = body
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    if path == ("phases", 0, "orders") and value != {"FRANCE": 7}:  # a power that is not there
        assert "UTOPIA" in " ".join(check(json.dumps(body)).left_out)
    else:
        assert refusal_of(json.dumps(body))


# webDiplomacy


@pytest.mark.parametrize("name", ["webdiplomacy_history.json", "webdiplomacy_api.json"])
def test_a_game_of_webdiplomacy_is_read_with_all_its_phases(name: str, master: User):
    checked = check(content_of(name))
    saved = json.loads(content_of("saved_game.json"))["phases"]  # the same game
    assert codes(checked)[:-1] == [phase["name"] for phase in saved]
    assert checked.differences == []
    assert checked.left_out == []
    game = imported(checked, master)
    assert (game.status, game.ending, game.imported_from) == ("finished", "draw", "webDiplomacy")


def test_the_numbers_of_webdiplomacy_are_those_of_our_board():
    assert set(PROVINCES) == set(load_setup("standard").board.number)


@pytest.mark.parametrize(
    "changed",
    [
        {"variantID": 23},
        {"phases": [{"phase": "Diplomacy"}]},
        {"phases": [{"phase": "Pre-game", "turn": 0}]},
        {"phases": [{"phase": "Diplomacy", "turn": 0, "units": [{"terrID": 0}]}]},
        {"phases": [{"phase": "Diplomacy", "turn": 0, "units": 5}]},
        {"phases": [{"phase": "Diplomacy", "turn": 0, "centers": [{"countryID": 9}]}]},
    ],
)
def test_a_game_of_webdiplomacy_that_cannot_be_is_refused(changed: Mapping[str, Any]):
    body = json.loads(content_of("webdiplomacy_history.json"))
    assert refusal_of(json.dumps(body | changed))


def test_a_turn_that_is_no_number_of_ours_is_refused():
    body = json.loads(content_of("webdiplomacy_history.json"))
    for number in ("1e999", "1e300", "9" * 400):
        body["phases"][0]["turn"] = "the turn"
        assert refusal_of(json.dumps(body).replace('"the turn"', number))


# Sheets of a forum


def test_sheets_of_a_forum_are_resolved_phase_by_phase(master: User):
    checked = check(FORUM)
    assert checked.record.title == "The club’s winter game"
    assert codes(checked) == ["S1901M", "F1901M", "W1901A", "S1902M"]
    assert "A PAR" in checked.record.phases[-1].units["FRANCE"]
    game = imported(checked, master)
    orders = game.phases.get(code="S1901M").orders
    assert orders.get(text="A PAR - BUR").outcome == "succeeds"
    assert orders.get(text="A MUN - BUR").outcome == "fails"
    assert factories.open_phase(game).code == "S1902M"


def test_a_line_that_cannot_be_read_is_named_with_its_number():
    sentence = refusal_of(FORUM.replace("A Bud-Ser", "A Bud to somewhere nice"))
    assert "Line 9" in sentence


def test_an_order_of_a_forum_that_cannot_be_given_is_left_out():
    checked = check(FORUM.replace("A Bud-Ser", "A Bud-Mos"))
    assert "1 order can’t be given" in " ".join(checked.left_out)
    assert "A Bud-Mos" in " ".join(checked.left_out)


def test_a_phase_that_cannot_follow_is_refused():
    assert "can’t follow here" in refusal_of(FORUM.replace("Winter 1901", "Spring 1909"))
    assert "can’t follow here" in refusal_of(FORUM.replace("Winter 1901", "Spring 1901"))


def test_a_stated_position_is_compared_with_ours():
    stated = """
Fall 1901
Austria: A SER, A VIE, F ALB
England: A LVP, F EDI, F LON
France: A BUR, A MAR, F MAO
Germany: A KIE, A MUN, F HOL
Italy: A ROM, A VEN, F NAP
Russia: A MOS, A WAR, F SEV, F STP/SC
Turkey: A CON, A SMY{more}
"""
    same = FORUM.replace("\nOtoño", f"{stated.format(more=', F ANK')}\nOtoño")
    assert check(same).differences == []
    other = FORUM.replace("\nOtoño", f"{stated.format(more='')}\nOtoño")
    (found,) = check(other).differences
    assert (found.phase, found.power, found.ours) == ("S1901M", "TURKEY", "F ANK")


PASTED = """
[quote="Otto"]Fall 1900
France: A Par-Pic[/quote]
[b]Spring 1901 results[/b]
by Otto » Fri Nov 27, 2026 8:12 am
Thank you all for being so quick
[b]France[/b]
A Par-Bur
F Bre-MAO
I would never have guessed that
> A Mar-Spa
[u]Austria[/u]
A Bud-Ser

[b]Fall 1901 – Adjudication[/b]
France: A Bur H
"""


def test_a_forums_marks_titles_quotes_and_chat_are_no_orders(master: User):
    checked = check(PASTED)
    assert codes(checked) == ["S1901M", "F1901M", "W1901A"]
    first = checked.record.phases[0].orders
    moves = {
        power: [each.text for each in several if not each.text.endswith(" H")]
        for power, several in first.items()
    }
    assert {power: texts for power, texts in moves.items() if texts} == {
        "FRANCE": ["A PAR - BUR", "F BRE - MAO"],
        "AUSTRIA": ["A BUD - SER"],
    }
    told = " ".join(checked.left_out)
    assert "5 lines are no orders and are left out" in told
    for line in (2, 3, 6, 10, 11):
        assert f"line {line} (" in told
    assert "I would never have guessed that" in told


def test_results_of_a_phase_whose_orders_are_known_are_left_out():
    checked = check(FORUM.replace("Otoño", "Spring 1901 results\nFrance: A Par-Bur\n\nOtoño"))
    assert codes(checked) == ["S1901M", "F1901M", "W1901A", "S1902M"]
    assert "Spring 1901 results" in " ".join(checked.left_out)


REPORT = """
[b]Spring 1901 Results[/b]
AUSTRIA
A Vie-Tri [b]bounced[/b]
F Tri-Alb (succeeds)
A Bud-Ser (fails).
ITALY
A Ven-Tri (bounced with A Vie)
A Rom-Apu *bounce*, F Nap-ION (ok)
lol what a turn

Supply Centers:
Austria: Bud, Tri, Vie (3)

[b]Fall 1901[/b]
AUSTRIA
F Alb-Gre -- bounced
A Ser S F Alb-Gre (cut)
ITALY
F ION-Tun

[b]Fall 1901 retreats[/b] None.

Winter 1901
AUSTRIA: Build A Bud
Supply centers:
Austria 4: Bud, Tri, Vie, Gre
"""


def test_outcomes_and_tables_of_a_report_are_left_out():
    checked = check(REPORT)
    assert codes(checked) == ["S1901M", "F1901M", "W1901A", "S1902M"]
    first, second, third, _last = checked.record.phases
    assert [each.text for each in first.orders["ITALY"]][:3] == [
        "A VEN - TRI",
        "A ROM - APU",
        "F NAP - ION",
    ]
    assert "F ALB - GRE" in [each.text for each in second.orders["AUSTRIA"]]
    assert [each.text for each in third.orders["AUSTRIA"]] == ["A BUD B"]
    told = " ".join(checked.left_out)
    for line in (10, 12, 13, 22, 26):
        assert f"line {line} (" in told, line


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("A Vie-Tri (fallido)", "A Vie-Tri"),
        ("E Vie-Tri (rebotado)", "E Vie-Tri"),
        ("A Ven-Tri -> fallito", "A Ven-Tri"),
        ("A Ven-Tri [color=red]bounced[/color]", "A Ven-Tri"),
        ("А Вие-Три (неуспешно)", "А Вие-Три"),
        ("A Bur (dislodged, destroyed)", "A Bur"),
        ("A Bur R Gas or Mar", "A Bur R Gas or Mar"),
        ("bounced", "bounced"),
    ],
)
def test_outcomes_behind_orders_are_known(line: str, left: str):
    assert report_lines.without_outcomes(line) == left


def test_errors_of_a_report_stand_on_lines_of_their_own():
    sentence = refusal_of(FORUM.replace("A Bud-Ser", "A Bud S").replace("F Tri-Alb", "F Foo - Vie"))
    assert [line[:6] for line in sentence.split("\n")] == ["Line 9", "Line 1"]


@pytest.mark.parametrize("wrong", ["A Budd - Serb", "Bud - somewhere", "A Bud S", "F Foo - Vienna"])
def test_a_line_that_begins_as_an_order_is_never_left_out_as_chat(wrong: str):
    sentence = refusal_of(FORUM.replace("A Bud-Ser", wrong))
    assert f"Line 9 ({wrong})" in sentence


def test_a_text_without_phases_names_the_line_that_belongs_to_none():
    sentence = refusal_of("\nFrance: A Par-Bur\nA Mar H")
    assert "line 2 (France: A Par-Bur)" in sentence


def test_a_phase_that_cannot_follow_is_named_with_its_line():
    assert "Line 12 (Spring 1909)" in refusal_of(FORUM.replace("Otoño de 1901", "Spring 1909"))


@pytest.mark.parametrize("text", ["Spring 1901", "Spring 1901\nHello", "Hello\nFrance: A Par H"])
def test_a_text_without_phases_or_orders_is_refused(text: str):
    assert refusal_of(text)


def recorded_games() -> list[list[dict[str, Any]]]:
    lines = gzip.decompress((DATA / "recorded_games.jsonl.gz").read_bytes()).splitlines()
    phases = map(json.loads, lines)
    return [list(of_game) for _name, of_game in groupby(phases, key=lambda each: each["game"])]


@pytest.mark.parametrize("number", [0, 1])
def test_a_recorded_game_written_as_sheets_reaches_its_recorded_positions(
    number: int, master: User
):
    """Orders that somebody forgot are left out of the sheets, as in a forum."""
    phases = recorded_games()[number][:12]
    text = "\n\n".join(
        "\n".join([each["phase"], *(f"{power}: {', '.join(orders)}" for power, orders in
                                    each["orders"].items() if orders)])
        for each in phases
    )  # fmt: skip
    checked = check(text)
    units = {
        phase.code: {(p, unit) for p, several in phase.units.items() for unit in several}
        for phase in checked.record.phases
    }
    for each in phases:
        told = {(p, unit) for p, several in each["units"].items() for unit in several}
        if each["phase"] in units:
            assert units[each["phase"]] == told, each["phase"]
    assert len(set(units) & {each["phase"] for each in phases}) > 8
    imported(checked, master)


def test_the_formats_do_not_take_each_other_for_their_own(master: User):
    for name in ("saved_game.json", "webdiplomacy_api.json"):
        body = document.parse(content_of(name))
        found = [reader(body) is not None for reader in formats.READERS_OF_JSON]
        assert found.count(True) == 1
    size = len(content_of("saved_game.json"))
    kept = importing.preview(io.BytesIO(content_of("saved_game.json")), size, by=master)
    assert importing.kept(kept.key, by=master).record.title == kept.record.title

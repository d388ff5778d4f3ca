import html
import json
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
import time_machine

from accounts import account_closing
from accounts.models import User
from games.adjudication import due_phases
from games.models import Event, Game
from tests import factories

from .conftest import Answer, alerts, nothing_changes, signed_in, words
from .test_seats import accept

URL = "/games/take-over/"
SAMPLE = Path(__file__).parents[3] / "data" / "takeover" / "fall_1902.en.txt"
NAMES = ["Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta"]
SHORT = """S1903M
FRANCE (Clara): A PAR, F BRE
GERMANY (David): A MUN

Centers
FRANCE: BRE, PAR
GERMANY: MUN
"""


def sheet(text: str, **fields: str) -> dict[str, Any]:
    return {
        "title": "From the forum",
        "text": text,
        "rhythm": "lengths",
        "length": "1",
        "length_unit": "days",
        "short_unit": "days",
        "ready_minutes": "0",
        "on_missed": "none",
        "disorder_after": "first",
        "grace_hours": "24",
        "seats_open_to": "anyone",
        "setup": "standard",
        "rules": "2000",
        "visibility": "public",
        "orders_watched_by": "master",
        "solo_after": "fall",
        "solo_of": "setup",
        "ends": "never",
        "ends_with": "centers",
        "draw_shared_by": "all",
        "provisional_days": "2",
        "press": "full",
        "allotment": "lot",
        "language": "en",
        "request_key": str(uuid.uuid4()),
        **fields,
    }


def hidden_fields(answer: Answer) -> dict[str, Any]:
    """The data that the button on the preview page would send."""
    page = answer.content.decode()
    form = page[page.index("card--framed") :]
    found: dict[str, Any] = {}
    for tag in re.findall(r'<input type="hidden"[^>]*>', form):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag, re.S)
        assert name
        found.setdefault(name[1], []).append(html.unescape(value[1]) if value else "")
    return found


@pytest.fixture
def people(db: None) -> dict[str, User]:
    return {name: factories.person(name) for name in NAMES}


def begin(master: User, answer: Answer) -> Answer:
    return signed_in(master).post(URL, hidden_fields(answer) | {"begin": "yes"}, follow=True)


def test_the_sample_game_is_taken_over_and_goes_on_with_its_retreats(master: User, people):
    client = signed_in(master)
    with nothing_changes():
        shown = client.post(URL, sheet(SAMPLE.read_text()))
    text = words(shown)
    assert "Fall 1902, retreats" in text
    assert "Russia Felix" in text
    assert "Dislodged: Army Burgundy → Gascony, Paris" in text
    assert 'class="board"' in shown.content.decode()
    answer = begin(master, shown)
    game = Game.objects.get()
    assert answer.redirect_chain[-1][0] == game.get_absolute_url()
    assert "The game continues here" in words(answer)
    phase = factories.open_phase(game)
    assert phase.code == "F1902R"
    for name in NAMES:
        accept(people[name])
    for power, order in {"FRANCE": "A BUR R GAS", "RUSSIA": "A STP R MOS"}.items():
        seat = factories.seat(game, power)
        player = signed_in(factories.holder(seat))
        sent = {"mode": "text", "text": order}
        player.post(f"/games/{game.slug}/F1902R/orders/{power}/", sent)
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
        winter = factories.open_phase(game)
        assert winter.code == "W1902A"
        assert {"A GAS", "A MOS"} <= {str(unit) for unit in winter.units.all()}
        assert not winter.units.filter(dislodged=True).exists()
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
        assert factories.open_phase(game).code == "S1903M"


def test_the_same_game_pasted_as_json_has_the_same_position(master: User, people):
    body = {
        "phase": "S1903M",
        "units": {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]},
        "centers": {"FRANCE": ["BRE", "PAR"], "GERMANY": ["MUN"]},
        "players": {"FRANCE": "Clara", "GERMANY": "David"},
    }
    client = signed_in(master)
    pages = [client.post(URL, sheet(text)) for text in (SHORT, json.dumps(body))]
    tables = [re.findall(r"<table.*?</table>", page.content.decode(), re.S) for page in pages]
    assert tables[0] == tables[1]
    assert len(tables[0]) == 1


def test_powers_without_a_player_are_named_and_open(master: User, people):
    shown = signed_in(master).post(URL, sheet(SHORT.replace(" (David)", "")))
    assert "Open seats: Austria, England, Germany, Italy, Russia, Turkey." in words(shown)
    begin(master, shown)
    assert factories.seat(Game.objects.get(), "GERMANY").disorder_since


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("Clara", "Nobody Known", "No account has the name “Nobody Known”. Check the spelling."),
        ("Clara", "Mia Master", "A game master can’t play in their own game."),
        ("David", "clara", "Clara already plays another power."),
        ("A MUN", "A MUNN", "MUNN"),
        ("S1903M", "", "The phase is missing."),
    ],
)
def test_an_error_is_shown_with_its_line_and_all_input_is_kept(
    master: User, people: dict[str, User], before: str, after: str, message: str
):
    text = SHORT.replace(before, after)
    with nothing_changes():
        answer = signed_in(master).post(URL, sheet(text, house_rules="Be kind.", begin="yes"))
    assert message in words(answer)
    assert "This position can’t be used yet." in alerts(answer)
    page = html.unescape(answer.content.decode())
    assert text.strip() in page.replace("\r\n", "\n")
    assert "Be kind." in page
    assert 'value="From the forum"' in page


def test_a_closed_account_cannot_be_a_player(master: User, people: dict[str, User]):
    account_closing.close(people["Clara"])
    people["Clara"].refresh_from_db()
    for name in ("Clara", people["Clara"].name):
        answer = signed_in(master).post(URL, sheet(SHORT.replace("Clara", name)))
        assert f"No account has the name “{name}”. Check the spelling." in words(answer)


def test_a_wrong_deadline_loses_no_position(master: User, people):
    with nothing_changes():
        answer = signed_in(master).post(URL, sheet(SHORT, length="0"))
    assert "A phase lasts at least 1 hour." in alerts(answer)
    assert "FRANCE (Clara): A PAR, F BRE" in answer.content.decode()


def test_the_deadlines_can_be_looked_at_with_everything_still_there(master: User, people):
    with nothing_changes():
        answer = signed_in(master).post(URL, sheet(SHORT, show="deadlines", title=""))
    assert "The next five deadlines" in words(answer)
    assert "FRANCE (Clara): A PAR, F BRE" in answer.content.decode()
    assert not alerts(answer)


def test_going_back_from_the_preview_keeps_all_input(master: User, people):
    client = signed_in(master)
    shown = client.post(URL, sheet(SHORT, anonymous="on", house_rules="Be kind."))
    with nothing_changes():
        answer = client.post(URL, hidden_fields(shown) | {"change": "yes"})
    page = answer.content.decode()
    assert "FRANCE (Clara): A PAR, F BRE" in page
    assert re.search(r'name="anonymous"[^>]* checked', page)
    assert "Be kind." in page
    assert not alerts(answer)


def test_a_double_click_makes_one_game_and_another_look_another(master: User, people):
    client = signed_in(master)
    shown = client.post(URL, sheet(SHORT))
    for _click in range(2):
        answer = begin(master, shown)
    assert Game.objects.count() == 1
    assert answer.redirect_chain[-1][0] == Game.objects.get().get_absolute_url()
    begin(master, client.post(URL, hidden_fields(shown)))
    assert Game.objects.count() == 2


def test_the_timetable_and_the_changed_rules_are_those_of_the_form(master: User, people):
    fields = {
        "rhythm": "timetable", "weekdays": ["0", "3"], "at": "20:00", "zone": "Europe/Madrid",
        "least_hours": "24", "window_hours": "24", "absence_cap_days": "3",
        "skipped": "2027-01-01", "rules": "1971",
    }  # fmt: skip
    begin(master, signed_in(master).post(URL, sheet(SHORT) | fields))
    game = Game.objects.get()
    assert game.settings is not None
    assert (game.settings.weekdays, game.settings.zone) == (0b1001, "Europe/Madrid")
    assert game.settings.skipped_dates.count() == 1
    assert game.rules == "1971"


def test_the_taken_over_players_are_invited_and_may_resign_later(master: User, people):
    begin(master, signed_in(master).post(URL, sheet(SHORT)))
    game = Game.objects.get()
    clara = signed_in(people["Clara"])
    assert "Mia Master invites you to play France." in words(clara.get("/games/mine/"))
    assert clara.post(f"/games/{game.slug}/seats/FRANCE/resign/").status_code == 404
    accept(people["Clara"])
    clara.post(f"/games/{game.slug}/seats/FRANCE/resign/")
    assert Event.objects.filter(kind=Event.Kind.RESIGNED).exists()


def test_a_stranger_has_to_sign_in(client: Any, db: None):
    assert client.get(URL)["Location"].startswith("/accounts/login/")


def test_a_game_of_that_title_does_not_stand_in_the_way_of_the_page(master: User, people):
    begin(master, signed_in(master).post(URL, sheet(SHORT, title="Take over")))
    assert Game.objects.get().slug != "take-over"
    assert "Take over a running game" in words(signed_in(master).get(URL))

"""Threads and mails from forums and mail programs: what is taken from them, and what never is."""

import re
from collections.abc import Mapping

import pytest

from accounts.models import User
from adjudicator import load_setup, opening, read_sheet
from games import access
from games.models import Game, Order
from games.orders import on_behalf, threads
from games.orders.on_behalf import Thread
from games.orders.thread_questions import Question
from games.orders.threads import Reason
from games.seats import declared_players, tenures
from tests import factories

from .thread_samples import SAMPLES, Sample

START = opening(load_setup("standard"))
NAMES = {
    "AUSTRIA": "Anna",
    "ENGLAND": "Nell",
    "FRANCE": "Hans",
    "GERMANY": "Greta",
    "ITALY": "Ivo",
    "RUSSIA": "Иван",
    "TURKEY": "Tarik",
}

IS_ORDER = re.compile(r"\b[AFEАФ] \w+(?:/\w+)?(?:-\w| H\b| B\b| S )")


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    """A game whose players all have no account."""
    game = factories.begun_game(master, players, orders_by_master=True)
    for power, name in NAMES.items():
        seat = factories.seat(game, power)
        tenures.resign(seat, factories.holder(seat))
        declared_players.declare(seat, name=name, email="", by=master)
    return Game.objects.get(pk=game.pk)


def read(
    game: Game,
    master: User,
    text: str,
    names: Mapping[str, str] = NAMES,
    answers: Mapping[str, str] | None = None,
) -> Thread:
    """Read a thread; `answers` are those to questions about sections, by key."""
    seats, phase = list(access.seats_entered_by(master, game)), factories.open_phase(game)
    return on_behalf.read_thread(phase, seats, text, None, {}, names, [str(master)], answers)


def answered(game: Game, master: User, text: str, answers: dict[int, str]) -> Thread:
    """Read a thread whose questions about sections are answered, by their first lines."""
    thread, given = read(game, master, text), dict[str, str]()
    while open_ones := [each for each in thread.questions if not each.answer]:
        assert not thread.is_accepted
        given |= {each.key: answers[min(each.lines)] for each in open_ones}
        thread = read(game, master, text, answers=given)
    return thread


@pytest.mark.django_db
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_thread_gives_each_power_its_orders_and_nothing_else(
    game: Game, master: User, sample: Sample
):
    thread = answered(game, master, sample.text, sample.answers)
    assert len(thread.questions) == len(sample.answers)
    assert [(each.reason, sorted(each.lines)) for each in thread.skipped] == sample.skipped
    questions = [line for part in thread.parts for line in part.sheet.questions]
    assert sorted(line.province for line in questions) == sorted(sample.asked)
    assert sorted(line.read.number for line in thread.ignorable) == sample.ignored
    if sample.ignored:
        assert not thread.is_accepted
        thread = thread.without_ignorable()
    assert thread.is_accepted == bool(sample.orders)
    if thread.is_accepted:
        phase = factories.open_phase(game)
        on_behalf.store(phase, thread, person=master, seen={}, ready=False)
    stored: dict[str, list[str]] = {}
    for order in Order.objects.filter(phase__game=game).select_related("seat").order_by("pk"):
        stored.setdefault(order.seat.power, []).append(order.text)
    assert stored == sample.orders


def divided(text: str, powers: list[str] | None = None, **names: str) -> threads.Division:
    return threads.divide(text, START, powers or list(START.setup.powers), names=names)


def orders(division: threads.Division) -> dict[str, list[str]]:
    sheets = {power: read_sheet(text, START, power) for power, text in division.parts.items()}
    return {power: list(map(str, sheet.orders)) for power, sheet in sheets.items() if sheet.orders}


def reasons(division: threads.Division) -> list[tuple[Reason, str]]:
    return [(each.reason, each.named) for each in division.skipped]


@pytest.mark.parametrize(
    "date",
    [
        "Fri Nov 27, 2026 8:12 am",
        "» Fri Nov 27, 2026 8:12 am",
        "by Bob » Fri Nov 27, 2026 8:12 am",
        "27.11.2026 08:12",
        "27 Nov 2026, 08:12",
        "27-11-2026, 08:12 #14",
        "2026-11-27 08:12",
        "Vie Nov 27, 2026 8:12 am",
        "27 de noviembre de 2026, 08:12",
        "27 novembre 2026 alle ore 08:12",
        "27 ноември 2026 г., 08:12",
        "Today, 08:12 AM",
        "Nov 27, 2026, 8:12 AM (2 hours ago)",
    ],
)
def test_the_date_of_a_post_is_no_turn_and_no_line_to_read(date: str):
    text = f"{date}\nFrance:\nA Par-Bur\n"
    assert orders(divided(text)) == {"FRANCE": ["A PAR - BUR"]}
    sheet = read_sheet(text, START, "FRANCE")
    assert sheet.problem is None
    assert [line.text for line in sheet.lines if not line.order] in ([], ["by Bob"])


@pytest.mark.parametrize(
    "line", ["A Par-Bur » 27.11.2026 08:12", "A Par-Bur 27.11.2026 08:12", "Par-Bur » 27.11.2026"]
)
def test_an_order_beside_a_date_is_no_head_of_a_post(line: str):
    assert orders(divided(f"France:\n{line}")) == {"FRANCE": ["A PAR - BUR"]}


@pytest.mark.parametrize("said", ["Cancelled", "If Germany agrees", "Not these, by Hans"])
def test_words_of_doubt_beside_a_date_are_read(said: str):
    sheet = read_sheet(f"{said} » 27.11.2026 08:12\nA Par-Bur\nA Mar H\nF Bre H", START, "FRANCE")
    assert not sheet.orders


def test_a_date_alone_ends_no_section_of_an_old_turn():
    division = divided("Fall 1900\n27.11.2026 08:12\nFrance: A Par-Bur")
    assert orders(division) == {}
    assert reasons(division) == [(Reason.OTHER_PHASE, "Fall 1900")]


def test_a_date_alone_ends_no_quote_without_marks():
    text = "France: A Par-Bur\n\nBob wrote:\n27.11.2026 08:12\nFrance: A Mar-Spa"
    assert orders(divided(text)) == {"FRANCE": ["A PAR - BUR"]}


def test_headings_below_the_title_of_an_old_turn_belong_to_it():
    text = (
        "Fall 1900 results\n\nFrance:\nA Par-Bur\nItaly:\nA Ven H\n\nSpring 1901\nItaly: A Ven-Tyr"
    )
    assert orders(divided(text)) == {"ITALY": ["A VEN - TYR"]}


def test_the_orders_below_a_date_alone_are_of_nobody_above_it():
    text = "France:\nA Par-Bur\n\nFall 1900\nA Mar H\n\nSpring 1901\nA Lvp-Yor"
    assert orders(divided(text)) == {"FRANCE": ["A PAR - BUR"], "ENGLAND": ["A LVP - YOR"]}


def test_a_heading_in_a_quote_means_nothing_outside_it():
    text = "France:\nA Par-Bur\n> Fall 1900\n> Italy:\nA Mar-Spa\n[quote]Italy:[/quote]\nF Bre-MAO"
    assert orders(divided(text)) == {"FRANCE": ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"]}


@pytest.mark.parametrize(
    "notice",
    [
        "Begin forwarded message:",
        "-----Original Message-----",
        "---------- Mensaje reenviado ----------",
        "Inizio messaggio inoltrato:",
        "Начало на препратеното съобщение:",
        "From: Nell <nell@example.org>\nSent: Friday, November 27, 2026 8:12 AM\nTo: Hans",
    ],
)
def test_a_forwarded_mail_gives_no_orders_below_others(notice: str):
    division = divided(f"France:\nA Par-Bur\n\n{notice}\n\nEngland:\nF Lon-NTH\nA Par-Pic")
    assert orders(division) == {"FRANCE": ["A PAR - BUR"]}
    assert Reason.QUOTED in {each.reason for each in division.skipped}


@pytest.mark.parametrize(
    "announcement",
    [
        "Hans wrote on Fri Nov 27, 2026 at 8:12:",
        "Hans escribió el 27/11/2026 a las 08:12:",
        "Hans ha scritto il 27/11/2026 alle 08:12:",
        "Hans написа на 27.11.2026 в 08:12:",
        "Hans schrieb am 27.11.2026 um 08:12:",
    ],
)
def test_an_announcement_with_the_time_behind_the_name_begins_a_quote(announcement: str):
    text = f"France:\nA Par-Bur\n{announcement}\nA Mar-Spa"
    divided = threads.divide(text, START, ["FRANCE"], names=NAMES)
    assert [(each.reason, sorted(each.lines)) for each in divided.skipped] == [(Reason.QUOTED, [4])]
    assert "Mar" not in divided.parts["FRANCE"]


def test_a_quote_that_is_never_closed_ends_with_its_post():
    text = "[quote=Bob]\nFrance: A Par-Bur\n\nby Ann » Fri Nov 27, 2026 8:12 am\nFrance: A Mar-Spa"
    assert orders(divided(text)) == {"FRANCE": ["A MAR - SPA"]}


def test_quoted_and_typed_text_on_one_line_are_told_apart():
    text = "France:\n[quote]A Par-Pic[/quote] A Par-Bur [quote]A Mar H[/quote]"
    assert orders(divided(text)) == {"FRANCE": ["A PAR - BUR"]}


def test_the_section_of_a_power_without_orders_to_give_is_skipped():
    text = "Italy:\nA Ven H\n\nFrance:\nA Par-Bur"
    division = divided(text, ["FRANCE", "ENGLAND"])
    assert orders(division) == {"FRANCE": ["A PAR - BUR"]}
    assert reasons(division) == [(Reason.OTHER_POWER, "ITALY")]


def test_a_heading_of_two_powers_gives_orders_to_neither():
    division = divided("France:\nA Par-Bur\n\nAustria and Italy:\nA Ven H\nA Vie H")
    assert orders(division) == {"FRANCE": ["A PAR - BUR"]}
    assert reasons(division) == [(Reason.SEVERAL_POWERS, "AUSTRIA ITALY")]


def test_the_name_of_a_player_is_a_heading_however_it_is_written():
    for heading in (
        "Hans:",
        "hans :",
        "[b]Hans[/b]",
        "**Hans:**",
        "Hans (France):",
        "France – Hans:",
    ):
        division = divided(f"England:\nF Lon-NTH\n{heading}\nA Par-Bur", FRANCE="Hans")
        assert orders(division) == {"ENGLAND": ["F LON - NTH"], "FRANCE": ["A PAR - BUR"]}, heading


@pytest.mark.parametrize(
    "heading",
    ["@Hans", "[u]FRANCE[/u] - Ana", "FRANCE - Ana", "FRANCE;", "FRANCE |", "**France** – @Max R"],
)
def test_headings_of_forums_are_known(heading: str):
    division = divided(f"England:\nF Lon-NTH\n{heading}\nA Par-Bur", FRANCE="Hans")
    assert orders(division) == {"ENGLAND": ["F LON - NTH"], "FRANCE": ["A PAR - BUR"]}


@pytest.mark.parametrize("mark", ["; ", " | ", " - ", " – "])
def test_a_power_may_begin_the_line_of_its_orders(mark: str):
    division = divided(f"England:\nF Lon-NTH\nFrance{mark}A Par-Bur, F Bre H")
    assert orders(division) == {"ENGLAND": ["F LON - NTH"], "FRANCE": ["A PAR - BUR", "F BRE H"]}


@pytest.mark.parametrize(
    "line", ["France - no", "FRANCE - no thanks", "France - sorry about Burgundy", "@Hans"]
)
def test_a_power_or_player_who_is_spoken_to_begins_no_section(line: str):
    text = f"by Nell » 27.11.2026 08:12\nF Lon-NTH\n{line}\nA Lvp-Yor"
    (part,) = divided(text, ENGLAND="Nell", FRANCE="Hans").parts.values()
    assert part.split("\n")[1:] == ["F Lon-NTH", line, "A Lvp-Yor"]


def test_a_player_who_is_addressed_begins_no_section():
    text = "England:\nF Lon-NTH\nHans: thanks for the talk\nF Edi-NWG"
    assert "FRANCE" not in divided(text, FRANCE="Hans").parts


def test_a_name_of_two_players_is_no_heading_of_either():
    text = "France:\nA Par-Bur\n\nMax:\nA Lvp-Yor\nA Ven H"
    division = divided(text, ENGLAND="Max", ITALY="Max")
    assert orders(division)["FRANCE"] == ["A PAR - BUR"]
    assert not division.headings


@pytest.mark.parametrize("name", ["Italy", "Ven", "Paris", "Eng", ""])
def test_a_name_that_means_a_power_or_a_province_is_no_heading(name: str):
    division = divided(f"France:\nA Par-Bur\n{name}: A Mar H", GERMANY=name)
    assert not division.headings
    assert "GERMANY" not in division.parts


@pytest.mark.parametrize("name", ["Ana", "Ivo", "Bre"])
def test_an_author_whose_name_resembles_a_province_is_known(name: str):
    text = f"by {name} » Fri Nov 27, 2026 9:14 am\nA Par-Bur\nF Bre-MAO"
    division = divided(text, FRANCE=name)
    assert orders(division) == {"FRANCE": ["A PAR - BUR", "F BRE - MAO"]}
    assert not division.skipped


def test_what_somebody_else_quotes_and_then_asks_is_nobodys_order():
    text = """
by Nell » Fri Nov 27, 2026 9:40 am
[quote="Hans"]A Par-Bur[/quote]
Hans, would A Par-Pic not be better for us?
"""
    division = divided(text, FRANCE="Hans", ENGLAND="Nell")
    assert orders(division) == {}


def asked(text: str, answers: dict[str, str] | None = None) -> list[Question]:
    division = threads.divide(
        text, START, list(NAMES), names=NAMES, masters=["Mia Master"], answers=answers
    )
    return [each for each in division.questions if not each.answer]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("by Mia Master » 27.11.2026 08:12\nFrance:\nA Par-Bur", 0),
        ("by Hans » 27.11.2026 08:12\nFrance:\nA Par-Bur", 0),
        ("by Lurker » 27.11.2026 08:12\nFrance:\nthanks", 0),
        ("by Lurker » 27.11.2026 08:12\nFrance:\nA Par-Bur", 1),
        ("Posted by Lurker\nFrance:\nA Par-Bur", 1),
        ("by Lurker » 27.11.2026\nFrance: A Par-Bur\nby Bob » 27.11.2026\nItaly: A Ven H", 2),
        ("by Lurker » 27.11.2026\nFrance: A Par-Bur\nby Lurker » 27.11.2026\nItaly: A Ven H", 1),
    ],
)
def test_posts_of_strangers_for_a_power_are_asked_about(text: str, count: int):
    assert len(asked(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Emil wrote: ↑\nGood idea!", 0),
        ("Emil wrote: ↑\nA Mar-Spa", 1),
        ("Emil wrote: ↑\nA Par-Bur\nF Bre-MAO", 0),  # the same lines stand above
        ("Emil wrote: ↑\nF Bre-MAO\nA Par-Bur", 1),
        ("On Fri, 27 Nov 2026 at 9:05, Emil <e@x.test> wrote:\nA Mar-Spa", 0),
        ("-----Original Message-----\nFrom: Emil\nSent: Friday\nA Mar-Spa", 0),
        ("-----Original Message-----\n\nFrom: Emil\nSent: Friday\n\nA Mar-Spa", 0),
        ("---------- Forwarded message ---------\nFrom: Emil\nDate: Friday\nA Mar-Spa", 1),
        ("From: Emil\nDate: Friday\nA Mar-Spa", 1),
        ("From: Emil\nDate: Friday\nA Mar-Spa\nFrom: Nell\nDate: Friday\nA Lvp-Yor", 2),
        ("From: Emil\nDate: Friday\n> A Mar-Spa", 0),
    ],
)
def test_quotes_without_marks_are_asked_about(text: str, count: int):
    assert len(asked(f"France:\nA Par-Bur\nF Bre-MAO\n\n{text}")) == count


def test_the_answer_to_a_question_about_another_text_counts_nothing():
    text = "France:\nA Par-Bur\nEmil wrote: ↑\nA Mar-Spa"
    (question,) = asked(text)
    assert not asked(text, {question.key: "1"})
    assert asked(text.replace("Spa", "Gas"), {question.key: "1"})
    assert asked(text, {question.key: "5"})


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_no_order_is_lost(sample: Sample):
    """Each line with an order is in one part, or listed as skipped."""
    division = threads.divide(sample.text, START, list(NAMES), names=NAMES)
    found = {number for each in division.skipped for number in each.lines}
    for part in division.parts.values():
        found |= {n for n, line in enumerate(part.splitlines(), start=1) if line.strip()}
    lines = enumerate(sample.text.splitlines(), start=1)
    assert {number for number, line in lines if IS_ORDER.search(line)} <= found


@pytest.mark.django_db
def test_orders_saved_before_stay_if_all_of_a_power_is_ignored(game: Game, master: User):
    phase = factories.open_phase(game)
    first = read(game, master, "England: F Lon-NTH")
    on_behalf.store(phase, first, person=master, seen={}, ready=False)
    thread = read(game, master, "France: A Par-Bur\n\nEngland:\nHello!\nF Lon-Mos")
    assert [line.read.text for line in thread.ignorable] == ["F Lon-Mos"]
    on_behalf.store(phase, thread.without_ignorable(), person=master, seen={}, ready=False)
    saved = Order.objects.filter(phase=phase).values_list("text", flat=True)
    assert set(saved) == {"F LON - NTH", "A PAR - BUR"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "France:\nA Par-Bur\nA Mar-Spa\nIf you agree, F Bre-MAO",
        "France:\nA Par-Bur\nA Par-Pic\nhullabaloo",
        "France:\nA Ven-Tyr",
        "France:\nA Par-Bur\nforget Paris\nhullabaloo",
    ],
    ids=["a question", "two orders for a unit", "no order is left", "taken back"],
)
def test_a_doubt_is_never_ignored(game: Game, master: User, text: str):
    thread = read(game, master, text)
    assert not thread.is_accepted
    assert not thread.ignorable

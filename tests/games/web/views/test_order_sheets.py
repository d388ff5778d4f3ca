"""The text box of the order form: saved orders, feedback line by line, and who receives it."""

import datetime as dt
import html
import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.adjudication import due_phases
from games.models import Event, Game, Order, Receipt
from tests import factories

from .conftest import Answer, OrderForm, alerts, nothing_changes, signed_in, words
from .test_play import POSITION, REFUSED_LINES, chosen, stored, typed_text


def entries(answer: Answer) -> list[str]:
    """The feedback on the lines of a text."""
    page = answer.content.decode()
    found = re.findall(r'<li class="feedback__line[^>]*>(.*?)</li>', page, re.S)
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", each)).split()) for each in found]


def language_chosen(answer: Answer) -> str:
    select = re.search(r'<select name="language".*?</select>', answer.content.decode(), re.S)
    assert select
    option = re.search(r'<option value="([^"]*)" selected', select[0])
    assert option
    return option[1]


def ask(order_form: OrderForm, text: str, **more: str) -> Answer:
    """Send the request that the script sends while the text is typed."""
    url = reverse("games:order_feedback", args=order_form.place)
    return order_form.client.post(url, {"mode": "text", "text": text, **more})


def check(order_form: OrderForm, text: str, **more: str) -> Answer:
    form = {"mode": "text", "text": text, "then": "check", **more}
    return order_form.client.post(order_form.url, form)


# Saving a part

# Invisible characters, which nobody can correct, and characters pasted from a forum page.
TAKEN = {"an invisible message", "markup"}


@pytest.mark.parametrize("what", sorted(REFUSED_LINES.keys() - TAKEN))
def test_a_valid_line_is_saved_beside_one_that_is_refused(game: Game, order_form, what: str):
    line, says = REFUSED_LINES[what]
    factories.set_up_position(game, "S1902M", **POSITION)
    answer = order_form().text(f"{line}\nA MAR - GAS")
    assert answer.status_code == 422
    assert "1 order was saved at" in alerts(answer)
    assert "not saved: see below" in alerts(answer)
    assert says in " ".join(entries(answer))
    assert typed_text(answer) == f"{line}\nA MAR - GAS"
    assert stored(game) == ["A MAR - GAS"]


# Doubtful lines

DOUBTFUL = "A Mar - Spa\n\nA Par - Bur, Pic"


def questions(answer: Answer) -> dict[str, list[str]]:
    """The answers that a page offers for doubtful lines, by the name of their field."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(
        r'<input type="radio" name="(meant-[A-Z]+)" value="([^"]+)"', answer.content.decode()
    ):
        found.setdefault(name, []).append(value)
    return found


def test_a_doubtful_line_is_a_question_and_the_clear_ones_are_saved(game: Game, order_form):
    france = order_form()
    france.rows("A PAR H")
    answer = france.text(DOUBTFUL)
    assert answer.status_code == 422
    assert questions(answer) == {"meant-PAR": ["A PAR - BUR", "A PAR - PIC", "none"]}
    assert "1 line needs your answer: answer below, then save." in alerts(answer)
    assert "any order saved earlier for A PAR still counts." in words(answer)
    assert set(stored(game)) == {"A MAR - SPA", "A PAR H"}
    assert typed_text(answer) == DOUBTFUL


@pytest.mark.parametrize(
    ("meant", "orders"),
    [
        ("A PAR - PIC", {"A MAR - SPA", "A PAR - PIC"}),
        ("none", {"A MAR - SPA"}),
    ],
)
def test_the_answer_to_a_question_is_saved_with_the_rest(
    game: Game, order_form, meant: str, orders: set[str]
):
    france = order_form()
    france.rows("A PAR H")
    answer = france.text(DOUBTFUL, **{"meant-PAR": meant})
    assert answer.status_code == 302
    assert set(stored(game)) == orders


def test_none_of_these_leaves_a_unit_without_an_order_beside_a_refused_line(game: Game, order_form):
    france = order_form()
    france.rows("A PAR H")
    answer = france.text(f"{DOUBTFUL}\n\nF Bre - Tri", **{"meant-PAR": "none"})
    assert answer.status_code == 422
    assert stored(game) == ["A MAR - SPA"]


@pytest.mark.parametrize("meant", ["A PAR H", "A MAR - SPA", "F BRE - ENG", ""])
def test_only_an_order_that_was_offered_answers_a_question(game: Game, order_form, meant: str):
    answer = order_form().text(DOUBTFUL, **{"meant-PAR": meant})
    assert answer.status_code == 422
    assert questions(answer)
    assert stored(game) == ["A MAR - SPA"]


def test_an_answer_counts_for_no_line_that_is_clear(game: Game, order_form):
    answer = order_form().text("A Par - Bur", **{"meant-PAR": "A PAR - PIC"})
    assert answer.status_code == 302
    assert stored(game) == ["A PAR - BUR"]


def test_a_sheet_of_doubts_alone_saves_nothing_and_asks(game: Game, order_form):
    answer = order_form().text("If Italy agrees, A Par - Bur")
    assert answer.status_code == 422
    assert questions(answer) == {"meant-PAR": ["A PAR - BUR", "none"]}
    assert "Nothing was saved. 1 line needs your answer" in alerts(answer)
    assert stored(game) == []


def test_a_question_that_is_answered_stays_answered_while_the_text_is_typed(game: Game, order_form):
    answer = ask(order_form(), DOUBTFUL, **{"meant-PAR": "A PAR - PIC"})
    assert 'value="A PAR - PIC" id="meant-PAR-FRANCE-2" checked' in answer.content.decode()
    assert "2 orders understood" in words(answer)
    assert "1 order understood, 1 question" in words(ask(order_form(), DOUBTFUL))
    assert stored(game) == []


def test_the_page_says_how_many_orders_were_saved_when_and_how_many_were_not(
    game: Game, order_form
):
    at = dt.datetime(2030, 5, 1, 17, 45, tzinfo=dt.UTC)
    factories.let_be_due(game, at + dt.timedelta(1))
    with time_machine.travel(at, tick=False):
        answer = order_form().text("A Par-Bur\nA Mar-Brgndy\nF Bre-MAO\nA Mun-Ruh")
    said = alerts(answer)
    assert "2 orders were saved at 17:45. 2 lines were not saved: see below." in said
    assert "Saved 17:45" not in words(answer)


def test_the_page_after_leftovers_shows_all_that_was_typed_and_what_counts_now(
    game: Game, order_form
):
    france = order_form()
    france.rows("A PAR - BUR", "F BRE - MAO")
    typed = "> Spring 1901\n\n  - A Mar S A Par-Brgndy   \n- F Bre-Pixx <x> & y\n"
    answer = france.text(typed + "F Bre-Eng")
    page = html.unescape(answer.content.decode())
    assert f"\n{typed}F Bre-Eng</textarea>" in page.replace("\r\n", "\n")
    assert "These orders are saved and count at the deadline: A PAR - BUR F BRE - ENG" in words(
        answer
    )
    assert chosen(answer, "unit-BRE") == "F BRE - ENG"
    assert chosen(answer, "unit-PAR") == "A PAR - BUR"
    assert "A PAR - BUR" in page.partition("card order-entry")[0], "the map shows what counts"


def test_every_line_is_answered_after_a_save_with_leftovers(game: Game, order_form):
    answer = order_form().text("A Par-Bur\nA Mar-Brgndy\nF Bre-MAO")
    good, bad, last = entries(answer)
    assert good == "Line 1 A Par-Bur Army Paris moves to Burgundy"
    assert bad.startswith("Line 2 A Mar-Brgndy “Brgndy” was not understood")
    assert last.startswith("Line 3")


def test_when_nothing_can_be_taken_it_says_so_and_answers_every_line(game: Game, order_form):
    france = order_form()
    france.text("A Par-Pic")
    with nothing_changes():
        answer = france.text("A Par-Brgndy\nA Mun-Ruh")
    assert answer.status_code == 422
    assert "Nothing was saved: every line needs a correction." in alerts(answer)
    assert "The orders you saved earlier still count" in words(answer)
    assert len(entries(answer)) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Germany\nA Par-Bur", "these are orders for Germany"),
        ("Fall 1901\nA Par-Bur", "is not this phase"),
        ("A PAR H\n" * 100_000, "at most 100 orders"),
        ("France:", "There are no orders in this text"),
    ],
)
def test_a_text_that_is_wrong_as_a_whole_is_not_saved(game: Game, order_form, text: str, says: str):
    france = order_form()
    france.text("A Par-Pic")
    with nothing_changes():
        answer = france.text(text)
    assert answer.status_code == 422
    assert "Nothing was saved." in alerts(answer)
    assert says in alerts(answer)
    assert typed_text(answer).splitlines() == text.splitlines()
    assert entries(answer) == []


def test_a_text_with_more_builds_than_are_due_is_saved_up_to_the_limit(game: Game, order_form):
    factories.set_up_position(
        game, "W1901A", units={"FRANCE": ["A SPA"]}, centers={"FRANCE": ["PAR", "SPA"]}
    )
    answer = order_form().text("A PAR B\nWAIVE")
    assert answer.status_code == 422
    assert "That’s too many: the maximum now is 1." in entries(answer)[1]
    assert typed_text(answer) == "A PAR B\nWAIVE"
    assert stored(game) == ["A PAR B"]


def test_a_text_with_warnings_is_saved_completely(game: Game, order_form):
    answer = order_form().text("A Par-Bur\nA Mar S A Ven-Pie")
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
    assert stored(game) == ["A PAR - BUR", "A MAR S A VEN - PIE"]


def test_warnings_are_shown_for_saved_orders(game: Game, order_form):
    france = order_form()
    answer = france.client.post(
        france.url, {"mode": "text", "text": "A Par-Bur\nA Mar-Bur\nF Bre-MAO"}, follow=True
    )
    said = "Check these orders. They count as they are: A PAR - BUR A MAR is also moving to BUR"
    assert said in words(answer)
    listed = words(answer).partition("Check these orders.")[2].partition("Save")[0]
    assert "F BRE - MAO" not in listed
    assert said in words(france.client.get(france.url))
    france.text("A Par-Pic\nA Mar-Bur")
    assert "Check these orders." not in words(france.client.get(france.url))


def test_no_order_travels_in_the_address_or_a_cookie_after_a_save(game: Game, order_form):
    factories.set_up_position(game, "S1902M", units={"FRANCE": ["F NWY"]})
    france = order_form()
    form = {"mode": "text", "text": "F Nor-MNo", "language": "es"}
    answer = france.client.post(france.url, form)
    sent = answer["Location"] + answer.cookies.output() + france.client.cookies.output()
    for order in ("MNo", "Mno", "Nwg", "NWG", "Nth", "NTH", "Norw"):
        assert order not in sent
    assert "In another notation (" in words(france.client.get(game.get_absolute_url()))


def test_new_and_saved_orders_are_checked_together(game: Game, order_form):
    france = order_form()
    france.rows("A MAR - BUR")
    answer = france.text("A Par-Bur\nF Bre-Brgndy")
    said = (
        "These orders are saved and count at the deadline: A MAR - BUR A PAR is also moving to BUR"
    )
    assert said in words(answer)


def test_a_build_without_room_beside_what_is_saved_is_answered_so(game: Game, order_form):
    factories.set_up_position(
        game, "W1901A", units={"FRANCE": ["A SPA"]}, centers={"FRANCE": ["PAR", "MAR", "SPA"]}
    )
    france = order_form()
    france.text("A Par B\nA Mar B")
    with nothing_changes():
        answer = france.text("waive\nzz")
    assert "Nothing was saved: every line needs a correction." in alerts(answer)
    too_many = "Together with your saved orders, that’s too many: the maximum now is 2."
    assert too_many in entries(answer)[0]


def test_who_was_ready_is_told_that_half_a_sheet_ends_it(game: Game, order_form):
    france = order_form()
    france.text("A Par-Bur")
    france.ready()
    for more in ({}, {"then": "ready"}):
        form = {"mode": "text", "text": "A Par-Pic\nA Mar-Brgndy", **more}
        answer = france.client.post(france.url, form)
        assert "Not ready" not in words(answer)
        says = "You’re not ready yet." if more else "You’re no longer ready."
        assert says in alerts(answer)
    assert factories.seat(game, "FRANCE").ready_phase is None


def test_nobody_is_made_ready_by_half_a_sheet(game: Game, order_form):
    france = order_form()
    form = {"mode": "text", "text": "A Par-Bur\nA Mar-Brgndy", "then": "ready"}
    answer = france.client.post(france.url, form)
    assert "You’re not ready yet." in alerts(answer)
    assert factories.seat(game, "FRANCE").ready_phase is None
    assert stored(game) == ["A PAR - BUR"]


def test_a_text_with_a_slip_sent_twice_is_saved_once(game: Game, order_form):
    france = order_form()
    france.text("A Par-Bur\nA Mar-Brgndy")
    with nothing_changes():
        answer = france.text("A Par-Bur\nA Mar-Brgndy")
    assert answer.status_code == 422
    assert "1 order was saved at" in alerts(answer)


def test_a_text_with_a_mistake_is_refused_a_second_after_the_deadline(game: Game, order_form):
    france = order_form()
    with time_machine.travel(france.phase.due_at + dt.timedelta(seconds=1), tick=False):
        france.client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        with nothing_changes():
            answer = france.text("A Par-Bur\nA Mar-Brgndy")
    assert answer.status_code == 409
    assert "The deadline of Spring 1901, movement has passed" in alerts(answer)
    assert entries(answer) == []


# Languages


def speaks(game: Game, language: str) -> None:
    holder = factories.holder(factories.seat(game, "FRANCE"))
    holder.language = language
    holder.save(update_fields=["language"])


def test_a_text_is_read_in_the_readers_notation_unless_they_say_otherwise(game: Game, order_form):
    speaks(game, "es")
    france = order_form()
    assert france.text("E Par-Bor, E Mar A E Par-Bor").status_code == 302
    assert stored(game) == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    form = {"mode": "text", "text": "А Пар-Пик", "language": "bg"}
    assert france.client.post(france.url, form).status_code == 302
    assert stored(game) == ["A PAR - PIC"]


@pytest.mark.parametrize("language", ["en", "es", "it", "any"])
def test_the_choice_of_a_language_is_kept_in_the_form_that_comes_back(order_form, language: str):
    france = order_form()
    form = {"mode": "text", "text": "nothing to read", "language": language}
    for then in ({}, {"then": "check"}):
        assert language_chosen(france.client.post(france.url, form | then)) == language


def test_the_readers_notation_is_listed_first_with_its_name(game: Game, order_form):
    speaks(game, "it")
    answer = order_form().client.get(order_form().url)
    select = re.search(r'<select name="language".*?</select>', answer.content.decode(), re.S)
    assert select
    values = re.findall(r'<option value="([^"]*)"', select[0])
    assert values == ["it", "en", "es", "bg", "any"]
    assert "Italiano)" in select[0].partition("</option>")[0]


def test_a_text_is_read_in_the_notation_of_the_box_it_was_written_in(game: Game, order_form):
    """The box is filled in Spanish, and Italian is chosen in another tab before it is sent."""
    factories.set_up_position(game, "S1902M", units={"FRANCE": ["F NWY"]})
    speaks(game, "es")
    france = order_form()
    france.text("F Nor-MNo")
    assert stored(game) == ["F NWY - NWG"]
    page = france.client.get(france.url)
    box, first = typed_text(page), first_language(page)
    assert (box, first) == ("F Nor-MNo", "es")
    speaks(game, "it")
    form = {"mode": "text", "text": box, "language": first}
    assert language_chosen(check(france, box, language=first)) == "es"
    assert france.client.post(france.url, form).status_code == 302
    assert stored(game) == ["F NWY - NWG"]


def first_language(answer: Answer) -> str:
    """The language that a browser sends if nobody changes the selection."""
    select = re.search(r'<select name="language".*?</select>', answer.content.decode(), re.S)
    assert select
    assert " selected" not in select[0]
    option = re.search(r'<option value="([^"]*)"', select[0])
    assert option
    return option[1]


def test_an_unknown_language_is_read_as_the_readers_own(game: Game, order_form):
    france = order_form()
    form = {"mode": "text", "text": "A Par-Bur", "language": "klingon"}
    assert france.client.post(france.url, form).status_code == 302
    assert stored(game) == ["A PAR - BUR"]


def test_a_detected_language_is_named(order_form):
    answer = check(order_form(), "E Par-Bor\nF Bre M", language="any")
    assert "read as Español" in words(answer)


def test_the_examples_are_in_the_readers_notation(game: Game, order_form):
    assert "A MAR S A PAR - BUR" in words(order_form().client.get(order_form().url))
    speaks(game, "es")
    page = words(order_form().client.get(order_form().url))
    assert "E Mar A E Par-Bor" in page
    assert "A PAR - BUR" not in page


# Checking without a script


def test_checking_answers_every_line_and_saves_nothing(game: Game, order_form):
    france = order_form()
    with nothing_changes():
        answer = check(france, "A Par-Bur\nA Mar S A Ven-Pie\nF Bre-Brgndy")
    assert answer.status_code == 200
    assert alerts(answer).startswith("Line 3")
    assert len(entries(answer)) == 3
    assert entries(answer)[1].endswith("A VEN belongs to Italy.")
    assert "saved" not in alerts(answer)
    assert "2 orders understood, 1 line not accepted" in words(answer)
    assert typed_text(answer) == "A Par-Bur\nA Mar S A Ven-Pie\nF Bre-Brgndy"


def test_checking_after_the_deadline_says_so(game: Game, order_form):
    france = order_form()
    with time_machine.travel(france.phase.due_at, tick=False):
        france.client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        answer = check(france, "A Par-Bur")
    assert answer.status_code == 409
    assert "The deadline of Spring 1901, movement has passed" in alerts(answer)
    assert entries(answer) == []
    assert typed_text(answer) == "A Par-Bur"


def test_a_form_of_rows_is_always_saved_and_never_only_checked(game: Game, order_form):
    assert order_form().rows("A PAR - BUR", then="check").status_code == 302
    assert stored(game) == ["A PAR - BUR"]


# While the text is typed


def test_the_script_is_answered_as_the_button_is(game: Game, order_form):
    france = order_form()
    text = "A Par-Bur\nA Mar S A Ven-Pie\nF Bre-Brgndy"
    with nothing_changes():
        answer = ask(france, text)
    assert answer.status_code == 200
    assert entries(answer) == entries(check(france, text))
    assert len(entries(answer)) == 3
    assert "<html" not in answer.content.decode()


def test_an_empty_box_has_an_empty_answer(order_form):
    assert ask(order_form(), " \n ").content.strip() == b""


def test_no_answer_is_longer_than_what_a_sheet_may_hold(game: Game, order_form):
    france = order_form()
    for text in (("A Par H " * 249 + ";") * 5, "A Par-Bur " + "x" * 9_000):
        answer = ask(france, text)
        assert answer.status_code == 200
        assert len(answer.content) < 1_000


def test_the_script_is_told_of_a_wrong_heading_and_of_the_deadline(game: Game, order_form):
    france = order_form()
    assert "these are orders for Germany" in words(ask(france, "Germany: A Par-Bur"))
    with time_machine.travel(france.phase.due_at, tick=False):
        france.client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        late = ask(france, "A Par-Bur")
    assert late.status_code == 409
    assert "The deadline of Spring 1901, movement has passed" in words(late)
    assert entries(late) == []


def test_only_the_open_phase_answers(game: Game, order_form):
    france = order_form()
    with time_machine.travel(france.phase.due_at, tick=False):
        due_phases.resolve_due()
        france.client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        answer = ask(france, "A Par-Bur")
    assert answer.status_code == 409
    assert "Spring 1901, movement is over" in words(answer)


@pytest.mark.parametrize("power", ["GERMANY", "GALLIA"])
def test_no_other_seat_answers(game: Game, order_form, power: str):
    france = order_form()
    url = reverse("games:order_feedback", args=[*france.place[:2], power])
    assert france.client.post(url, {"text": "A Mun-Bur"}).status_code == 404


def test_nobody_else_is_answered(game: Game, order_form):
    url = reverse("games:order_feedback", args=order_form().place)
    assert signed_in(factories.person()).post(url, {"text": "A Par-Bur"}).status_code == 404
    assert Client().post(url, {"text": "A Par-Bur"}).status_code == 302


def test_no_cache_keeps_the_answer(order_form):
    assert "no-store" in ask(order_form(), "A Par-Bur")["Cache-Control"]


def test_typing_and_saving_have_separate_rate_limits(game: Game, order_form, settings):
    settings.ACCOUNT_RATE_LIMITS = {"feedback": "1/m/user", "orders": "1/m/user"}
    france = order_form()
    assert [ask(france, "A Par-Bur").status_code for _ in range(2)] == [200, 429]
    assert france.text("A Par-Bur").status_code == 302
    assert check(france, "A Par-Pic").status_code == 429


def test_a_crash_while_parsing_reports_nothing_of_the_orders(order_form, monkeypatch, caplog):
    def broken(text: str, *_args: object) -> None:
        raise ValueError(f"no idea what {text} is")

    monkeypatch.setattr("games.orders.order_sheets.read_block", broken)
    france = order_form()
    for answer in (ask(france, "A Par-Gas"), check(france, "A Par-Gas")):
        assert answer.status_code == 503
    assert "ValueError in broken" in caplog.text
    assert "Gas" not in caplog.text


def test_markup_is_shown_as_it_was_typed(order_form):
    page = ask(order_form(), "A <script>alert(1)</script> - Bur").content.decode()
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_two_order_forms_on_one_page_have_fields_of_their_own(master: User):
    game = factories.begun_game(master, setup="four")
    client = signed_in(factories.holder(factories.seat(game, "FRANCE")))
    page = client.get(game.get_absolute_url()).content.decode()
    names = re.findall(r' id="(id_[^"]*)"', page)
    assert len(names) == len(set(names))
    assert sum("text" in name for name in names) == 1  # one for both powers
    assert {"id_austria_unit-VIE", "id_france_unit-PAR"} <= set(names)


def test_an_answer_leaves_no_trace_in_the_database(game: Game, order_form):
    france = order_form()
    ask(france, "A Par-Bur")
    kinds = (Order, Receipt)
    assert not any(kind.objects.exists() for kind in kinds)
    assert not Event.objects.filter(kind=Event.Kind.ORDERS_SAVED).exists()

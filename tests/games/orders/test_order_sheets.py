"""Pasted texts: readable lines are saved, and an error in one line costs no other order."""

import datetime as dt
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import translation

from accounts import clock
from accounts.models import User
from adjudicator.notation.sheet_reader import SheetReader
from games.adjudication import due_phases
from games.core.errors import Refused, SaveFailedError, SheetRefused
from games.deadlines import open_phase, readiness
from games.models import Event, Game, Order, Phase, Receipt, Tenure
from games.orders import order_sheets, submission
from games.orders.order_sheets import TextRefused, TextSheet
from games.orders.submission import Saved, submit_text

from ... import factories
from .test_submission import ADJUSTMENTS, stored, submit


def read(game: Game, power: str, text: str, language: str | None = "en") -> TextSheet:
    return order_sheets.read_text(
        factories.open_phase(game), factories.seat(game, power), text, language
    )


def give(game: Game, power: str, text: str, language: str | None = "en") -> Saved:
    return store(game, power, read(game, power, text, language))


def store(
    game: Game, power: str, sheet: TextSheet, person: User | None = None, phase: Phase | None = None
) -> Saved:
    seat = factories.seat(game, power)
    holder = person or factories.holder(seat)
    return submit_text(phase or factories.open_phase(game), seat, sheet, person=holder)[0]


def left_over(sheet: TextSheet) -> list[tuple[int, str]]:
    return [(line.read.number, line.read.text) for line in sheet.left_over]


def traces(game: Game) -> list[Any]:
    """Return everything that saving writes."""
    kinds = (Order, Receipt, Event)
    return [list(kind._default_manager.order_by("pk").values()) for kind in kinds]


# Saved lines

THREE = ("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
SLIPS = {
    "unreadable": "A Par-Brgndy",
    "illegal": "A Par-Lon",
    "another's unit": "A Mun-Bur",
    "ambiguous": "A -",
    "no unit there": "A Gas-Bur",
}


@pytest.mark.parametrize("slip", SLIPS.values(), ids=list(SLIPS))
@pytest.mark.parametrize("line", [1, 2], ids=["before the good line", "after it"])
def test_a_good_line_is_saved_beside_one_that_is_not_and_other_orders_stay(
    game: Game, slip: str, line: int
):
    submit(game, "FRANCE", *THREE)
    sheet = read(game, "FRANCE", f"{slip}\nF Bre-Pic" if line == 1 else f"F Bre-Pic\n{slip}")
    saved = store(game, "FRANCE", sheet)
    assert left_over(sheet) == [(line, slip)]
    assert stored(game, "FRANCE") == [*THREE[:2], "F BRE - PIC"]
    assert saved.receipt.text.splitlines() == stored(game, "FRANCE")
    assert saved.changed


def test_a_sheet_of_good_lines_alone_replaces_all_orders(game: Game):
    submit(game, "FRANCE", *THREE)
    give(game, "FRANCE", "F Bre-Pic")
    assert stored(game, "FRANCE") == ["F BRE - PIC"]


def test_the_orders_of_before_are_replaced_in_their_places(game: Game):
    submit(game, "FRANCE", *THREE)
    give(game, "FRANCE", "F Bre H\nA Mar H, A Par-Brgndy")
    assert stored(game, "FRANCE") == ["A PAR - BUR", "A MAR H", "F BRE H"]


def test_units_without_an_order_of_before_get_theirs_and_no_more(game: Game):
    submit(game, "FRANCE", "A PAR - BUR")
    give(game, "FRANCE", "A Mar-Spa\nF Bre-Brgndy")
    assert stored(game, "FRANCE") == ["A PAR - BUR", "A MAR - SPA"]


def test_each_order_is_kept_as_it_was_typed_the_kept_ones_too(game: Game):
    give(game, "FRANCE", "* army Paris to Burgundy; fleet Brest – mid-Atlantic Ocean")
    give(game, "FRANCE", "• F Bre  ->  Pic.\nA Mar-Brgndy")
    rows = Order.objects.filter(seat__power="FRANCE").order_by("pk")
    assert [(row.typed, row.text) for row in rows] == [
        ("army Paris to Burgundy", "A PAR - BUR"),
        ("F Bre  ->  Pic", "F BRE - PIC"),
    ]


def test_of_two_orders_for_one_unit_neither_counts_and_the_one_of_before_stays(game: Game):
    submit(game, "FRANCE", "A PAR H")
    sheet = read(game, "FRANCE", "A Par-Bur\nA Mar H\nA Par-Pic")
    store(game, "FRANCE", sheet)
    assert left_over(sheet) == [(1, "A Par-Bur")]
    (question,) = sheet.questions
    assert [str(order) for order in question.asked] == ["A PAR - BUR", "A PAR - PIC"]
    assert stored(game, "FRANCE") == ["A PAR H", "A MAR H"]


def test_of_two_orders_of_which_one_is_possible_that_one_is_asked_about(game: Game):
    sheet = read(game, "FRANCE", "A Par-Bur\nA Mar H\nA Par-Mos")
    (question,) = sheet.questions
    assert [str(order) for order in question.asked] == ["A PAR - BUR"]
    assert "only this one is possible" in question.problem


def test_an_order_that_is_written_twice_counts_once(game: Game):
    sheet = read(game, "FRANCE", "A Par-Bur\nA Mar H\nA Par-Bur")
    store(game, "FRANCE", sheet)
    assert left_over(sheet) == [(3, "A Par-Bur")]
    assert "two orders for A PAR" in sheet.left_over[0].problem
    assert stored(game, "FRANCE") == ["A PAR - BUR", "A MAR H"]


def test_the_same_text_with_its_slip_twice_is_saved_once(game: Game):
    submit(game, "FRANCE", *THREE)
    first = give(game, "FRANCE", "A Mar H\nA Par-Brgndy")
    before = traces(game)
    second = give(game, "FRANCE", "A Mar H\nA Par-Brgndy")
    assert (first.changed, second.changed) == (True, False)
    assert second.receipt == first.receipt
    assert traces(game) == before


def test_good_lines_that_are_saved_already_change_nothing(game: Game):
    submit(game, "FRANCE", *THREE)
    before = traces(game)
    assert not give(game, "FRANCE", "A Mar S A Par-Bur\nA Par-Brgndy").changed
    assert traces(game) == before


def test_the_orders_of_others_are_not_touched(game: Game):
    submit(game, "GERMANY", "A MUN - BUR")
    give(game, "FRANCE", "A Par-Bur\nA Mun-Ruh")
    assert stored(game, "GERMANY") == ["A MUN - BUR"]


# Refused lines


@pytest.mark.parametrize("text", ["A Par-Brgndy", "A Par-Lon\nA Mun-Bur"])
def test_without_one_good_line_nothing_is_saved(game: Game, text: str):
    submit(game, "FRANCE", *THREE)
    before = traces(game)
    with pytest.raises(SheetRefused) as refusal:
        give(game, "FRANCE", text)
    assert [error.line for error in refusal.value.errors] == text.splitlines()
    assert traces(game) == before


HEADINGS = {
    "another power's": ("Germany: A Mun-Bur\nA Par-Bur", "Germany"),
    "another power's in the midst": ("A Par-Bur\nAlemania:\nA Mar H", "Germany"),
    "another year": ("Spring 1902\nA Par-Bur", "Spring 1901"),
    "another season": ("Otoño de 1901: A Par-Bur", "Spring 1901"),
}


@pytest.mark.parametrize(("text", "says"), HEADINGS.values(), ids=list(HEADINGS))
def test_under_a_wrong_heading_nothing_is_saved(game: Game, text: str, says: str):
    submit(game, "FRANCE", "A MAR - SPA")
    before = traces(game)
    sheet = read(game, "FRANCE", text)
    assert says in sheet.problem
    assert sheet.taken == []
    with pytest.raises(SheetRefused):
        store(game, "FRANCE", sheet)
    assert traces(game) == before


def test_under_its_own_heading_all_is_saved(game: Game):
    sheet = read(game, "FRANCE", "Primavera de 1901\nFrancia: E Par-Bor, E Mar-Esp", "es")
    store(game, "FRANCE", sheet)
    assert sheet.left_over == []
    assert stored(game, "FRANCE") == ["A PAR - BUR", "A MAR - SPA"]


@pytest.mark.parametrize("text", ["", "  \n\n\t\n"])
def test_an_empty_box_takes_all_orders_back(game: Game, text: str):
    submit(game, "FRANCE", *THREE)
    saved = give(game, "FRANCE", text)
    assert (saved.changed, saved.receipt.text) == (True, "")
    assert stored(game, "FRANCE") == []


@pytest.mark.parametrize("text", ["France:", "Dear all", "Spring 1901", "- \n* \n", "..."])
def test_a_text_without_any_order_takes_none_back(game: Game, text: str):
    submit(game, "FRANCE", *THREE)
    sheet = read(game, "FRANCE", text)
    assert "There are no orders in this text" in sheet.problem
    with pytest.raises(SheetRefused):
        store(game, "FRANCE", sheet)
    assert stored(game, "FRANCE") == list(THREE)


TOO_MUCH = {
    "lines": "A Par H\n" * 101,
    "orders in a line": "A Par H, " * 101,
    "messages": "A Par H" + " " * 9_990 + "!!!!",
    "a hundred thousand lines": "A Par H\n" * 100_000,
}


@pytest.mark.parametrize("text", TOO_MUCH.values(), ids=list(TOO_MUCH))
def test_more_than_any_sheet_has_is_not_even_read(game: Game, text: str, monkeypatch):
    monkeypatch.setattr(SheetReader, "lines", None)
    assert "at most 100 orders and 10000 characters" in read(game, "FRANCE", text).problem


@pytest.mark.parametrize("text", [("A Par H " * 249 + ";") * 5, "A Par H " * 101])
def test_more_orders_than_any_sheet_has_are_not_taken_where_nothing_parts_them(
    game: Game, text: str
):
    sheet = read(game, "FRANCE", text)
    assert "at most 100 orders" in sheet.problem
    assert sheet.lines == ()
    with pytest.raises(SheetRefused):
        store(game, "FRANCE", sheet)


@pytest.mark.parametrize(
    "text",
    ["x" * 9_000, "A Par-Bur " + "y" * 9_000, "Germany: " + "z" * 9_000, "A Par-" + "Bur " * 2_000],
)
def test_what_is_wrong_quotes_no_more_of_a_line_than_a_sentence_holds(game: Game, text: str):
    sheet = read(game, "FRANCE", text)
    said = [sheet.problem, *(line.problem for line in sheet.lines)]
    assert any(said)
    assert max(map(len, said)) < 400


def test_a_hundred_lines_are_read(game: Game):
    assert len(read(game, "FRANCE", "A Par H\n" * 100).lines) == 100


def test_an_invisible_character_is_not_stored(game: Game):
    """PostgreSQL cannot store a NUL in a text."""
    give(game, "FRANCE", "A Par\0- Bur\0")
    row = Order.objects.get(seat__power="FRANCE")
    assert (row.text, "\0" in str(row.typed)) == ("A PAR - BUR", False)


# Adjustments


KEPT_IN_WINTER = {
    "a build beside another": (["A PAR B"], "F Bre B\nA Mar Bx", ["A PAR B", "F BRE B"]),
    "no more than are due": (["A PAR B"], "F Bre B\nA Mar B\nxyz", ["A PAR B", "F BRE B"]),
    "the same sites, one with another unit": (
        ["F BRE B", "A PAR B"],
        "A Mar B\nA Bre B\nxyz",
        ["A BRE B", "A PAR B"],
    ),
    "one on a saved site and one beside": (
        ["A PAR B", "F BRE B"],
        "A Par B\nA Mar B\nxyz",
        ["A PAR B", "F BRE B"],
    ),
    "a build before a waive": (["WAIVE", "A PAR B"], "F Bre B\nxyz", ["A PAR B", "F BRE B"]),
    "a waive where there is room": (["WAIVE", "WAIVE"], "F Bre B\nxyz", ["WAIVE", "F BRE B"]),
    "another unit on the same site": (
        ["F BRE B", "A PAR B"],
        "A Bre B\nxyz",
        ["A BRE B", "A PAR B"],
    ),
    "a waive among waives": (["A PAR B", "WAIVE"], "waive\nxyz", ["A PAR B", "WAIVE"]),
    "a waive beside a build": (["A PAR B"], "waive\nwaive\nxyz", ["A PAR B", "WAIVE"]),
    "the first two of three": (["WAIVE"], "A Par B\nF Bre B\nA Mar B", ["A PAR B", "F BRE B"]),
}


@pytest.fixture
def winter(game: Game) -> Game:
    """An adjustment phase in which France builds two units and Italy removes one."""
    position = ADJUSTMENTS | {
        "centers": ADJUSTMENTS["centers"] | {"FRANCE": ["PAR", "BRE", "MAR"]},
    }
    factories.set_up_position(game, "W1901A", **position)
    return game


@pytest.mark.parametrize(
    ("before", "text", "after"), KEPT_IN_WINTER.values(), ids=list(KEPT_IN_WINTER)
)
def test_in_winter_stored_orders_stay_while_there_is_room(
    winter: Game, before: list[str], text: str, after: list[str]
):
    submit(winter, "FRANCE", *before)
    assert read(winter, "FRANCE", text).left_over
    give(winter, "FRANCE", text)
    assert stored(winter, "FRANCE") == after
    numbers = Order.objects.filter(kind="waive").values_list("number", flat=True)
    assert len(set(numbers)) == len(numbers)


def test_builds_beyond_what_is_due_are_left_over(winter: Game):
    sheet = read(winter, "FRANCE", "A Par B\nA Par B\nF Bre B\nA Mar B")
    assert left_over(sheet) == [(2, "A Par B"), (4, "A Mar B")]
    assert "two orders for A PAR" in sheet.left_over[0].problem
    assert "That’s too many: the maximum now is 2." in sheet.left_over[1].problem


NO_ROOM = {
    "a build": ("FRANCE", ["A PAR B", "F BRE B"], "A Mar B\nxyz", "2"),
    "waives": ("FRANCE", ["A PAR B", "F BRE B"], "waive\nwaive\nxyz", "2"),
    "a removal": ("ITALY", ["A VEN D"], "A Tus D\nA Rom D", "1"),
}


@pytest.mark.parametrize(("power", "before", "text", "most"), NO_ROOM.values(), ids=list(NO_ROOM))
def test_a_slip_drops_no_build_or_removal_that_was_saved(
    winter: Game, power: str, before: list[str], text: str, most: str
):
    submit(winter, power, *before)
    traced = traces(winter)
    with pytest.raises(TextRefused) as refusal:
        give(winter, power, text)
    assert [error.line for error in refusal.value.errors] == text.splitlines()
    too_many = f"Together with your saved orders, that’s too many: the maximum now is {most}."
    assert too_many in refusal.value.errors[0].message
    assert traces(winter) == traced


def test_builds_without_room_beside_those_that_are_saved_are_left_over_with_the_slip(winter: Game):
    submit(winter, "FRANCE", "A PAR B")
    seat = factories.seat(winter, "FRANCE")
    _saved, sheet = submit_text(
        factories.open_phase(winter),
        seat,
        read(winter, "FRANCE", "F Bre B\nA Mar B\nxyz"),
        person=factories.holder(seat),
    )
    assert left_over(sheet) == [(2, "A Mar B"), (3, "xyz")]
    assert [str(order) for _typed, order in sheet.taken] == ["F BRE B"]


def test_a_text_without_a_slip_replaces_what_was_saved_in_winter_too(winter: Game):
    submit(winter, "FRANCE", "A PAR B", "F BRE B")
    give(winter, "FRANCE", "A Mar B")
    assert stored(winter, "FRANCE") == ["A MAR B"]


# Readiness


def get_ready(game: Game, power: str = "FRANCE") -> None:
    seat = factories.seat(game, power)
    readiness.set_ready(
        factories.open_phase(game), [seat], ready=True, person=factories.holder(seat)
    )


def is_ready(game: Game, power: str = "FRANCE") -> bool:
    return factories.seat(game, power).ready_phase == factories.open_phase(game)


@pytest.mark.parametrize("text", ["A Par-Pic\nA Mar-Brgndy", "A Par-Bur\nA Mar-Brgndy"])
def test_nobody_stays_ready_with_lines_left_over(game: Game, text: str):
    submit(game, "FRANCE", *THREE)
    submit(game, "GERMANY", "A MUN H")
    get_ready(game)
    get_ready(game, "GERMANY")
    assert give(game, "FRANCE", text).unready
    assert (is_ready(game), is_ready(game, "GERMANY")) == (False, True)
    (event,) = Event.objects.filter(kind=Event.Kind.NOT_READY)
    seat = factories.seat(game, "FRANCE")
    assert (event.seat, event.actor) == (seat, factories.holder(seat))
    assert not give(game, "FRANCE", text).unready
    assert Event.objects.filter(kind=Event.Kind.NOT_READY).count() == 1


def test_a_whole_text_leaves_a_seat_ready(game: Game):
    submit(game, "FRANCE", *THREE)
    get_ready(game)
    assert not give(game, "FRANCE", "A Par-Pic").unready
    assert is_ready(game)


def test_who_is_ready_and_saves_nothing_stays_so(game: Game):
    submit(game, "FRANCE", *THREE)
    get_ready(game)
    with pytest.raises(TextRefused):
        give(game, "FRANCE", "A Par-Brgndy")
    assert is_ready(game)


def test_a_retreat_is_read_and_the_other_one_stays(game: Game):
    factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"], "ITALY": ["A MAR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS", "PAR"]), ("A MAR", "PIE", ["SPA"])]},
    )
    submit(game, "FRANCE", "A BUR R GAS", "A MAR R SPA")
    give(game, "FRANCE", "A Bur-Par, A Mar-Spainx")
    assert stored(game, "FRANCE") == ["A BUR R PAR", "A MAR R SPA"]


# Languages


def test_a_text_is_read_in_the_language_that_is_stated(game: Game):
    """The text has the abbreviation that the Spanish and the Italian rulebook use for two seas."""
    factories.set_up_position(game, "S1902M", units={"ENGLAND": ["F NWY"]})
    assert [str(order) for _typed, order in read(game, "ENGLAND", "F Nor-MNo", "es").taken] == [
        "F NWY - NWG"
    ]
    assert [str(order) for _typed, order in read(game, "ENGLAND", "F Nor-MNo", "it").taken] == [
        "F NWY - NTH"
    ]


def test_a_text_shows_its_language(game: Game):
    sheet = read(game, "FRANCE", "E Par-Bor\nE Mar A E Par-Bor\nF Bre-AMe", None)
    assert sheet.language == "es"
    assert [str(order) for _typed, order in sheet.taken][1] == "A MAR S A PAR - BUR"


def test_what_is_wrong_is_said_in_the_language_of_the_page(game: Game):
    with translation.override("es"):
        said = read(game, "FRANCE", "E Par-Lon", "es").left_over[0].problem
    assert "Par" in said
    assert "is not next to" not in said


# Too late, or no longer the holder


def test_the_deadline_passes_between_reading_and_saving(game: Game):
    submit(game, "FRANCE", *THREE)
    sheet = read(game, "FRANCE", "A Par-Pic\nA Mar-Brgndy")
    before = traces(game)
    due_at = factories.deadline(game)
    with time_machine.travel(due_at, tick=False), pytest.raises(Refused, match="deadline"):
        store(game, "FRANCE", sheet)
    assert traces(game) == before
    with time_machine.travel(due_at - dt.timedelta(seconds=1), tick=False):
        store(game, "FRANCE", sheet)
    assert "A PAR - PIC" in stored(game, "FRANCE")


def test_the_phase_ends_between_reading_and_saving(game: Game):
    phase = factories.open_phase(game)
    sheet = read(game, "FRANCE", "A Par-Pic\nA Mar-Brgndy")
    with time_machine.travel(phase.due_at):
        due_phases.resolve_due()
        before = traces(game)
        with pytest.raises(Refused, match="over"):
            store(game, "FRANCE", sheet, phase=phase)
    assert traces(game) == before


@pytest.mark.parametrize("text", ["A Par-Brgndy", "Spring 1950\nA Par-Bur"])
def test_who_comes_too_late_need_not_first_mend_the_text(game: Game, text: str):
    sheet = read(game, "FRANCE", text)
    with (
        time_machine.travel(factories.deadline(game), tick=False),
        pytest.raises(Refused, match="deadline") as refusal,
    ):
        store(game, "FRANCE", sheet)
    assert not isinstance(refusal.value, SheetRefused)


def test_who_lost_the_seat_saves_nothing(game: Game):
    seat = factories.seat(game, "FRANCE")
    left = factories.holder(seat)
    sheet = read(game, "FRANCE", "A Par-Pic\nA Mar-Brgndy")
    Tenure.objects.filter(seat=seat).update(until=clock.now(), ending=Tenure.Ending.REPLACED)
    with pytest.raises(Refused, match="no longer"):
        store(game, "FRANCE", sheet, person=left)
    assert stored(game, "FRANCE") == []


def test_what_breaks_while_a_text_is_read_says_nothing_of_it(game: Game, monkeypatch):
    def broken(text: str, *_args: object) -> None:
        raise ValueError(f"no idea what {text} is")

    monkeypatch.setattr(order_sheets, "read_block", broken)
    with pytest.raises(SaveFailedError) as failure:
        read(game, "FRANCE", "A Par-Gas")
    assert "ValueError in broken" in str(failure.value)
    assert "Gas" not in str(failure.value)
    assert failure.value.__cause__ is None


# Races


def save_at_once(game: Game, texts: list[str]) -> list[str]:
    """Save a text with an error from several windows of one seat; return what is stored."""
    errors: list[Exception] = []
    together = threading.Barrier(len(texts))

    def save(sheet: TextSheet) -> None:
        try:
            together.wait(10)
            store(game, "FRANCE", sheet)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    read_before = [read(game, "FRANCE", text) for text in texts]
    threads = [threading.Thread(target=save, args=[sheet]) for sheet in read_before]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert errors == []
    return stored(game, "FRANCE")


AT_ONCE = ["A Par-Bur\nxyz", "A Mar-Spa\nxyz", "F Bre-Mao\nxyz"]


def look_and(wait: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    look = submission._stored

    def slowly(*args: Any) -> Any:
        found = look(*args)
        wait()
        return found

    monkeypatch.setattr(submission, "_stored", slowly)


@pytest.mark.django_db(transaction=True)
def test_texts_with_slips_that_come_at_once_lose_nothing_of_each_other(monkeypatch):
    game = factories.begun_game()
    look_and(lambda: time.sleep(0.2), monkeypatch)
    assert sorted(save_at_once(game, AT_ONCE)) == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]
    last = Receipt.objects.filter(seat__power="FRANCE").latest("pk")
    assert last.text.splitlines() == stored(game, "FRANCE")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    connection.vendor == "sqlite",
    reason="on SQLite it is the IMMEDIATE transaction that locks, and it cannot be left out",
)
def test_without_the_lock_they_would(monkeypatch):
    """Negative control of the test above: the stored orders differ from the receipt."""
    game = factories.begun_game()
    look_and(threading.Barrier(len(AT_ONCE), timeout=20).wait, monkeypatch)
    monkeypatch.setattr(open_phase, "lock_open", lambda phase, late: phase)
    save_at_once(game, AT_ONCE)
    last = Receipt.objects.filter(seat__power="FRANCE").latest("pk")
    assert last.text.splitlines() != stored(game, "FRANCE")

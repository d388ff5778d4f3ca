"""Reading a pasted position of a game that runs elsewhere."""

import functools
import json
from pathlib import Path

import pytest
from django.utils import translation

from adjudicator import (
    LANGUAGES,
    PhaseCode,
    Position,
    Unit,
    adjudicate,
    load_setup,
    opening,
    standard_board,
)
from adjudicator.json_lines import encode, write_brief
from adjudicator.notation import language_data
from adjudicator.notation.headings import key_of
from games.lifecycle.position_text import Pasted, read, vocabulary, write
from games.lifecycle.position_text.reading import LONGEST_TEXT, MOST_LINES
from tests.timing import timed

from ...adjudicator.recorded import positions
from ...adjudicator.test_rulebook import YEARS, played_sample_game

FOLDER = Path(__file__).parents[2] / "data" / "takeover"
DOCS = Path(__file__).parents[3] / "docs" / "takeover.md"
STANDARD = load_setup("standard")
PLAYERS = {
    "AUSTRIA": "Anna",
    "ENGLAND": "Ben",
    "FRANCE": "Clara",
    "GERMANY": "David",
    "ITALY": "Emma",
    "RUSSIA": "Felix",
    "TURKEY": "Greta",
}
EIGHTEEN = "Par Mar Bre Spa Por Bel Hol Den Kie Ber Mun Lon Edi Lvp Nwy Swe Stp Mos"
CENTERS = "\nCenters\nFrance: Bre, Mar, Par, Spa\nGermany: Ber, Kie, Mun"
BURGUNDY_LOST = "F1902R\nGermany: A Bur\nFrance: A Par\nDislodged\nFrance: "


def sample_retreats() -> Position:
    """Position of the sample game before the retreats of fall 1902."""
    (found,) = [r.position for r in played_sample_game() if str(r.position.phase) == "F1902R"]
    return found


def pasted(text: str) -> Pasted:
    return read(text, STANDARD)


def position_of(text: str) -> Position:
    """Position read from a text without errors."""
    found = pasted(text)
    assert found.errors == ()
    assert found.position is not None
    return found.position


def units(text: str) -> dict[str, list[str]]:
    read_units = position_of(text).units
    return {power: [str(unit) for unit in several] for power, several in read_units.items()}


def ways_out(text: str) -> list[tuple[str, str, str | None, tuple[str, ...]]]:
    """Tuples of power, dislodged unit, its attacker's province, and its retreats."""
    return [
        (power, str(each.unit), each.attacker, each.retreats)
        for power, several in position_of(text).dislodged.items()
        for each in several
    ]


def errors(text: str) -> list[tuple[str, str]]:
    """Line and message of each error of a text, which then has no position."""
    found = pasted(text)
    assert found.position is None
    return [(error.key, error.message) for error in found.errors]


def messages(text: str) -> list[str]:
    return [message for _line, message in errors(text)]


@pytest.mark.parametrize("language", ["en", "es", "it", "bg"])
def test_the_sample_game_is_read_as_it_stands_before_its_retreats(language: str) -> None:
    found = pasted((FOLDER / f"fall_1902.{language}.txt").read_text("utf-8"))
    assert (found.errors, list(found.warnings)) == ((), [])
    assert found.position == sample_retreats()
    assert found.players == PLAYERS


def test_a_game_that_was_taken_over_goes_on_with_its_retreats() -> None:
    position = position_of((FOLDER / "fall_1902.es.txt").read_text("utf-8"))
    orders = {power: text.split(", ") for power, text in YEARS[5].items()}
    resolution = adjudicate(position, orders)
    assert [result.outcome for result in resolution.results] == ["succeeds", "succeeds"]
    assert resolution.next == played_sample_game()[-1].position


@pytest.mark.parametrize("language", ["en", "es", "it", "bg"])
def test_the_examples_of_the_page_are_one_position(language: str) -> None:
    blocks = DOCS.read_text("utf-8").split(f"```text {language}\n")[1:]
    assert blocks
    for block in blocks:
        assert position_of(block.partition("```")[0]) == sample_retreats()


def test_the_page_has_json_that_is_read() -> None:
    found = pasted(DOCS.read_text("utf-8").split("```json\n")[1].partition("```")[0])
    assert (found.errors, found.players) == ((), {"FRANCE": "Clara"})


def test_what_is_written_is_read_again_with_its_players() -> None:
    text = write(sample_retreats(), PLAYERS)
    assert text.startswith("F1902R\n\nAUSTRIA: A BUD, F GRE, A SER, A VIE\n")
    assert "\nDislodged\nFRANCE: A BUR from RUH (GAS, PAR)\n" in text
    assert pasted(text) == Pasted(sample_retreats(), PLAYERS, (), [])


def test_every_position_of_ten_recorded_games_is_written_and_read_again() -> None:
    several = positions()[::3]
    assert len(several) > 130
    assert any(position.dislodged for position in several)
    for position in several:
        found = pasted(write(position)).position
        assert found is not None
        assert write(found) == write(position)


def test_powers_with_the_names_of_provinces_are_read_before_a_colon() -> None:
    chaos = load_setup("chaos")
    position = Position(
        PhaseCode.parse("F1902M"),
        {"ANKARA": (Unit.parse("A CON"),), "STPETERSBURG": (Unit.parse("F STP/NC"),)},
        {"ANKARA": ("ANK", "CON"), "STPETERSBURG": ("MOS", "STP")},
        setup=chaos,
    )
    assert read(write(position), chaos).position == position
    text = """F1902M
        Ankara: A Constantinople
        St. Petersburg: F St. Petersburg (nc)
        Centers
        Ankara: Ankara, Constantinople
        St. Petersburg: Moscow, St. Petersburg
        Players
        Ankara: Anna"""
    found = read(text, chaos)
    assert (found.position, found.players, found.errors) == (position, {"ANKARA": "Anna"}, ())


@pytest.mark.parametrize("name", ["winter_1900", "chaos"])
def test_a_text_without_units_is_refused_where_nobody_begins_with_one(name: str) -> None:
    setup = load_setup(name)
    told = [error.message for error in read("S1901M\n\nCenters", setup).errors]
    first = setup.centers[setup.powers[0]][0]
    assert any("No units are listed." in each and f": A {first}, …" in each for each in told)


def test_the_json_of_the_command_line_is_read_and_its_answer_too() -> None:
    position = sample_retreats()
    body = position.question()
    read_body = position_of(json.dumps(body, indent=2))
    assert read_body.question() == body
    fall = adjudicate(opening(STANDARD), {"FRANCE": ["A PAR - BUR"]})
    whole = encode(write_brief(fall))
    assert position_of(whole) == fall.next
    with_players = {**body, "players": {"FRANCE": "Clara"}}
    assert pasted(json.dumps(with_players)).players == {"FRANCE": "Clara"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"phase":', "This line is not JSON"),
        ('{"phase": "F1902M", "units": {"FRANCE": ["A NTH"]}}', "An army cannot be at sea: A NTH"),
        ('{"phase": "F1902M", "units": {"FRANCE": ["A PAR"]}}', "Supply centers are missing."),
        ('{"phase": "F1902", "units": {}}', "“F1902” is not a phase."),
        (
            '{"phase": "F1902M", "units": {"SPAIN": ["A PAR"]}}',
            "“SPAIN” is not a power in this game",
        ),
        (
            '{"phase": "F1902M", "units": {"ITALY": ["A ROM"]}, "centers": {}, "players": ["Eva"]}',
            "“players” must be an object",
        ),
        (
            '{"phase": "F1902M", "units": {}, "centers": {}, "players": {"SPAIN": "Eva"}}',
            "“SPAIN” is not a power in this game",
        ),
        (
            '{"phase": "F1902R", "units": {}, "centers": {}, "dislodged": {"X": {"A BUR": []}}}',
            "A BUR has nowhere to retreat and is disbanded",
        ),
    ],
)
def test_json_that_is_no_position_says_why(text: str, message: str) -> None:
    assert any(each.startswith(message) for each in messages(text)), messages(text)


@pytest.mark.parametrize(
    "phase",
    ["F1902R", "f1902r", "Fall 1902, retreats", "Otoño de 1902 – retiradas",
     "AUTUNNO 1902 (ritirate)", "Есен 1902 г., отстъпления", "Fall '02 Retreats",
     "Retreats of Fall 1902", "Fall 1902",
     "[b]Turn: Fall 1902[/b]"],
)  # fmt: skip
def test_a_phase_is_named_in_many_ways(phase: str) -> None:
    text = f"{phase}\nGermany: A Bur\nFrance: A Par\nDislodged\nFrance: A Bur (Gas){CENTERS}"
    assert str(position_of(text).phase) == "F1902R"


@pytest.mark.parametrize(
    "lines",
    [
        "France: A Par, F Spa(sc)\nGermany: A Mun",
        "* France – a par; f spa/sc\n* Germany – a mun",
        "<b>FRANCE</b> (Anna): Army Paris, Fleet Spain (south coast)<br>Germany (3): Army Munich",
        "France\nA Par\nF SpaSC\n\nGermany\nA Mun",
        "Francia: E Par, F Esp (cs)\nAlemania: E Mun",
        "Francia: A Parigi, F Spagna (costa sud)\nGermania: A Monaco",
        "Франция: А Пар, Ф Исп (юб)\nГермания: А Мюн",
        "| France | A Par | F Spa-sc |\n| Germany | A Mun |",
        "France: French A Par and F Spa (sc)\nItaly: none\nTurkey: –\nGermany: A Mun",
        "Units:\nFrance: A Par F Spa sc\nDislodged: none\nGermany: A Mun",
    ],
)
def test_units_are_written_in_many_ways(lines: str) -> None:
    expected = {"FRANCE": ["A PAR", "F SPA/SC"], "GERMANY": ["A MUN"]}
    assert units(f"F1902M\n{lines}{CENTERS}") == expected


@pytest.mark.parametrize(
    "lines",
    [
        "Centers\nFrance: Bre, Mar, Par\nGermany: Mun",
        "Owned centers: France: Bre Mar Par\nGermany: Mun",
        "centers France: Bre Mar Par\ncenters Germany: Mun",
        "France, centers: Bre/Mar/Par = 3\nGermany, centers: Munich = 1",
        "Supply Centres\nFrance (3)\n- Brest\n- Marseilles\n- Paris\nGermany (1)\n- Munich",
        "Centros de suministro\nFrancia: Bre, Mar, Par\nAlemania: Mun",
        "Снабдителни центрове\nФранция: Бре, Мар, Пар\nГермания: Мюн",
    ],
)
def test_centers_are_written_in_many_ways(lines: str) -> None:
    unit_lines = "Франция: А Пар" if "центр" in lines else "France: F Mar"
    centers = position_of(f"F1902M\n{unit_lines}\n{lines}").centers
    assert centers == {"FRANCE": ("BRE", "MAR", "PAR"), "GERMANY": ("MUN",)}


@pytest.mark.parametrize(
    "line",
    [
        "A Bur from Mun (Gas, Pic)",
        "A Bur dislodged by German A Mun, may retreat to Gas or Pic",
        "A Bur (from Mun) -> Gas/Pic",
        "A Burgundy, attacked from Munich: Gascony, Picardy",
    ],
)
def test_dislodged_units_are_written_in_many_ways(line: str) -> None:
    assert ways_out(BURGUNDY_LOST + line + CENTERS) == [("FRANCE", "A BUR", "MUN", ("GAS", "PIC"))]


def test_a_dislodged_unit_may_stand_among_the_others_of_its_power() -> None:
    among = "F1902R\nGermany: A Bur\nFrance: A Par, A Bur dislodged from Mun to Gas, Pic, F Bre"
    assert ways_out(among + CENTERS) == [("FRANCE", "A BUR", "MUN", ("GAS", "PIC"))]
    assert units(among + CENTERS)["FRANCE"] == ["F BRE", "A PAR"]
    ahead = "F1902R\nGermany: A Bur\nFrance: A Par, dislodged A Bur from Mun (Gas, Pic)"
    assert ways_out(ahead + CENTERS) == [("FRANCE", "A BUR", "MUN", ("GAS", "PIC"))]


def test_a_province_that_is_a_power_in_short_is_a_province_among_provinces() -> None:
    text = (
        "F1902R\nFrance: F Nth\nDislodged\nEngland: F Nth from Eng (Edi, Hel), A Wal from Eng (Yor)"
    )
    assert ways_out(text.replace("A Wal from", "F Lon from") + CENTERS) == [
        ("ENGLAND", "F LON", "ENG", ("YOR",)),
        ("ENGLAND", "F NTH", "ENG", ("EDI", "HEL")),
    ]


def test_the_only_coast_that_a_fleet_could_retreat_to_need_not_be_named() -> None:
    text = "F1902R\nFrance: F Lyo\nDislodged\nItaly: F Lyo (Spa, Tys)"
    assert ways_out(text + CENTERS) == [("ITALY", "F LYO", None, ("SPA/SC", "TYS"))]
    text = "F1902R\nFrance: F Mao\nDislodged\nItaly: F Mao (Spa)"
    assert messages(text + CENTERS) == [
        (
            "The coast of Spain is missing. Write one of these: Spain (north coast), Spain"
            " (south coast)."
        )
    ]


def test_a_text_is_read_in_the_language_in_which_all_of_it_can_be_meant() -> None:
    spanish = "F1902M\nFrancia: E Gal, F Liv\nCentros Francia: Par, Liv"
    assert units(spanish) == {"FRANCE": ["F LVP", "A WAL"]}
    english = "F1902M\nFrance: A Gal, F Lvp\nCenters France: Par, Lvp"
    assert units(english) == {"FRANCE": ["A GAL", "F LVP"]}


def test_a_spelling_of_several_provinces_is_the_one_in_which_the_unit_can_stand() -> None:
    assert units("F1902M\nFrance: A Tyr, F Tyr" + CENTERS) == {"FRANCE": ["A TYR", "F TYS"]}


def test_players_are_named_in_three_ways() -> None:
    for lines in (
        "France = Anna\nGermany = Bob Smith",
        "Players\nFrance: Anna\nGermany – Bob Smith\nItaly: nobody",
        "Jugadores:\nFrancia: Anna\nAlemania: Bob Smith",
    ):
        found = pasted(f"F1902M\nFrance: A Par{CENTERS}\n{lines}")
        assert found.players == {"FRANCE": "Anna", "GERMANY": "Bob Smith"}
    found = pasted("F1902M\nFrance (Anna): A Par\nGermany (Bob Smith)\nA Mun" + CENTERS)
    assert found.players == {"FRANCE": "Anna", "GERMANY": "Bob Smith"}
    assert found.position is not None


def test_every_error_of_a_text_is_told_at_once_with_its_line() -> None:
    text = (
        "F1902M\n"
        "France: A Nth, F Mun, F Spa, A Spa(sc), Bre\n"
        "A Brgndy, A Mar - Gas\n"
        "Fraance: A Mar\n"
        "Germany: A Mar, A Kie\n"
        "Russia: F Kie\n"
        "Centers\n"
        "France: Par, Bur\n"
        "Germany: Par"
    )
    near = "“Brgndy” was not understood in “A Brgndy, A Mar - Gas”. Did you mean: Burgundy (BUR)?"
    powers = "Austria, England, France, Germany, Italy, Russia, Turkey"
    assert errors(text) == [
        ("2", "An army cannot be at sea: A NTH."),
        ("2", "A fleet cannot be inland: F MUN."),
        ("2", "A fleet in SPA needs a coast: NC, SC."),
        ("2", "An army has no coast: A SPA/SC. Leave the coast out."),
        (
            "2",
            (
                "The type of unit is missing in “Bre”. Write an army as “A PAR” and a fleet as"
                " “F BRE”."
            ),
        ),
        ("3", near),
        ("3", "“-” is part of an order. Write only where the units are."),
        ("4", f"“Fraance” is not a power in this game. The powers are {powers}."),
        ("5", "Marseilles already has a unit on line 3. Keep one."),
        ("6", "Kiel already has a unit on line 5. Keep one."),
        ("8", "BUR is not a supply center."),
        ("9", "Paris already belongs to France on line 8."),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The phase is missing."),
        ("hello", "This line doesn’t name a power."),
        ("F1902M\nF1903M\nFrance: A Par", "There are two different phases: F1902M and F1903M."),
        ("S12000M\nFrance: A Par", "This is not a phase."),
        ("Fall 12000\nFrance: A Par", "This is not a phase."),
        ("Spring 1902 builds\nFrance: A Par", "This is not a phase."),
        ("S1899M\nFrance: A Par", "This phase (Spring 1899, movement) is before the start"),
        ("F1902M\nSpain: A Por\nFrance: A Par", "“Spain” is not a power in this game."),
        ("F1902R\nFrance: A Par", "This is a retreat phase, but no unit is dislodged."),
        ("F1902M\nFrance: A Par\nDislodged\nItaly: A Bur (Gas)", "Units can be dislodged only"),
        (
            "W1902A\nFrance: A Gas, A Par, A Bur, A Pic\nGermany: A Mun, A Kie, A Ber",
            "No power has anything to build or disband this winter",
        ),
        ("F1902M\nFrance: A Liv", "“Liv” could be any of these: Livonia, Liverpool."),
        ("F1902M\nFrance: A Par\nFrance = Anna\nFrance = Eva", "France has two players: Anna and"),
        ("F1902M\nFrance: A", "“A” is incomplete."),
        (
            BURGUNDY_LOST + "A Bur",
            "The retreats of A BUR are missing. Write “A BUR (BEL, GAS, MAR, MUN, PIC, RUH)”",
        ),
        (
            BURGUNDY_LOST + "A Bur from Mun",
            "The retreats of A BUR are missing. Write “A BUR (BEL, GAS, MAR, PIC, RUH)”",
        ),
        (BURGUNDY_LOST + "A Bur (Par)", "A BUR cannot retreat to PAR."),
        (BURGUNDY_LOST + "A Bur (Lon)", "A BUR cannot retreat to LON."),
        (BURGUNDY_LOST + "A Par (Gas)", "A PAR is dislodged here but not on line 3."),
        (BURGUNDY_LOST + "A Bur (Gas), F Bur (Gas)", "A fleet cannot be inland: F BUR."),
        (BURGUNDY_LOST + "A Bur (Gas), A Bur (Pic)", "Burgundy already has a unit on line 5."),
    ],
)  # fmt: skip
def test_what_is_no_position_says_what_would_be_right(text: str, message: str) -> None:
    assert any(each.startswith(message) for each in messages(text + CENTERS)), messages(text)


def test_centers_are_needed_after_the_first_year_and_known_before() -> None:
    assert messages("S1902M\nFrance: A Par")[0].startswith(
        "Supply centers are missing. List them by power: "
    )
    assert messages("W1901A\nFrance: A Par")[0].startswith(
        "Supply centers are missing. List them by power: "
    )
    found = pasted("F1901M\nFrance: A Bur, F Mar")
    assert found.position is not None
    assert found.position.centers == opening(STANDARD).centers
    assert [warning[:30] for warning in found.warnings] == ["No supply centers are listed, "]


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("F1902M\nFrance: A Par, A Bur\nCenters France: Par", "France has more units (2) than"),
        (
            "S1902M\nFrance: A Bel\nCenters\nFrance: Par\nItaly: Bel",
            "France has a unit (A BEL) in a center that France doesn’t own.",
        ),
        (
            "W1902A\nFrance: A Bel\nCenters\nFrance: Par Bre",
            "France has a unit (A BEL) in a center that France doesn’t own.",
        ),
        ("F1902R\nFrance: A Par\nDislodged\nFrance: A Bur (Gas)" + CENTERS, "A BUR is dislodged,"),
        (
            f"F1902M\nFrance: A Par\nCenters France: {EIGHTEEN}",
            "This game is already won: France, 18 centers.",
        ),
    ],
)  # fmt: skip
def test_what_can_hardly_have_come_about_is_a_warning(text: str, warning: str) -> None:
    found = pasted(text)
    assert found.position is not None, found.errors
    assert [each[: len(warning)] for each in found.warnings] == [warning]


def test_a_retreat_to_where_the_attacker_came_from_is_a_warning() -> None:
    """Some editions allow it after a convoy (DATC 4.A.5)."""
    found = pasted(BURGUNDY_LOST + "A Bur from Mun (Gas, Mun)" + CENTERS)
    assert list(found.warnings) == [
        "The retreats of A BUR include Munich, where its attacker came from."
    ]
    assert found.position is not None


def test_a_phase_in_which_nobody_has_anything_to_do_is_refused_on_its_line() -> None:
    (error,) = errors("Germany: A Mun\nF1902R\nFrance: A Par" + CENTERS)
    assert error[0] == "2"
    assert error[1].endswith("name the next phase: W1902A.")


def test_a_winter_in_which_units_must_go_is_nothing_to_warn_of() -> None:
    found = pasted("W1902A\nFrance: A Par, A Bur\nCenters France: Par")
    assert list(found.warnings) == []
    assert found.position is not None


def test_a_text_that_is_too_long_is_not_read() -> None:
    for text in ("a" * (LONGEST_TEXT + 1), "\n" * MOST_LINES):
        assert messages(text) == [
            "A position can have at most 20000 characters on 1000 lines. This text has more."
        ]


@pytest.mark.parametrize(
    "unit",
    ["France (", "France: A Brgndy\n", "A Bur dislodged ", "Fraance: A\n", "[b]<br>", "((", "a."],
)
def test_nonsense_of_any_length_is_answered_soon(unit: str) -> None:
    pasted("France: A Par")  # fills the caches of the languages' words
    text = (unit * LONGEST_TEXT)[:LONGEST_TEXT]
    lines = text.splitlines()[: MOST_LINES - 1]
    found, seconds = timed(lambda: pasted("\n".join(["France: A Par", *lines])))
    assert seconds < 1
    assert 0 < len(found.errors) <= 40


def test_a_long_text_is_read_in_a_fifth_of_a_second() -> None:
    sample = (FOLDER / "fall_1902.bg.txt").read_text("utf-8")
    for text in (sample * 20, sample + "Германия: А Мюн, А Бер, Ф Кил\n" * 800):
        read = functools.partial(pasted, text[: LONGEST_TEXT - 1])
        assert min(timed(read)[1] for _ in range(7)) < 0.2


def test_errors_are_in_the_language_and_notation_of_the_reader() -> None:
    with translation.override("es"):
        assert messages("F1902M\nFrance: F Mun" + CENTERS) == [
            "Una flota no puede estar en una región interior: F Mun."
        ]


def test_no_heading_is_longer_than_what_is_looked_at() -> None:
    headings = [*vocabulary.sections(), *vocabulary.powers(standard_board())]
    assert max(len(heading.split()) for heading in headings) == vocabulary.LONGEST_PHRASE


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_a_position_and_each_has_one_meaning(language: str) -> None:
    table = language_data(language).position
    english = language_data("en").position
    assert table.keys() == english.keys()
    phrases = [key_of(phrase) for several in table.values() for phrase in several]
    assert sorted(phrases) == sorted(set(phrases))


def test_a_retreat_to_a_place_that_is_also_a_preposition() -> None:
    text = (
        "Primavera 1901 retirada\nunidades\nFrancia: E Ank\n"
        "desalojado\nInglaterra: E Ank de Smi (Arm, Con)\ncentros\nFrancia: Par"
    )
    assert ways_out(text) == [("ENGLAND", "A ANK", "SMY", ("ARM", "CON"))]

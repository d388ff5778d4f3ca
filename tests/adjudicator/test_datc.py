"""The Diplomacy Adjudicator Test Cases 3.2, through the library and through the command line."""

from collections import Counter
from pathlib import Path

import pytest

from adjudicator import RULES, Rules, adjudicate
from adjudicator.json_lines import read_position, write_resolution

from .alternatives import ALTERNATIVES, EXCUSED, Alternative, Ending
from .diagrams import DATC as CASES
from .shapes import Json, by_command_line, standing

BY_ID = {case["id"]: case for case in CASES}

OTHERWISE_IN_2000 = {
    "6.D.4": "a support whose unit is attacked is cut, needed or not",
    "6.F.16": "rule 21 has an answer, so no convoy is disrupted to end a paradox",
    "6.F.17": "rule 21: the support is not cut, the convoy stands and dislodges the supporter",
    "6.G.8": "where no convoy was ordered there is only the way by land (4.A.3)",
    "6.H.11": "no retreat to where the attacker came from, even by convoy (4.A.5 a)",
    "6.H.12": "no retreat to where the attacker came from, even by convoy (4.A.5 a)",
    "6.J.6": "removals are measured to the homeland (4.D.8)",
    "6.J.11": "removals are measured to the homeland (4.D.8)",
    "6.J.12": "removals are measured to the homeland (4.D.8)",
}


def first_question(case: Json, rules: str) -> Json:
    building = case["phase"] == "build"
    question = {
        "id": case["id"],
        "phase": "W1901A" if building else "S1901M",
        "units": case["units"],
        "orders": by_power(case["orders"]),
        "rules": rules,
    }
    return question | ({"centers": case["supply_centers"]} if building else {})


def second_question(case: Json, answer: Json) -> Json | None:
    """Return the question for the retreats, if the case has a retreat phase."""
    if "retreat_orders" not in case or not answer["next"]["phase"].endswith("R"):
        return None
    return {**answer["next"], "orders": by_power(case["retreat_orders"])}


def by_power(orders: list[tuple[str, str, list[str]]]) -> dict[str, list[str]]:
    sheets: dict[str, list[str]] = {}
    for power, text, _ in orders:
        sheets.setdefault(power, []).append(text)
    return sheets


def differences(case: Json, answer: Json, after_retreats: Json | None) -> list[str]:
    """Return everything that did not end as the case says."""
    if case["phase"] == "build":
        automatic = [tuple(each) for each in case.get("automatic_disbands", [])]
        return wrong_words(case["orders"], answer, automatic) + unlike(
            "units", standing(answer["next"]), case["after_adjustment"]["units"]
        )
    expected = case["after_movement"]
    dislodged = [
        f"{power} {result['unit']}"
        for power, results in answer["results"].items()
        for result in results
        if result["dislodged"]
    ]
    destroyed = [f"{p} {unit}" for p, units in answer["destroyed"].items() for unit in units]
    wrong = (
        wrong_words(case["orders"], answer)
        + unlike("units", standing(answer["next"]), expected["units"])
        + unlike("dislodged", dislodged, expected["dislodged"])
        + [
            f"not destroyed: {unit}"
            for unit in expected.get("destroyed", ())
            if unit not in destroyed
        ]
    )
    if "retreat_orders" in case:
        wrong += wrong_retreats(case, answer, after_retreats)
    return wrong


def wrong_retreats(case: Json, answer: Json, after_retreats: Json | None) -> list[str]:
    units = case["after_retreat"]["units"]
    if after_retreats is None:  # with no retreat open there is no phase to give the order in
        given = [order for order in case["retreat_orders"] if order[2] != ["illegal"]]
        return [f"no phase for {order}" for order in given] + unlike(
            "units", standing(answer["next"]), units
        )
    return wrong_words(case["retreat_orders"], after_retreats) + unlike(
        "units", standing(after_retreats["next"]), units
    )


def wrong_words(
    orders: list[tuple[str, str, list[str]]],
    answer: Json,
    automatic: list[tuple[str, ...]] | None = None,
) -> list[str]:
    """Return the orders whose outcome is not the word of the file, found by their unit."""
    left = {power: list(results) for power, results in answer["results"].items()}
    wrong = []
    for power, text, words in orders:
        province = text.split()[2 if text.split()[0] in ("Build", "Disband") else 1][:3]
        result = next(r for r in left[power] if (r["unit"] or "")[2:5] == province)
        left[power].remove(result)
        wanted = set(words) - {"dislodged", "destroyed"}
        if wanted and wanted != {result["outcome"]}:
            wrong.append(f"{text}: {result['outcome']}, not {', '.join(wanted)}")
    if automatic is not None:
        rest = [(power, result["unit"]) for power, results in left.items() for result in results]
        wrong += unlike("automatic", [" ".join(r) for r in rest], [" ".join(a) for a in automatic])
    return wrong


def unlike(what: str, found: list[str], wanted: list[str]) -> list[str]:
    return [] if sorted(found) == sorted(wanted) else [f"{what}: {found}, not {wanted}"]


def examine(case: Json, rules: Rules = RULES["datc"]) -> list[str]:
    answer = resolve(first_question(case, rules.name), rules)
    second = second_question(case, answer)
    return differences(case, answer, resolve(second, rules) if second else None)


def resolve(question: Json, rules: Rules) -> Json:
    done = adjudicate(read_position(question), question["orders"], rules)
    return write_resolution(done)


def otherwise(case: Json, ending: Ending | None) -> Json:
    """Return the case as it would be written if it ended as an alternative says."""
    if ending is None:
        orders = [(p, text, [] if " C " in text else words) for p, text, words in case["orders"]]
        return case | {"orders": orders}
    if "retreat_orders" in case:
        return case | no_retreat(case, ending.removed)
    words = dict(each.rsplit(" ", 1) for each in parts(ending.words))
    asked = [
        (power, text, [words[unit]] if (unit := ordered(text)) in words else [])
        for power, text, _ in case["orders"]
    ]
    owner = {unit: power for power, units in case["units"].items() for unit in units}
    gone = {unit: f"{owner[unit]} {unit}" for unit in parts(ending.dislodged)}
    target = dict(move.split(" - ") for move in parts(ending.moved))
    lost = [*gone, *parts(ending.removed), *parts(ending.lost)]
    assert {*target, *lost} <= owner.keys()
    after = [
        f"{power} {unit[:2]}{target.get(unit, unit[2:])}"
        for unit, power in owner.items()
        if unit not in lost
    ]
    return case | {
        "orders": asked,
        "after_movement": {"units": after, "dislodged": list(gone.values())},
        "after_adjustment": {"units": after + parts(ending.built)},
        "automatic_disbands": [(owner[unit], unit) for unit in parts(ending.lost)],
    }


def no_retreat(case: Json, unit: str) -> Json:
    """Return what changes in a case if the retreat of the unit that ended here is not allowed."""
    orders = [
        (power, text, ["illegal"] if text.endswith(unit[2:]) and " - " in text else words)
        for power, text, words in case["retreat_orders"]
    ]
    units = [each for each in case["after_retreat"]["units"] if not each.endswith(unit)]
    assert len(units) == len(case["after_retreat"]["units"]) - 1
    return {"retreat_orders": orders, "after_retreat": {"units": units}}


def parts(text: str) -> list[str]:
    return text.split(", ") if text else []


def ordered(text: str) -> str:
    """Return the unit of an order."""
    first, second, *more = text.split()
    return f"{second} {more[0]}" if len(first) > 1 else f"{first} {second}"


def test_all_chapters_of_the_datc_are_tested() -> None:
    counts = Counter(case["id"].split(".")[1] for case in CASES)
    assert counts == {
        "A": 12, "B": 19, "C": 9, "D": 35, "E": 15, "F": 30, "G": 20, "H": 17, "I": 7, "J": 12,
    }  # fmt: skip


@pytest.mark.parametrize("name", BY_ID)
def test_the_case_ends_as_the_datc_says(name: str) -> None:
    assert examine(BY_ID[name]) == []


def test_the_command_line_ends_every_case_likewise() -> None:
    answers, status = by_command_line([first_question(case, "datc") for case in CASES])
    assert status == 0
    seconds = [second_question(case, answer) for case, answer in zip(CASES, answers, strict=True)]
    retreats, status = by_command_line([s for s in seconds if s], "--rules", "datc")
    assert status == 0
    following = iter(retreats)
    wrong = {}
    for case, answer, second in zip(CASES, answers, seconds, strict=True):
        assert answer["id"] == case["id"]
        found = differences(case, answer, next(following) if second else None)
        if found:
            wrong[case["id"]] = found
    assert wrong == {}


@pytest.mark.parametrize("name", BY_ID)
def test_the_edition_of_2000_differs_only_where_it_must(name: str) -> None:
    assert bool(examine(BY_ID[name], RULES["2000"])) == (name in OTHERWISE_IN_2000)


def test_every_alternative_of_the_file_is_run_or_excused() -> None:
    named = [(case["id"], name) for case in CASES for name in case.get("alternatives", ())]
    run = {(each.case, each.name) for each in ALTERNATIVES}
    assert sorted(named) == sorted(run | EXCUSED.keys())
    assert not run & EXCUSED.keys()
    assert all("Brannan" in name for _, name in EXCUSED)
    docs = (Path(__file__).parents[2] / "docs" / "editions.md").read_text()
    assert [f"{case}, {name}" for case, name in named if f"| {case} | {name} |" not in docs] == [
        f"{case}, {name}" for case, name in EXCUSED if f"- {case}, {name}: " in docs
    ]


@pytest.mark.parametrize(
    ("alternative", "rules"),
    [
        pytest.param(each, rules, id=f"{each.case} {each.name} {rules.name}")
        for each in ALTERNATIVES
        for rules in each.rules
    ],
)
def test_the_case_ends_as_its_alternative_says(alternative: Alternative, rules: Rules) -> None:
    assert examine(otherwise(BY_ID[alternative.case], alternative.ending), rules) == []

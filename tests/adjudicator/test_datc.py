"""The Diplomacy Adjudicator Test Cases 3.2, through the library and through the command line."""

import json
from collections import Counter
from pathlib import Path

import pytest

from .shapes import Json, by_command_line, by_library, standing

CASES: list[Json] = json.loads((Path(__file__).parents[1] / "data" / "datc.json").read_text())[
    "cases"
]
BY_ID = {case["id"]: case for case in CASES}

OTHERWISE_IN_2000 = {
    "6.D.4": "a support whose unit is attacked is cut, needed or not",
    "6.F.16": "rule 21 has an answer, so no convoy is disrupted to end a paradox",
    "6.F.17": "rule 21: the support is not cut, the convoy stands and dislodges the supporter",
    "6.G.10": "rule 11 taken at its word (4.A.7 a)",
    "6.G.14": "rule 11 taken at its word (4.A.7 a)",
    "6.G.15": "rule 11 taken at its word (4.A.7 a)",
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
    """The retreats, if the case has any and there is such a phase."""
    if "retreat_orders" not in case or not answer["next"]["phase"].endswith("R"):
        return None
    return {**answer["next"], "orders": by_power(case["retreat_orders"])}


def by_power(orders: list[tuple[str, str, list[str]]]) -> dict[str, list[str]]:
    sheets: dict[str, list[str]] = {}
    for power, text, _ in orders:
        sheets.setdefault(power, []).append(text)
    return sheets


def differences(case: Json, answer: Json, after_retreats: Json | None) -> list[str]:
    """Everything that did not end as the case says."""
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
    """Where the outcome of an order is not the word of the file; orders are found by their unit."""
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


def examine(case: Json, rules: str = "datc") -> list[str]:
    answer = by_library(first_question(case, rules))
    second = second_question(case, answer)
    return differences(case, answer, by_library(second | {"rules": rules}) if second else None)


def test_all_chapters_are_here() -> None:
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
    assert bool(examine(BY_ID[name], "2000")) == (name in OTHERWISE_IN_2000)

"""Powers that only the file of a set-up names."""

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import SetupError, load_setup, setups

CHAOS = (setups.FOLDER / "chaos.toml").read_text("utf-8")
STANDARD = (setups.FOLDER / "standard.toml").read_text("utf-8")
ANKARA = 'ANKARA = { short = "ANK", en = "Ankara", es = "Ankara", it = "Ankara", bg = "Анкара" }'
FAULTY_NAMES = [
    (f"{ANKARA}\n", "", "line 7", "ANKARA needs its names, in the table “power_names”"),
    ("[power_names]", "[power_name]", "line 7", "ANKARA needs its names"),
    ("ANKARA = {", "NARNIA = {", "line 34", "NARNIA is not among the powers"),
    (ANKARA, "ANKARA = 3", "line 34", "it has to have bg, en, es, it, short"),
    (', bg = "Анкара"', "", "line 34", "it has to have bg, en, es, it, short"),
    ('bg = "Анкара"', 'de = "Ankara"', "line 34", "it has to have bg, en, es, it, short"),
    ('bg = "Анкара"', 'bg = " "', "line 34", "each of its names has to be a text"),
    ('short = "ANK"', 'short = "ANKA"', "line 34", "“short” has to be 2 or 3 capital letters"),
    ('short = "BEL"', 'short = "ANK"', "line 35", "another power is named “ANK” too"),
    ('en = "Belgium"', 'en = "Ankara"', "line 35", "another power is named “Ankara” too"),
]


@pytest.mark.parametrize(("right", "wrong", "where", "why"), FAULTY_NAMES)
def test_a_fault_in_the_names_of_powers_is_named_with_its_line(
    tmp_path: Path, right: str, wrong: str, where: str, why: str
) -> None:
    assert CHAOS.count(right) == 1
    file = tmp_path / "faulty.toml"
    file.write_text(CHAOS.replace(right, wrong), "utf-8")
    with pytest.raises(SetupError) as caught:
        setups.read_setup(file)
    assert f"faulty.toml, {where} has an error: {why}" in caught.value.sentence


def test_a_power_that_has_names_everywhere_gets_no_others(tmp_path: Path) -> None:
    file = tmp_path / "faulty.toml"
    names = ANKARA.replace("ANKARA", "ITALY")
    file.write_text(STANDARD.replace("[units]", f"[power_names]\n{names}\n\n[units]"), "utf-8")
    with pytest.raises(SetupError, match="ITALY has its names already"):
        setups.read_setup(file)


def test_two_setups_give_a_power_the_same_names(monkeypatch: pytest.MonkeyPatch) -> None:
    chaos = load_setup("chaos")
    assert setups.power_names() == chaos.power_names
    others = dict(chaos.power_names) | {"PARIS": setups.PowerNames("PAR", {"en": "Lutetia"})}
    several = {"chaos": chaos, "gaul": replace(chaos, name="gaul", power_names=others)}
    monkeypatch.setattr(setups, "SETUPS", tuple(several))
    monkeypatch.setattr(setups, "load_setup", several.__getitem__)
    with pytest.raises(SetupError, match=r"gaul.toml.*PARIS is named differently in another"):
        setups.power_names.__wrapped__()

"""The examples in docstrings and in the manual are true, and everything public is documented."""

import ast
import doctest
import importlib
import inspect
import json
import pkgutil
import re
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import FunctionType

import pytest

import adjudicator
from adjudicator.json_lines import answer, answer_sheet, encode

PACKAGE = Path(adjudicator.__file__).parent
MODULES = [
    "adjudicator",
    *(
        module.name
        for module in pkgutil.walk_packages(adjudicator.__path__, "adjudicator.")
        if not module.name.endswith("__main__")
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_the_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


PUBLIC = {name: getattr(adjudicator, name) for name in adjudicator.__all__}
CLASSES = {name: value for name, value in PUBLIC.items() if isinstance(value, type)}


def silent(name: str, value: object) -> bool:
    """Return whether a class or function has no docstring but that of its data class."""
    return not value.__doc__ or value.__doc__.startswith(f"{name}(")


def test_every_public_class_and_function_says_what_it_is() -> None:
    told = {name: value for name, value in PUBLIC.items() if callable(value)}
    assert len(told) > 40
    assert [name for name, value in told.items() if silent(name, value)] == []


def test_every_public_method_says_what_it_does() -> None:
    methods = {
        f"{kind}.{name}": method
        for kind, each in CLASSES.items()
        for name, method in vars(each).items()
        if not name.startswith("_")
        and isinstance(method, FunctionType | property | classmethod | cached_property)
    }
    assert len(methods) > 20
    assert [name for name, method in methods.items() if not method.__doc__] == []


def test_every_public_value_is_described_where_it_is_made() -> None:
    described = set()
    for name in MODULES:
        tree = ast.parse(inspect.getsource(importlib.import_module(name)))
        for node, following in pairwise(tree.body):
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(following, ast.Expr):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                described |= {each.id for each in targets if isinstance(each, ast.Name)}
    values = {name for name, value in PUBLIC.items() if not callable(value)}
    told_elsewhere = {"DEFAULT_RULES", "Order"}  # beside RULES, and by each kind of order
    assert values - described == told_elsewhere


MANUAL = Path(__file__).parents[2] / "docs" / "adjudicator.md"


def test_the_examples_of_the_manual_are_true() -> None:
    result = doctest.testfile(str(MANUAL), module_relative=False)
    assert (result.failed, result.attempted > 20) == (0, True)


def test_the_questions_of_the_manual_are_answered_as_it_says() -> None:
    blocks = re.findall(r"```console\n(.*?)```", MANUAL.read_text(), re.DOTALL)
    verbs = []
    for block in blocks:
        asked = re.fullmatch(
            r"\$ echo '(.*?)' \|.*? adjudicator (\w+)[^\n]*\n(.*)", block, re.DOTALL
        )
        assert asked
        line, verb, given = asked[1].replace("\n", "").encode(), asked[2], asked[3]
        verbs.append(verb)
        if verb == "resolve":
            found = answer(line, rules="2000", language="en", brief=True)
        else:
            found = answer_sheet(line, rules="2000", language=None)
        assert json.loads(encode(found)) == json.loads(given)
    assert verbs == ["resolve", "read"]


def test_the_manual_has_a_place_for_every_module_and_for_no_other() -> None:
    table = MANUAL.read_text().split("## How it is built")[1].split("An order passes")[0]
    named = set(re.findall(r"`(\w+)`", table)) - {"adjudicate"}
    folders = (PACKAGE, PACKAGE / "movement", PACKAGE / "reasons")
    modules = {path.stem for folder in folders for path in folder.glob("*.py")}
    assert named == modules - {"__init__"} | {"notation"}

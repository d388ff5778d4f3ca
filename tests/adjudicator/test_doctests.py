import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import adjudicator

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


def test_every_public_name_has_a_docstring_or_is_a_plain_value() -> None:
    silent = [
        name
        for name in adjudicator.__all__
        if callable(value := getattr(adjudicator, name)) and not value.__doc__
    ]
    assert silent == []


def test_the_examples_of_the_manual_are_true() -> None:
    manual = Path(__file__).parents[2] / "docs" / "adjudicator.md"
    result = doctest.testfile(str(manual), module_relative=False)
    assert (result.failed, result.attempted > 3) == (0, True)

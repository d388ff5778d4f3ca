"""Imports for type checkers exist, and every annotation names something that exists."""

import importlib
import inspect
import pkgutil
import runpy
import typing
from collections.abc import Iterator
from typing import Any

import pytest

import adjudicator

MODULES = [m.name for m in pkgutil.walk_packages(adjudicator.__path__, "adjudicator.")]


def functions(namespace: dict[str, Any], module: str) -> Iterator[Any]:
    """Yield the functions, classes and methods that a module defines."""
    for value in namespace.values():
        if getattr(value, "__module__", None) != module:
            continue
        if inspect.isfunction(value):
            yield value
        elif inspect.isclass(value):
            yield value
            members = (inspect.unwrap(getattr(m, "fget", m)) for m in vars(value).values())
            yield from (m for m in members if inspect.isfunction(m))


@pytest.mark.parametrize("module", MODULES)
def test_every_annotation_names_something_that_can_be_imported(
    monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    path = importlib.import_module(module).__file__
    assert path is not None
    monkeypatch.setattr(typing, "TYPE_CHECKING", True)
    namespace = runpy.run_path(path, run_name=module)
    for each in functions(namespace, module):
        typing.get_type_hints(each, namespace)

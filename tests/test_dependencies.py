"""pyproject.toml names every distribution that the code imports or the settings load."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).parents[1]
SITE = ("accounts", "adjudicator", "config", "games")
CLIENTS = ROOT / "clients" / "python"
OURS = {*SITE, "tests", "entente_client", *(file.stem for file in CLIENTS.glob("*.py"))}


def declared(*lists: list[str]) -> set[str]:
    """Names of distributions in lists of requirements, in lower case with hyphens."""
    names = (re.match(r"[\w.-]+", entry) for entries in lists for entry in entries)
    return {normal(name.group()) for name in names if name}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(folder: Path) -> Iterator[str]:
    """Return the top-level packages that `folder` imports, without the standard library."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            else:
                continue
            tops = {name.partition(".")[0] for name in names}
            yield from tops - OURS - sys.stdlib_module_names


def undeclared(packages: set[str], known: set[str]) -> set[str]:
    """Return those `packages` without a distribution in `known`."""
    distributions = packages_distributions()
    return {
        package
        for package in packages
        if not known & {normal(name) for name in distributions.get(package, [package])}
    }


def test_what_the_code_and_the_settings_use_is_declared_by_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    site = declared(project["project"]["dependencies"])
    by_settings = {
        name.partition(".")[0] for name in (*settings.INSTALLED_APPS, *settings.MIDDLEWARE)
    }
    by_site = {name for folder in SITE for name in imported(ROOT / folder)} | by_settings - OURS
    assert {"django", "redis", "csp"} <= by_site
    assert undeclared(by_site, site | declared(groups["board"])) == set()
    by_tests = set(imported(ROOT / "tests"))
    assert undeclared(by_tests, site | declared(groups["test"])) == set()


def test_the_client_needs_nothing_but_python() -> None:
    assert len(list((CLIENTS / "entente_client").rglob("*.py"))) >= 4
    assert set(imported(CLIENTS)) == set()


def test_an_undeclared_package_is_found() -> None:
    assert undeclared({"redis", "django"}, {"django"}) == {"redis"}
    assert undeclared({"csp"}, {"django-csp"}) == set()

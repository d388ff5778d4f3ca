"""The files of the image: all that Dockerfile copies is in the build context, and no more.

.dockerignore is read as Docker does: of the patterns that match a path or a folder above it, the
last one decides. https://docs.docker.com/build/concepts/context/#dockerignore-files
"""

import re
from pathlib import Path, PurePosixPath

import pytest

from tests.reliability.test_settings import ask
from tests.site import ROOT

# Modules that draw the board or write lock files; the site imports neither.
LEFT_OUT = ("config/supply_chain/", "games/board/build/")


def pattern(text: str) -> re.Pattern[str]:
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    words = re.split(r"(\*\*/|\*\*|\*|\?)", text)
    return re.compile("".join(parts.get(word, re.escape(word)) for word in words))


def rules() -> list[tuple[bool, re.Pattern[str]]]:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return [(line.startswith("!"), pattern(line.removeprefix("!").strip("/"))) for line in found]


def is_sent(path: str) -> bool:
    """Whether Docker finds a path of the repository in the build context."""
    kept = True
    above = [path, *map(str, PurePosixPath(path).parents)]
    for wanted, rule in rules():
        if any(rule.fullmatch(each) for each in above if each != "."):
            kept = wanted
    return kept


def files(*names: str) -> list[str]:
    """The files of folders of the repository, without what Python compiles."""
    found = (path for name in names for path in [ROOT / name, *(ROOT / name).rglob("*")])
    inside = (path.relative_to(ROOT) for path in found if path.is_file())
    return [str(path) for path in inside if "__pycache__" not in path.parts]


def copied() -> list[str]:
    """The sources of each COPY of the Dockerfile."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.findall(r"^COPY (.+)$", dockerfile, re.M)
    return [source for line in lines for source in line.split()[:-1]]


@pytest.mark.parametrize("source", copied())
def test_what_is_copied_is_in_the_context(source: str) -> None:
    found = files(source)
    assert found
    missing = [path for path in found if not is_sent(path)]
    assert [path for path in missing if not path.startswith(LEFT_OUT)] == []


def test_nothing_else_is_sent() -> None:
    parts = {PurePosixPath(source).parts[0] for source in copied()}
    others = {path.name for path in ROOT.iterdir()} - parts
    assert {"tests", "run", "Dockerfile"} <= others
    assert [name for name in others if is_sent(name)] == []
    for path in ("docs/operations.md", "games/board/build/__init__.py", "requirements-test.txt"):
        assert not is_sent(path)
    assert not is_sent("games/board/__pycache__/units.cpython-313.pyc")


def test_no_module_of_the_image_imports_what_is_left_out() -> None:
    names = re.compile(r"^\s*(?:from|import) (?:config\.supply_chain|games\.board\.build)\b", re.M)
    modules = [path for path in files(*copied()) if path.endswith(".py") and is_sent(path)]
    assert len(modules) > 300
    assert [path for path in modules if names.search((ROOT / path).read_text("utf-8"))] == []


def test_the_image_names_the_port_at_which_the_site_listens(tmp_path: Path) -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (port,) = re.findall(r"^EXPOSE (\d+)$", dockerfile, re.M)
    assert ask(tmp_path, "settings.PORT") == port

"""Versions: pyproject.toml, CHANGELOG.md and tags agree, as docs/contributing.md says."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from games import __version__

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
RELEASE = re.compile(r"\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d")


def faults(version: str, changelog: str, tags: list[str]) -> list[str]:
    """Return where a version, the changelog and the tags of its commit disagree."""
    found = []
    first, *older = HEADING.findall(changelog)
    if re.fullmatch(r"\d+\.\d+\.\d+\.dev0", version):
        if first != "[Unreleased]":
            found.append("a version on the way is described under [Unreleased]")
    elif not re.fullmatch(r"\d+\.\d+\.\d+", version):
        found.append(f"{version} is neither of the form 1.2.3 nor of 1.2.3.dev0")
    elif not first.startswith(f"[{version}] - "):
        found.append(f"the changelog does not begin with {version}")
    found += [f"“{each}” names no version and day" for each in older if not RELEASE.fullmatch(each)]
    found += [f"the tag {tag} is not v{version}" for tag in tags if tag != f"v{version}"]
    return found


def tags_of_this_commit() -> list[str]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return []
    command = [git, "-C", str(ROOT), "tag", "--points-at", "HEAD", "--list", "v*"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return done.stdout.split()


def test_the_changelog_has_a_section_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert faults(__version__, changelog, tags_of_this_commit()) == []


@pytest.mark.parametrize(
    ("version", "headings", "tags"),
    [
        ("1.1.0.dev0", ["[1.0.0] - 2027-01-03"], []),
        ("1.1.0", ["[Unreleased]", "[1.0.0] - 2027-01-03"], []),
        ("1.1.0", ["[1.1.0] - soon", "[1.0.0]"], []),
        ("1.1", ["[Unreleased]"], []),
        ("1.1.0", ["[1.1.0] - 2027-02-03"], ["v1.0.0"]),
        ("1.1.0.dev0", ["[Unreleased]"], ["v1.1.0"]),
    ],
)
def test_what_does_not_fit_is_found(version: str, headings: list[str], tags: list[str]) -> None:
    assert faults(version, "".join(f"## {each}\n" for each in headings), tags)


def test_a_release_is_clean() -> None:
    assert faults("1.1.0", "## [1.1.0] - 2027-02-03\n## [1.0.0] - 2027-01-03\n", ["v1.1.0"]) == []

"""`./run` reads settings.env as systemd and compose do, and evaluates nothing in it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.site import ROOT

# In place of the environment's Python: `./run` imports a module with it, and then becomes it.
PYTHON = """#!/bin/sh
[ "$1" = -c ] || env
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy2(ROOT / "run", tmp_path)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    for file in (tmp_path / "requirements.txt", tmp_path / ".venv/requirements.txt"):
        file.touch()
    python = tmp_path / ".venv/bin/python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    environment["PATH"] = os.environ["PATH"]
    command = [str(folder / "run"), *words]
    return subprocess.run(command, env=environment, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("words", [(), ("check",), ("manage", "backup")])
def test_settings_are_read_for_the_site_and_its_commands(
    folder: Path, words: tuple[str, ...]
) -> None:
    text = '# club\n\nSITE_URL=https://a.example\nENTENTE_OPERATOR="Ada $(id) `id` \\n = x"\nPORT=1'
    (folder / "settings.env").write_text(text)
    lines = run(folder, *words, PORT="2").stdout.splitlines()
    assert "SITE_URL=https://a.example" in lines
    assert "ENTENTE_OPERATOR=Ada $(id) `id` \\n = x" in lines
    assert "PORT=2" in lines  # set already


def test_a_demo_and_tests_know_nothing_of_them(folder: Path) -> None:
    (folder / "settings.env").write_text("SITE_URL=https://a.example\n")
    assert "SITE_URL" not in run(folder, "demo").stdout


@pytest.mark.parametrize("line", ["SITE_URL", "1=2", "A B=c", "=x", "A;id=x"])
def test_a_line_that_is_no_setting_stops_the_start_without_repeating_it(
    folder: Path, line: str
) -> None:
    (folder / "settings.env").write_text(f"{line}\n")
    done = run(folder)
    assert done.returncode == 3
    assert done.stderr == "entente: settings.env: a line is not of the form NAME=value\n"

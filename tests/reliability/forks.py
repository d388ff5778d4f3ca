"""Run programs in forks of one process that has imported Django, because the import takes longest.

The process reads one JSON object a line, {"program": …, "words": […], "environment": {…}}, and
answers each with {"status": …, "stdout": …, "stderr": …}. Without a program it runs manage.py.
"""

import atexit
import json
import os
import runpy
import subprocess
import sys
import tempfile
from functools import cache
from typing import IO, Any

from tests.site import ROOT


class Forks:
    """The process that forks, for callers."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(
        self, *words: str, environment: dict[str, str], program: str = ""
    ) -> "subprocess.CompletedProcess[str]":
        assert self._process.stdin
        assert self._process.stdout
        asked = {"program": program, "words": words, "environment": environment}
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        return subprocess.CompletedProcess(
            words, answer["status"], answer["stdout"], answer["stderr"]
        )


@cache
def forks() -> Forks:
    """Return the process. It is started at the first call and ends with this process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.reliability.forks"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.communicate)
    return Forks(process)


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if not child:
            _become(asked, out, err)
        _pid, status = os.waitpid(child, 0)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read())
    code = os.waitstatus_to_exitcode(status)
    return {"status": code, "stdout": texts[0], "stderr": texts[1]}


def _become(asked: dict[str, Any], out: IO[str], err: IO[str]) -> None:
    """Run the program in this fork and exit as Python would."""
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    os.environ.clear()
    os.environ.update(asked["environment"])
    status = 0
    try:
        if asked["program"]:
            exec(compile(asked["program"], "<program>", "exec"), {})
        else:
            sys.argv = ["manage.py", *asked["words"]]
            runpy.run_path("manage.py", run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    import django.core.management
    import django.core.management.commands.check
    import django.db.backends.postgresql.base
    import django.db.backends.sqlite3.base  # noqa: F401

    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line))), flush=True)

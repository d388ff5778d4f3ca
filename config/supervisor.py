"""Starts processes, starts them again when they die, and leaves none behind.

All of them are one process group led by a guard (`config.guard`), which also covers what they start
themselves and works when the supervisor is killed and can do nothing more.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import env, guard

GRACE = 2.0  # seconds between asking and killing; on a busy machine, too, both take less than five
FIRST_PAUSE, LONGEST_PAUSE, STEADY = 0.5, 30.0, 10.0


@dataclass
class Child:
    """One process to keep running. After a crash within STEADY seconds the pause doubles.

    `proven`: it once ran for STEADY seconds, so it can make sense of its settings.
    """

    name: str
    command: Sequence[str]
    pass_fds: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    start_at: float = 0.0
    proven: bool = False


@dataclass
class Supervisor:
    children: list[Child]
    say: Callable[[str], None]
    stopping: bool = False
    status: int = 0
    group: int = 0
    guard: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def run(self, *, when_up: Callable[[], bool]) -> None:
        """Keep the children running until a signal comes; ask `when_up` until it says True.

        Exits with EXIT_STATUS where a child did so at its start: it has said in its one line which
        setting makes no sense, and would say so again for ever.
        """
        self._listen()
        told = False
        try:
            while not self.stopping:
                self._look_after()
                told = told or when_up()
                time.sleep(0.1)
        finally:
            self.stop()
        if self.status:
            raise SystemExit(self.status)

    def stop(self) -> None:
        """Ask everybody to stop, wait GRACE seconds, kill the rest."""
        if self.guard is None:
            return
        self._signal(signal.SIGTERM)
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline and any(self._alive(child) for child in self.children):
            time.sleep(0.05)
        self._signal(signal.SIGKILL)
        for process in (self.guard, *(child.process for child in self.children)):
            if process is not None:
                process.wait()
        self.guard = None

    def _listen(self) -> None:
        # A shell starts background jobs with SIGINT ignored: take it all the same.
        numbers = [signal.SIGINT, signal.SIGTERM]
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup means it
            numbers.append(signal.SIGHUP)
        for number in numbers:
            signal.signal(number, self._on_signal)

    def _on_signal(self, _number: int, _frame: object) -> None:
        self.stopping = True

    def _look_after(self) -> None:
        if self.guard is None or self.guard.poll() is not None:
            self._start_guard()
        now = time.monotonic()
        for child in self.children:
            if self._alive(child):
                continue
            if child.process is not None:
                self._note_death(child, now)
            if now >= child.start_at and not self.stopping:
                self._start(child, now)

    def _note_death(self, child: Child, now: float) -> None:
        assert child.process is not None
        steady = now - child.started >= STEADY
        child.proven = child.proven or steady
        if child.process.returncode == env.EXIT_STATUS and not child.proven:
            self.stopping, self.status = True, env.EXIT_STATUS
            return
        child.pause = FIRST_PAUSE if steady else min(child.pause * 2, LONGEST_PAUSE)
        child.start_at = now + child.pause
        self.say(f"{child.name} ended ({_ending(child.process.returncode)}); starting it again")
        child.process = None

    def _start(self, child: Child, now: float) -> None:
        child.process = subprocess.Popen(
            child.command,
            stdin=subprocess.DEVNULL,
            pass_fds=child.pass_fds,
            process_group=self.group,
        )
        child.started = now

    def _start_guard(self) -> None:
        command = [sys.executable, "-I", "-S", str(Path(guard.__file__)), str(GRACE)]
        if self.group:
            # The guard was killed alone: a new one joins the group while somebody is in it.
            with contextlib.suppress(OSError):
                self.guard = subprocess.Popen(
                    command, stdin=subprocess.PIPE, process_group=self.group
                )
                return
        self.guard = subprocess.Popen(command, stdin=subprocess.PIPE, process_group=0)
        self.group = self.guard.pid

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.group, number)

    @staticmethod
    def _alive(child: Child) -> bool:
        return child.process is not None and child.process.poll() is None


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"status {code}"

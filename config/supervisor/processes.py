"""Start the processes of the site, restart those that die, and leave no orphans.

The processes are forks of the supervisor, which has imported the site (`preload`): so they share
its memory, and start at once. All of them and their own children are in one process group, led by a
guard (`orphan_guard.sh`) that stops the group when the supervisor is killed.
"""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Protocol

from .. import env

# Seconds between SIGTERM and SIGKILL. Short, so that stopping takes less than five seconds even on
# a busy machine.
GRACE = 2
GUARD = ["/bin/sh", str(Path(__file__).with_name("orphan_guard.sh")), str(GRACE)]
FIRST_PAUSE, LONGEST_PAUSE, STEADY = 0.5, 30.0, 10.0  # seconds
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR2)
FORK = multiprocessing.get_context("fork")


class HasDescriptor(Protocol):
    """An open file or socket."""

    def fileno(self) -> int: ...


@dataclass
class Child:
    """A process that is kept running. After a crash within STEADY seconds `pause` doubles.

    `run` is called in the process, which ends when it returns. `proven` means that it has run for
    STEADY seconds once, so that its settings are valid.
    """

    name: str
    run: Callable[[], object]
    process: ForkProcess | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    start_at: float = 0.0
    proven: bool = False


@dataclass
class Supervisor:
    """Keeps the children running until a signal comes; `report` prints a line for the operator.

    `own` are open files that no child may hold, such as the lock of the data folder.
    """

    children: list[Child]
    report: Callable[[str], None]
    own: Sequence[HasDescriptor] = ()
    stopping: bool = False
    upgrading: bool = False  # stopped by SIGUSR2, to start again after an upgrade
    status: int = 0
    group: int = 0
    guard: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def run(self, *, announce_ready: Callable[[], bool]) -> None:
        """Keep the children running until a signal comes; call `announce_ready` until it is True.

        Exits with EXIT_STATUS if a child did so at its start: the child has printed which setting
        makes no sense, and another start would not help.
        """
        self._install_signal_handlers()
        announced = False
        try:
            while not self.stopping:
                self._tend_children()
                announced = announced or announce_ready()
                time.sleep(0.1)
        finally:
            self.stop()
        if self.status:
            raise SystemExit(self.status)

    def stop(self) -> None:
        """Send SIGTERM to all, wait at most GRACE seconds, and kill the rest."""
        if self.guard is None:
            return
        self._signal(signal.SIGTERM)
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline and any(self._alive(child) for child in self.children):
            time.sleep(0.05)
        self._signal(signal.SIGKILL)
        self.guard.wait()
        for child in self.children:
            if child.process is not None:
                child.process.join()
        self.guard = None

    def _install_signal_handlers(self) -> None:
        # Also SIGINT, which a shell makes its background jobs ignore.
        numbers = [signal.SIGINT, signal.SIGTERM]
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup ignores it on purpose
            numbers.append(signal.SIGHUP)
        for number in (*numbers, signal.SIGUSR2):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, _frame: object) -> None:
        self.upgrading = number == signal.SIGUSR2 and not self.stopping
        self.stopping = True

    def _tend_children(self) -> None:
        if self.guard is None or self.guard.poll() is not None:
            self._start_guard()
        now = time.monotonic()
        for child in self.children:
            if self._alive(child):
                continue
            if child.process is not None:
                self._handle_exit(child, now)
            if now >= child.start_at and not self.stopping:
                self._start(child, now)

    def _handle_exit(self, child: Child, now: float) -> None:
        assert child.process is not None
        steady = now - child.started >= STEADY
        child.proven = child.proven or steady
        code = child.process.exitcode
        assert code is not None
        if code == env.EXIT_STATUS and not child.proven:
            self.stopping, self.status = True, env.EXIT_STATUS
            return
        child.pause = FIRST_PAUSE if steady else min(child.pause * 2, LONGEST_PAUSE)
        child.start_at = now + child.pause
        self.report(f"{child.name} ended ({_exit_reason(code)}); starting it again")
        child.process = None

    def _start(self, child: Child, now: float) -> None:
        child.process = FORK.Process(target=self._become, args=[child], name=child.name)
        # The child must not take a signal with the handlers of the supervisor.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            child.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        child.started = now

    def _become(self, child: Child) -> None:
        """Run the child, in its own process."""
        os.setpgid(0, self.group)
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        assert self.guard is not None
        assert self.guard.stdin is not None
        # The guard acts when nobody else holds its pipe.
        for file in (self.guard.stdin, *self.own):
            os.close(file.fileno())
        with contextlib.suppress(OSError):  # the name in ps and top, on Linux
            Path("/proc/self/comm").write_text(child.name, encoding="ascii")
        child.run()

    def _start_guard(self) -> None:
        if self.group:
            # Only the guard was killed: a new one joins the group, if it still has a process.
            with contextlib.suppress(OSError):
                self.guard = subprocess.Popen(
                    GUARD, stdin=subprocess.PIPE, process_group=self.group
                )
                return
        self.guard = subprocess.Popen(GUARD, stdin=subprocess.PIPE, process_group=0)
        self.group = self.guard.pid

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.group, number)

    @staticmethod
    def _alive(child: Child) -> bool:
        return child.process is not None and child.process.is_alive()


def _exit_reason(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"status {code}"

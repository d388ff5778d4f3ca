"""The page of `./run check`: all findings, in sections."""

import time
from collections.abc import Callable, Iterable, Iterator

from django.db import DatabaseError, connection

from . import backups, games, machine, mail, software
from .findings import Finding, note, problem

Check = Callable[[], Iterable[Finding]]

SECTIONS: dict[str, list[Check]] = {
    "software": [software.versions, software.system_checks],
    "site": [software.address, software.variables, machine.certificate],
    "machine": [machine.disks, machine.clocks],
    "mail": [mail.server],
    "processes": [games.processes, games.queues],
}
# They ask tables.
OF_THE_DATABASE: dict[str, list[Check]] = {
    "people": [software.administrators],
    "deadlines": [games.heartbeat, games.deadlines, games.set_aside],
    "outbox": [mail.outbox, mail.refused],
    "backups": [backups.schedule, backups.newest],
}


def findings() -> Iterator[tuple[str, Finding]]:
    """Yield the section and each finding. A check that fails is a problem itself."""
    began = time.time(), time.monotonic()
    yield from _section("software", SECTIONS["software"])
    usable = True
    for found in _run(software.database):
        usable = usable and bool(not found.advice)
        yield "database", found
    if usable:
        for found in _run(software.migrations):
            usable = usable and not found.advice
            yield "database", found
    for name, checks in SECTIONS.items():
        if name != "software":
            yield from _section(name, checks)
    if usable:
        for name, checks in OF_THE_DATABASE.items():
            yield from _section(name, checks)
    else:
        left_out = ", ".join(OF_THE_DATABASE)
        yield "database", note(f"not looked at before this is mended: {left_out}")
    for found in machine.jumps(*began):
        yield "machine", found


def _section(name: str, checks: Iterable[Check]) -> Iterator[tuple[str, Finding]]:
    for check in checks:
        for found in _run(check):
            yield name, found


def _run(check: Check) -> Iterator[Finding]:
    try:
        yield from check()
    except DatabaseError as error:
        connection.close()
        first = str(error).strip().partition("\n")[0]
        yield problem(f"the database does not answer as it should: {first}", "Look into its log.")
    except Exception as error:  # the page must not end here
        yield problem(
            f"“{check.__name__}” could not be checked: {type(error).__name__}: {error}",
            "Report this, with the line above.",
        )

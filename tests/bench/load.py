"""`./run bench load`: game pages of a player under load, on the processes of production.

First pages are asked for at a steady rate, each on time whether or not the one before it has come.
Then a few connections ask as fast as they get answers. The server and its client share the machine,
so the pages are also divided by the seconds of CPU of web processes, PostgreSQL and Redis, and
multiplied by the processors that the web processes can fill: so many pages a second the site could
serve if the client ran elsewhere.
"""

import argparse
import os
import queue
import socket
import threading
import time
from collections.abc import Sequence
from statistics import median, quantiles

from tests import services

from . import host, site

RATE = 20  # pages a second
STEADY, FULL = 20.0, 10.0  # seconds
CONNECTIONS = 8


class Connection:
    """One connection to the site, kept open while the site keeps it."""

    def __init__(self, port: int, request: bytes) -> None:
        self.port, self.request = port, request
        self.socket: socket.socket | None = None

    def ask(self) -> None:
        """Request the page, and read the whole answer."""
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        self.socket.sendall(self.request)
        answer = self.socket.recv(65_536)
        while b"\r\n\r\n" not in answer:
            answer += self._more()
        head, _, body = answer.partition(b"\r\n\r\n")
        fields = head.lower().split(b"\r\n")
        assert fields[0].split()[1] == b"200", fields[0]
        (length,) = (int(line[15:]) for line in fields if line.startswith(b"content-length:"))
        missing = length - len(body)
        while missing > 0:
            missing -= len(self._more())
        if b"connection: close" in fields:
            self.socket.close()
            self.socket = None

    def _more(self) -> bytes:
        assert self.socket is not None
        part = self.socket.recv(65_536)
        assert part, "the site closed the connection"
        return part


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench load", description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[2])
    parser.add_argument("--threads", type=int, nargs="+", default=[8])
    options = parser.parse_args(arguments)
    print("\n".join(host.describe()))
    print(
        "| processes × threads | p50 | p95 | p95 in loops | pages/s | pages/s of the site alone |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    with site.servers() as (folder, variables, servers):
        from . import long_game

        game = long_game.write()
        request = _request(game.get_absolute_url(), long_game.player(game))
        database = {name: [_process(one)] for name, one in servers.items()}
        for processes in options.processes:
            for threads in options.threads:
                chosen = {"WEB_PROCESSES": str(processes), "WEB_THREADS": str(threads)}
                with site.running(folder, variables | chosen, workers=1) as roots:
                    port = int(variables["PORT"])
                    cores = min(processes, os.cpu_count() or 1)
                    shown = _measure(port, request, {"web": roots["web"]} | database, cores)
                print(f"| {processes} × {threads} | {shown}", flush=True)


def _process(server: services.Server) -> int:
    assert server.process is not None, "the CPU of a server that runs elsewhere cannot be measured"
    return server.process.pid


def _request(path: str, person: object) -> bytes:
    from .page_costs import Visitor

    visitor = Visitor(person)  # type: ignore[arg-type]
    visitor.ask(path)
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: {site.HOST}",
        "X-Forwarded-Proto: https",
        "X-Forwarded-For: 192.0.2.1",
        "Accept: text/html",
        "Accept-Encoding: gzip, deflate, br, zstd",
        f"Cookie: {cookies}",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _measure(port: int, request: bytes, roots: dict[str, list[int]], cores: int) -> str:
    from .page_costs import loop
    from .usage import Reading

    _as_fast_as_possible(port, request, seconds=3.0)  # to warm up
    loops = [loop() for _ in range(9)]
    times = _steadily(port, request)
    loops += [loop() for _ in range(9)]
    before, began = Reading.take(roots), time.monotonic()
    pages = _as_fast_as_possible(port, request, seconds=FULL)
    seconds = time.monotonic() - began
    usage = Reading.take(roots).cores_since(before)
    used = sum(usage[kind] for kind in roots) * seconds
    p95 = quantiles(times, n=20)[-1]
    return (
        f"{median(times) * 1000:.0f} ms | **{p95 * 1000:.0f} ms** | {p95 / median(loops):.1f} |"
        f" {pages / seconds:.0f} | **{pages / used * cores:.0f}** |"
    )


def _steadily(port: int, request: bytes) -> list[float]:
    """Ask at the rate; return how long after its time each page was complete, in seconds."""
    due: queue.SimpleQueue[float | None] = queue.SimpleQueue()
    times: list[float] = []

    def work() -> None:
        connection = Connection(port, request)
        while (at := due.get()) is not None:
            connection.ask()
            times.append(time.monotonic() - at)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(CONNECTIONS)]
    for worker in workers:
        worker.start()
    began = time.monotonic()
    for number in range(int(RATE * STEADY)):
        at = began + number / RATE
        time.sleep(max(0.0, at - time.monotonic()))
        due.put(at)
    for _ in workers:
        due.put(None)
    for worker in workers:
        worker.join()
    assert len(times) == int(RATE * STEADY), "a page was refused"
    return times


def _as_fast_as_possible(port: int, request: bytes, *, seconds: float) -> int:
    """Ask on a few connections at once; return the number of pages."""
    counts: list[int] = []
    end = time.monotonic() + seconds

    def work() -> None:
        connection, pages = Connection(port, request), 0
        while time.monotonic() < end:
            connection.ask()
            pages += 1
        counts.append(pages)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(CONNECTIONS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(counts) == CONNECTIONS, "a page was refused"
    return sum(counts)

"""Processor time of a piece of work, as a machine that does nothing else would take.

A processor that is shared, hot or old takes up to twice as long for the same work. A loop of known
length, run before and after, tells by how much.
"""

import gc
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

ROUNDS = 40_000
# Of the loop, on the processor in docs/measured.md with nothing beside it.
SECONDS = 0.001


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of a call, and its seconds of processor time in this thread.

    They are divided by the slowness of the machine if it is slower than usual. Garbage is not
    collected meanwhile: the collector would walk over everything that other tests hold.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        before = _loop()
        began = time.thread_time()
        result = work()
        seconds = time.thread_time() - began
        slowness = max(1.0, (before + _loop()) / 2 / SECONDS)
    finally:
        if was_enabled:
            gc.enable()
    return result, seconds / slowness


def _loop() -> float:
    """Return the shorter of two runs of the loop, in seconds: the first may warm up."""
    return min(_run() for _ in range(2))


def _run() -> float:
    began = time.thread_time()
    count = 0
    while count < ROUNDS:
        count += 1
    return time.thread_time() - began

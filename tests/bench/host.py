"""The machine of a benchmark: its processor, speed and load."""

import os
import time
from pathlib import Path

from tests.measured import machine

LOOPS = 3


def describe() -> list[str]:
    """Describe the processors, the time of a plain loop, and the load, in two lines."""
    load = os.getloadavg()[0]  # measured before the loops
    loop = min(_loop() for _ in range(LOOPS))
    return [
        f"{machine()}, {processor()} ({os.cpu_count()} processors);",
        f"a plain loop of ten million steps took {loop:.2f} s, the load before was {load:.1f}.",
    ]


def processor() -> str:
    file = Path("/proc/cpuinfo")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else "processor unknown"


def _loop() -> float:
    began = time.perf_counter()
    count = 0
    while count < 10_000_000:
        count += 1
    return time.perf_counter() - began

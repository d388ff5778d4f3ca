"""How much of the machine each kind of process takes."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, process_time

import psutil


@dataclass(frozen=True)
class Reading:
    """CPU seconds since each kind of process began, and the machine's, at one moment.

    The visitors are threads of this process, which does nothing else meanwhile.
    """

    at: float
    kinds: Mapping[str, float]
    busy: float

    @classmethod
    def take(cls, roots: Mapping[str, list[int]]) -> "Reading":
        """Read the clocks of the processes in `roots` and of all that descend from them."""
        kinds = {kind: sum(map(_spent, numbers)) for kind, numbers in roots.items()}
        kinds["visitors"] = process_time()
        times = psutil.cpu_times()
        idle = times.idle + getattr(times, "iowait", 0.0)
        guests = getattr(times, "guest", 0.0) + getattr(times, "guest_nice", 0.0)
        return cls(monotonic(), kinds, sum(times) - idle - guests)

    def cores_since(self, earlier: "Reading") -> dict[str, float]:
        """How many cores each kind kept busy since `earlier`, all else, and the whole machine."""
        seconds = self.at - earlier.at
        cores = {kind: (now - earlier.kinds[kind]) / seconds for kind, now in self.kinds.items()}
        machine = (self.busy - earlier.busy) / seconds
        return cores | {"all else": machine - sum(cores.values()), "whole machine": machine}


def _spent(number: int) -> float:
    """What a process and its children used, those that are gone included."""
    root = psutil.Process(number)
    times = root.cpu_times()
    total: float = times.user + times.system + times.children_user + times.children_system
    for child in root.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            own = child.cpu_times()
            total += own.user + own.system
    return total

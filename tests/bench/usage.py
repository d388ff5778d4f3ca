"""CPU use of each kind of process."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, process_time

import psutil


@dataclass(frozen=True)
class Reading:
    """CPU seconds of each kind of process and of the whole machine, at one moment.

    The visitors are threads of this process, which does nothing else meanwhile.
    """

    at: float
    kinds: Mapping[str, float]
    busy: float

    @classmethod
    def take(cls, roots: Mapping[str, list[int]]) -> "Reading":
        """Read the CPU times of the processes in `roots` and of all their descendants."""
        kinds = {kind: sum(map(_spent, numbers)) for kind, numbers in roots.items()}
        kinds["visitors"] = process_time()
        times = psutil.cpu_times()
        idle = times.idle + getattr(times, "iowait", 0.0)
        guests = getattr(times, "guest", 0.0) + getattr(times, "guest_nice", 0.0)
        return cls(monotonic(), kinds, sum(times) - idle - guests)

    def cores_since(self, earlier: "Reading") -> dict[str, float]:
        """Busy cores since `earlier`: of each kind, everything else, and the whole machine."""
        seconds = self.at - earlier.at
        cores = {kind: (now - earlier.kinds[kind]) / seconds for kind, now in self.kinds.items()}
        machine = (self.busy - earlier.busy) / seconds
        return cores | {"everything else": machine - sum(cores.values()), "whole machine": machine}


def _spent(number: int) -> float:
    """CPU seconds of a process and its children, including those that have exited."""
    root = psutil.Process(number)
    times = root.cpu_times()
    total: float = times.user + times.system + times.children_user + times.children_system
    for child in root.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            own = child.cpu_times()
            total += own.user + own.system
    return total

"""Python's garbage collector in a process that forks, and in its forks."""

import gc

YOUNG = 5_000
"""New objects at which the collector looks for unused ones. A page makes thousands of objects and
few cycles: at Python's 700 the collector took a tenth of its time."""


def prepare_forks() -> None:
    """Hide all objects made so far from the collectors of this process and of its forks.

    A collector writes into each object, and so makes a fork copy its page of memory.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])

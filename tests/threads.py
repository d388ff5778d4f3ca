"""Workers of a test: each in a thread of its own, with a connection of its own."""

import threading
from collections.abc import Callable

from django.db import connection


def in_threads(*jobs: Callable[[], object]) -> None:
    """Do all at the same time; they have half a minute."""

    def run(job: Callable[[], object]) -> None:
        try:
            job()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)

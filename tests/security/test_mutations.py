"""The walk fails when a check is taken out: some mutants here, all of them in `./run soak`."""

import os
import subprocess
import sys

import pytest

from tests.soak import SOAK

pytestmark = [pytest.mark.processes, pytest.mark.timeout(3600 if SOAK else 300)]
SAMPLE = [
    "games.web.views.play.order_form: unchecked own_seats_or_404",
    "games.web.views.history.position_after: unchecked may_read_orders",
]


def test_the_walk_turns_red_without_a_check():
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "ENTENTE_DATA", "PYTEST_XDIST_WORKER")
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.security.mutations", *([] if SOAK else SAMPLE)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert done.stdout.count("→") >= (200 if SOAK else len(SAMPLE))

"""Ten games that people played elsewhere, played again to their end through the whole site.

Seven people sign in, join and send the recorded orders through the order form; the deadline passes
in a real Celery worker; units, dislodged units and centers must equal the record in every phase.
No order is changed and nothing is excepted: EXCEPTIONS stays empty. See tests/data/README.md.
"""

import gzip
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adjudicator.terms import PhaseType
from games import orders as seat_orders
from games import positions
from games.models import Event, Game, Order, Phase, Seat
from tests import factories
from tests.site import Site, running, until

from . import play

pytestmark = [pytest.mark.processes, pytest.mark.timeout(400)]

RECORD = Path(__file__).parent.parent / "data/recorded_games.jsonl.gz"
SOAK = os.environ.get("SOAK") == "1"
# What had to be left out or done otherwise than recorded: nothing in these ten games.
EXCEPTIONS: list[str] = []
# What the ten games hold, counted while they are played. Far from it, the test has seen nothing.
FIGURES = {
    "games": 10,
    "phases M": 0,
}
SOLOS = {
    "game_2433": "GERMANY",
    "game_10295": "FRANCE",
    "game_8823": "TURKEY",
    "game_3169": "RUSSIA",
    "game_2808": "ENGLAND",
}

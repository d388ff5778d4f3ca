"""A set-up is a file: a new one can be played after a restart, and a faulty one stops the start."""

import shutil
import uuid
from pathlib import Path
from typing import Any

import pytest

from games.models import Game
from tests import factories, settings_sheets
from tests.site import ROOT, Site, serving

from . import play
from .play import Browser

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240)]

CODE = ("accounts", "adjudicator", "config", "games", "locale", "static", "templates")
MARCH = """
map = "standard"
start = "F1899M"
victory = 20
powers = ["FRANCE", "MUSCOVY"]
players = [["FRANCE"], ["MUSCOVY"]]

[name]
en = "The long march"
es = "La larga marcha"
it = "La lunga marcia"
bg = "Дългият поход"

[sentence]
en = "From Paris to Moscow."
es = "De París a Moscú."
it = "Da Parigi a Mosca."
bg = "От Париж до Москва."

[power_names]
MUSCOVY = { short = "MU", en = "Muscovy", es = "Moscovia", it = "Moscovia", bg = "Московия" }

[units]
FRANCE = ["A PAR", "A BUR"]
MUSCOVY = ["A MOS"]

[centers]
FRANCE = ["PAR"]
MUSCOVY = ["MOS"]
"""


@pytest.fixture
def code(tmp_path: Path) -> Path:
    """A copy of the code of the site, in which a test may write."""
    root = tmp_path / "code"
    root.mkdir()
    shutil.copy2(ROOT / "manage.py", root)
    for name in CODE:
        shutil.copytree(ROOT / name, root / name)
    return root


def test_a_new_file_is_offered_and_played(
    code: Path, tmp_path: Path, django_db_blocker: Any
) -> None:
    (code / "adjudicator/setups/march.toml").write_text(MARCH, "utf-8")
    site = Site(tmp_path)
    site.root = code
    site.migrate()
    with serving(site), play.looking_into(site, django_db_blocker):
        ada, boris = play.people("Ada", "Boris")
        with Browser(site, ada) as first, Browser(site, boris) as second:
            for browser in (first, second):
                browser.sign_in()
            assert "The long march" in first.get("/games/new/")
            assert first.post("/games/new/", new_game())[0] == 302
            game = Game.objects.get()
            second.join(game)
            powers = {
                seat.power: first if factories.holder(seat) == ada else second
                for seat in game.seats.all()
            }
            assert powers.keys() == {"FRANCE", "MUSCOVY"}
            french = powers["FRANCE"]
            assert "From Paris to Moscow." in french.get(f"/games/{game.slug}/")
            french.get(f"/games/{game.slug}/F1899M/orders/FRANCE/")
            status, page = french.order(game, "F1899M", "FRANCE", ["A BUR - MUN"], mode="text")
            assert status == 302, page
            russian = powers["MUSCOVY"]
            page = russian.get(f"/games/{game.slug}/F1899M/orders/MUSCOVY/")
            assert 'class="power power--n1" data-letters="MU">Muscovy</span>' in page
            block = ["Muscovy: A Mos - Ukr"]
            status, page = russian.order(game, "F1899M", "MUSCOVY", block, mode="text")
            assert status == 302, page


def new_game() -> dict[str, str]:
    return {
        "title": "Marching",
        "role": "player",
        "lobby_days": "14",
        "request_key": str(uuid.uuid4()),
        "setup": "march",
        "rules": "2000",
        "visibility": "public",
        "orders_watched_by": "master",
        "solo_after": "fall",
        "solo_of": "setup",
        "ends": "never",
        "ends_with": "centers",
        "draw_shared_by": "all",
        "provisional_days": "2",
        "press": "full",
        "allotment": "lot",
        "language": "en",
        **settings_sheets.LENGTHS,
    }


def test_a_faulty_file_stops_the_start_with_its_line(code: Path, tmp_path: Path) -> None:
    file = code / "adjudicator/setups/march.toml"
    file.write_text(MARCH.replace("victory = 20", "victory = 200"), "utf-8")
    site = Site(tmp_path)
    site.root = code
    answer = site.manage("up")
    assert answer.returncode == 3
    assert answer.stderr == (
        "entente: set-ups: The set-up in march.toml, line 4 has an error:"
        " it has to be a number from 1 to 34.\n"
    )

"""A person's own data have nothing that the site would not show them."""

import io
import json
import zipfile

import pytest
import time_machine
from django.db import transaction

from accounts.models import User
from accounts.own_data import data_archive
from tests import factories

from .deeds import SECRET, Do, announce, prepare
from .table import read_table
from .world import ROLES, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]
_ROWS, SEES = read_table()
PEOPLE = [role for role in ROLES if role not in ("nobody", "pending", "closing")]
# Their own words, which no page shows them again.
OWN = {("what-a-complaint-says", "own"), ("a-private-game", "invited")}
# Texts that belong in the file of everyone who may read them.
IN_THE_FILE = [
    "order-of-france", "order-of-england", "order-of-turkey", "early-message", "late-message",
    "third-message", "message-of-the-substitute", "message-with-a-title", "note-of-france",
    "draft-of-france", "a-private-game", "message-to-the-masters", "message-among-masters",
]  # fmt: skip


def everything(person: User) -> str:
    archive = zipfile.ZipFile(io.BytesIO(data_archive.write(person)))
    return "\n".join(archive.read(name).decode() for name in archive.namelist())


@pytest.mark.parametrize("role", PEOPLE)
def test_the_file_has_what_the_role_reads_and_no_secret_of_others(world: World, role: str):
    text = everything(world.people[role])
    found = {canary.name for canary in world.canaries if canary.is_in(text, "private")}
    may_read = {name for name, readers in SEES.items() if readers[role]}
    assert not {name for name in found - may_read if (name, role) not in OWN}
    in_own_games = {name for name in IN_THE_FILE if name in may_read}
    assert in_own_games <= found


def sections(person: User) -> dict[str, dict[str, object]]:
    archive = zipfile.ZipFile(io.BytesIO(data_archive.write(person)))
    return {
        name: json.loads(archive.read(name)) | {"made_at": ""}
        for name in archive.namelist()
        if name.endswith(".json")
    }


def after(world: World, role: str, *deeds: Do) -> dict[str, dict[str, object]]:
    game = world.public.game
    began = factories.open_phase(game).opened_at
    with transaction.atomic(), time_machine.travel(began, tick=False):
        prepare(game)
        for deed in deeds:
            deed(world, game)
        found = sections(world.people[role])
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("role", ["guest", "own", "stand", "master", "super"])
def test_secret_deeds_of_others_do_not_change_the_file(world: World, role: str):
    deeds = [deed.do for deed in SECRET.values() if role not in deed.noticed_by]
    assert after(world, role, *deeds) == after(world, role)


@pytest.mark.parametrize("role", ["own", "stand", "master"])
def test_what_is_announced_changes_the_file(world: World, role: str):
    """Negative control: the file has the log of the game in which the deeds are done."""
    assert after(world, role, announce) != after(world, role)

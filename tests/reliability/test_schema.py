"""The migrations create the schema stored in tests/data/schema, on both databases."""

import json
from pathlib import Path

import pytest

from tests.site import Site

from . import backups, schemas

DATA = Path(__file__).resolve().parent.parent / "data/schema"

# A first start that counts how often Django creates a model class for a migration.
COUNT_RENDERED = """
from unittest import mock
from django.core.management import call_command
from django.db.migrations.state import ModelState
render = mock.patch.object(ModelState, "render", autospec=True, side_effect=ModelState.render)
with render as counted:
    call_command("migrate", verbosity=0)
print(counted.call_count)
"""

pytestmark = pytest.mark.processes


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


@pytest.fixture
def site(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Site:
    """A site with migrated tables and nothing else."""
    environment = {}
    if database == "postgresql":
        environment["DATABASE_URL"] = request.getfixturevalue("empty_postgres")
    site = Site(tmp_path, **environment)
    site.migrate()
    return site


@pytest.fixture
def written_down(database: str) -> schemas.Schema:
    schema: schemas.Schema = json.loads((DATA / f"{database}.json").read_text("utf-8"))
    return schema


def test_the_migrations_make_the_schema_that_is_written_down(
    site: Site, written_down: schemas.Schema
) -> None:
    assert schemas.differences(written_down, schemas.read(site)) == []


def test_the_tables_of_games_can_be_dropped_and_made_again(
    site: Site, written_down: schemas.Schema
) -> None:
    for target in (["games", "zero"], []):
        answer = site.manage("migrate", *target)
        assert answer.returncode == 0, answer.stderr
        assert ("games_game" in schemas.read(site)) is (not target)
    assert schemas.differences(written_down, schemas.read(site)) == []


def test_a_first_start_renders_few_models(tmp_path: Path) -> None:
    """Rendering models takes most of the processor time of a migration: 3,400 take four seconds."""
    with backups.running(Site(tmp_path), COUNT_RENDERED) as process:
        answer, _ = process.communicate()
    assert int(answer) < 1000


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)], indirect=True
)
@pytest.mark.parametrize(
    ("change", "on", "told"),
    [
        (
            "DROP TRIGGER games_event_no_update",
            " ON games_event",
            "games_event, triggers: games_event_no_update is missing",
        ),
        (
            "DROP INDEX games_due_phases",
            "",
            "games_phase, indexes: games_due_phases is missing",
        ),
        (
            'ALTER TABLE games_game ADD COLUMN "colour" varchar(8) NULL',
            "",
            "games_game, columns: colour was added",
        ),
        ("DROP TABLE games_memberanswer", "", "games_memberanswer: missing"),
        ("DELETE FROM games_heartbeat", "", "games_heartbeat, rows: 1 is missing"),
    ],
    ids=["trigger", "index", "column", "table", "row"],
)
def test_a_schema_that_is_another_is_told_apart(
    site: Site, database: str, written_down: schemas.Schema, change: str, on: str, told: str
) -> None:
    backups.execute(site, change + (on if database == "postgresql" else ""))
    (difference,) = schemas.differences(written_down, schemas.read(site))
    assert difference.startswith(told)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_constraints_nulls_and_functions_are_told_apart(
    site: Site, written_down: schemas.Schema
) -> None:
    for change in (
        "ALTER TABLE games_event DROP CONSTRAINT event_kind_known",
        "ALTER TABLE games_seat ALTER COLUMN power DROP NOT NULL",
        "DROP FUNCTION games_append_only CASCADE",
    ):
        backups.execute(site, change)
    told = schemas.differences(written_down, schemas.read(site))
    assert any(line.startswith("games_event, constraints: event_kind_known") for line in told)
    assert (
        "games_seat, columns: power is character varying(20), not character varying(20) NOT NULL"
        in told
    )
    assert any(line.startswith("functions, functions: games_append_only") for line in told)


def test_tables_and_definitions_are_told_apart() -> None:
    old = {
        "a_letter": {"columns": {"words": "text"}},
        "a_note": {"columns": {"words": "text", "letter_id": "to a_letter"}},
    }
    new = {
        "a_message": {"columns": {"text": "text"}},
        "a_note": {"columns": {"words": "text", "letter_id": "to a_message"}},
    }
    assert schemas.differences(old, old) == []
    assert schemas.differences(new, old) == [
        "a_letter: added",
        "a_message: missing",
        "a_note, columns: letter_id is to a_letter, not to a_message",
    ]

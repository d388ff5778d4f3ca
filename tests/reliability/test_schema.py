"""The migrations create the schema stored in tests/data/schema, on both databases."""

import json
from pathlib import Path

import pytest

from tests.site import Site

from . import backups, schemas

DATA = Path(__file__).resolve().parent.parent / "data/schema"
# Names that have changed since the schema was stored: see `schemas.renamed`.
RENAMED = {
    "conduct_id": "settings_id",
    "conduct_is_timetable_or_lengths": "settings_is_timetable_or_lengths",
    "conduct_on_missed_known": "settings_on_missed_known",
    "conduct_sane": "settings_sane",
    "conduct_seats_open_to_known": "settings_seats_open_to_known",
    "extension_ended_somehow": "proposal_ended_somehow",
    "extension_id": "proposal_id",
    "extension_outcome_known": "proposal_outcome_known",
    "forum_hook_knows_its_topic": "forum_webhook_knows_its_topic",
    "games_conduct": "games_gamesettings",
    "games_consent": "games_memberanswer",
    "games_entry": "games_lobbyentry",
    "games_extension": "games_memberproposal",
    "games_hook": "games_webhook",
    "games_hooks_on": "games_webhooks_on",
    "games_letter": "games_message",
    "games_motion": "games_vote",
    "games_notice": "games_notification",
    "games_notice_reached": "games_notification_reached",
    "games_notices_of_person": "games_notifications_of_person",
    "games_posting": "games_webhookdelivery",
    "games_pushoff": "games_pushoptout",
    "games_unsent_postings": "games_unsent_deliveries",
    "hook_added": "webhook_added",
    "hook_id": "webhook_id",
    "hook_kind_known": "webhook_kind_known",
    "hook_off": "webhook_off",
    "hook_that_is_off_keeps_no_address": "webhook_that_is_off_keeps_no_address",
    "json_hook_has_its_key": "json_webhook_has_its_key",
    "letter": "message",
    "letter_hidden": "message_hidden",
    "letter_id": "message_id",
    "letter_shown": "message_shown",
    "letters_open_at_end": "messages_open_at_end",
    "motion_failed": "vote_failed",
    "motion_has_its_days": "vote_has_its_days",
    "motion_id": "vote_id",
    "motion_kind_known": "vote_kind_known",
    "motion_made": "vote_made",
    "motion_outcome_known": "vote_outcome_known",
    "motion_passed": "vote_passed",
    "notice_channel_known": "notification_channel_known",
    "notice_id": "notification_id",
    "notice_kind_known": "notification_kind_known",
    "one_answer_an_extension_and_seat": "one_answer_a_proposal_and_seat",
    "one_ballot_a_motion_and_seat": "one_ballot_a_vote_and_seat",
    "one_complaint_a_letter_and_person": "one_complaint_a_message_and_person",
    "one_open_extension_a_thread": "one_open_proposal_a_thread",
    "one_open_motion_a_phase": "one_open_vote_a_phase",
    "one_posting_a_hook_and_event": "one_delivery_a_webhook_and_event",
    "one_skip_a_conduct_and_date": "one_skip_a_settings_and_date",
    "one_test_of_a_hook_at_a_time": "one_test_of_a_webhook_at_a_time",
    "only_letters_have_a_text_to_leave_out": "only_messages_have_a_text_to_leave_out",
    "successors_read_letters": "successors_read_messages",
    "unsigned_letters": "unsigned_messages",
}

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
    expected = schemas.renamed(written_down, RENAMED)
    assert schemas.differences(expected, schemas.read(site)) == []


def test_a_first_start_renders_few_models(tmp_path: Path) -> None:
    """Rendering models takes most of the processor time of a migration: 3,400 take four seconds."""
    with backups.running(Site(tmp_path), COUNT_RENDERED) as process:
        answer, _ = process.communicate()
    assert int(answer) < 1000


def test_every_renaming_is_of_something_that_is_written_down(written_down: schemas.Schema) -> None:
    for old, new in RENAMED.items():
        assert schemas.renamed(written_down, {old: new}) != written_down, old


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
    expected = schemas.renamed(written_down, RENAMED)
    (difference,) = schemas.differences(expected, schemas.read(site))
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
    expected = schemas.renamed(written_down, RENAMED)
    told = schemas.differences(expected, schemas.read(site))
    assert any(line.startswith("games_event, constraints: event_kind_known") for line in told)
    assert (
        "games_seat, columns: power is character varying(20), not character varying(20) NOT NULL"
        in told
    )
    assert any(line.startswith("functions, functions: games_append_only") for line in told)


def test_a_renaming_counts_in_definitions_and_one_of_a_column_in_its_table_alone() -> None:
    old = {
        "a_letter": {"columns": {"words": "text"}, "triggers": {"a_letter_kept": "ON a_letter"}},
        "a_note": {"columns": {"words": "text", "letter_id": "to a_letter"}},
    }
    new = {
        "a_message": {"columns": {"text": "text"}, "triggers": {"a_letter_kept": "ON a_message"}},
        "a_note": {"columns": {"words": "text", "letter_id": "to a_message"}},
    }
    assert schemas.renamed(old, {"a_letter": "a_message", "a_letter.words": "text"}) == new
    assert schemas.renamed(old, {}) == old
    assert schemas.differences(new, old) == [
        "a_letter: added",
        "a_message: missing",
        "a_note, columns: letter_id is to a_letter, not to a_message",
    ]

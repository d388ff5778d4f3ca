"""Receipts and events can be added and never changed, whoever writes."""

from django.db import migrations

from games import audit

TABLES = ["games_event", "games_receipt"]


def guard(apps, schema_editor):
    audit.guard(schema_editor, TABLES)


def unguard(apps, schema_editor):
    audit.unguard(schema_editor, TABLES)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard)]

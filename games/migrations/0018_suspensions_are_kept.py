"""Suspensions can be added and never changed, as events can."""

from django.db import migrations

from games import audit

TABLES = ["accounts_suspension"]


def guard(apps, schema_editor):
    audit.guard(schema_editor, TABLES)


def unguard(apps, schema_editor):
    audit.unguard(schema_editor, TABLES)


class Migration(migrations.Migration):
    dependencies = [("games", "0017_muted_powers"), ("accounts", "0005_suspensions")]
    operations = [migrations.RunPython(guard, unguard)]

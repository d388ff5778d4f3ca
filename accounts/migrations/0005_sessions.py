"""Sessions in a table of our own. Those that are open are taken along: nobody is signed out."""

import datetime as dt
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.db import migrations, models
from django.utils import timezone

SALT = "django.contrib.sessions.SessionStore"
COOKIE_AGE = dt.timedelta(days=180)  # when Django wrote the rows


def move_sessions(apps: Any, _editor: Any) -> None:
    """Copy open sessions, as used just now, and leave the old table empty."""
    now = timezone.now()
    people = set(apps.get_model('accounts', 'User').objects.values_list('pk', flat=True))
    old, new = apps.get_model('sessions', 'Session'), apps.get_model('accounts', 'Session')
    for row in old.objects.filter(expire_date__gt=now).iterator():
        try:
            data = signing.loads(row.session_data, salt=SALT, serializer=JSONSerializer)
        except signing.BadSignature:
            continue
        person = int(data.get(SESSION_KEY, 0))
        new.objects.create(
            session_key=row.session_key,
            session_data=row.session_data,
            expire_date=row.expire_date,
            person_id=person if person in people else None,
            started_at=min(row.expire_date - COOKIE_AGE, now),
            used_at=now,
        )
    old.objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_address_changes'),
        ('sessions', '0001_initial'),
        # On a first start these run before there are games: afterwards Django would render all
        # models of the games again for each.
        ('mfa', '0003_authenticator_type_uniq'),
        ('socialaccount', '0006_alter_socialaccount_extra_data'),
    ]

    operations = [
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('browser', models.CharField(blank=True, max_length=20)),
                ('system', models.CharField(blank=True, max_length=20)),
                ('started_at', models.DateTimeField()),
                ('used_at', models.DateTimeField()),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['started_at'],
            },
        ),
        migrations.RunPython(move_sessions, migrations.RunPython.noop),
    ]

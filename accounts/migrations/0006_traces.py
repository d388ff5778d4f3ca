"""From which browsers and networks people come, as keyed hashes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_suspensions'),
    ]

    operations = [
        migrations.CreateModel(
            name='Trace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('browser', 'browser'), ('network', 'network')], max_length=8)),
                ('mark', models.CharField(max_length=64)),
                ('first_at', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='traces', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['mark'], name='accounts_traces_by_mark'), models.Index(fields=['last_at'], name='accounts_traces_by_age')],
                'constraints': [models.UniqueConstraint(fields=('person', 'kind', 'mark'), name='one_trace_a_person_and_place'), models.CheckConstraint(condition=models.Q(('kind__in', ['browser', 'network'])), name='trace_kind_known')],
            },
        ),
    ]

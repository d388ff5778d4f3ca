"""Accounts that are about to be closed, and their own data as a file."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_terms'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='closing_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=Q(closing_at__isnull=False), fields=['closing_at'], name='accounts_closing'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=Q(closed_at=None) | Q(closing_at=None), name='closed_account_is_not_closing'),
        ),
        migrations.CreateModel(
            name='DataExport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('prepare_at', models.DateTimeField(db_index=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('ready_at', models.DateTimeField(null=True)),
                ('content', models.BinaryField(null=True)),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='data_export', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=Q(content=None, ready_at=None) | Q(content__isnull=False, prepare_at=None, ready_at__isnull=False), name='data_export_is_ready_with_its_content')],
            },
        ),
    ]

"""Accounts that are about to be closed."""

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
    ]

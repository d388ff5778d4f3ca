"""Calendars read of a phase how often its end has moved, and when it was to end before it stopped."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_press_rules_and_topics'),
    ]

    operations = [
        migrations.AddField(
            model_name='phase',
            name='revised_at',
            field=models.DateTimeField(blank=True, help_text='When its end moved last, for calendars.', null=True),
        ),
        migrations.AddField(
            model_name='phase',
            name='revision',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='How often its end has moved, for calendars.'),
        ),
        migrations.AddField(
            model_name='phase',
            name='was_due_at',
            field=models.DateTimeField(blank=True, help_text='When it was to end, where its clock is stopped.', null=True),
        ),
    ]

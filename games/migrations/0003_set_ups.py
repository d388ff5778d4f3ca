"""Set-ups by the names of their files, and seats of powers that nobody plays."""

from django.db import migrations, models

from ._change_tables import ChangeTables


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_seat_invitations'),
    ]

    operations = [
        ChangeTables(
            [
                migrations.RemoveConstraint(
                    model_name='game',
                    name='game_setup_known',
                ),
                migrations.AlterField(
                    model_name='game',
                    name='setup',
                    field=models.CharField(
                        default='standard', max_length=40, verbose_name='set-up'
                    ),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='neutral',
                    field=models.BooleanField(
                        default=False,
                        help_text='Nobody plays it in this set-up: its units only hold.',
                    ),
                ),
                migrations.AddConstraint(
                    model_name='seat',
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            ('neutral', False),
                            models.Q(('disorder_since', None), ('ready_phase', None)),
                            _connector='OR',
                        ),
                        name='neutral_seat_has_nothing_to_order',
                    ),
                ),
            ]
        ),
    ]

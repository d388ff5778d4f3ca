import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_conduct_of_games'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='game',
            name='phase_hours',
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('status', 'finished'), _negated=True), ('ending', '')), models.Q(('status', 'finished'), models.Q(('ending', ''), _negated=True)), _connector='OR'), name='finished_game_ended_somehow'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ending', 'solo'), ('winner__isnull', False)), models.Q(models.Q(('ending', 'solo'), _negated=True), ('winner', None)), _connector='OR'), name='solo_has_its_winner'),
        ),
        migrations.AddConstraint(
            model_name='phase',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('deadline', None), ('due_at', None)), ('due_at__lte', models.F('deadline')), _connector='OR'), name='phase_ends_by_its_deadline'),
        ),
        migrations.AlterField(
            model_name='phase',
            name='conduct',
            field=models.ForeignKey(help_text='What counts for this phase.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.conduct'),
        ),
    ]

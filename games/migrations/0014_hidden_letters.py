"""Public letters may be hidden, and the log says so."""

from django.conf import settings
from django.db import migrations, models

from games import audit


def guard(apps, schema_editor):
    audit.guard(schema_editor, ["games_event"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_daily_summaries'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='event',
            name='event_kind_known',
        ),
        migrations.AddField(
            model_name='letter',
            name='hidden_at',
            field=models.DateTimeField(blank=True, help_text='A public letter may be hidden by a game master.', null=True),
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_closed', 'Game Closed'), ('taken_over', 'Taken Over'), ('extended', 'Extended'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('letter_hidden', 'Letter Hidden'), ('letter_shown', 'Letter Shown'), ('motion_made', 'Motion Made'), ('motion_passed', 'Motion Passed'), ('motion_failed', 'Motion Failed'), ('looked_at', 'Looked At')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_closed', 'taken_over', 'extended', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'letter_hidden', 'letter_shown', 'motion_made', 'motion_passed', 'motion_failed', 'looked_at'])), name='event_kind_known'),
        ),
        # Altering a table on SQLite drops its triggers.
        migrations.RunPython(guard, migrations.RunPython.noop),
        # Altering a table on SQLite drops its triggers.
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]

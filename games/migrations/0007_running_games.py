"""How a game is run, and what its master, its players and the site may do while it runs."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games import audit


def guard(apps, schema_editor):
    audit.guard(schema_editor, ["games_event"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_editions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Absence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.DateField()),
                ('last', models.DateField()),
                ('announced_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['seat_id', 'first', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Ballot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('in_favour', models.BooleanField()),
                ('cast_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['motion_id', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Conduct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('weekdays', models.PositiveSmallIntegerField(default=0)),
                ('at', models.TimeField(blank=True, null=True)),
                ('zone', models.CharField(blank=True, max_length=64)),
                ('least_hours', models.PositiveSmallIntegerField(default=0)),
                ('phase_hours', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('window_hours', models.PositiveSmallIntegerField()),
                ('holidays', models.CharField(blank=True, help_text='The country whose public holidays are no deadlines.', max_length=2)),
                ('absence_cap_days', models.PositiveSmallIntegerField(default=0)),
                ('ready_minutes', models.PositiveSmallIntegerField(default=30)),
                ('on_missed', models.CharField(choices=[('none', 'Nothing: the phase is resolved, and the power is in civil disorder'), ('grace', 'A grace period, then civil disorder'), ('extension', 'Once in a game year the next deadline, then civil disorder')], default='grace', max_length=10)),
                ('grace_hours', models.PositiveSmallIntegerField(default=24)),
                ('seats_open_to', models.CharField(choices=[('anyone', 'Anyone who may see the game'), ('invited', 'Whoever has the invitation link'), ('chosen', 'Only whom the game master or an administrator chooses')], default='anyone', max_length=10)),
            ],
            options={
                'ordering': ['game_id', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Motion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('extend', 'Put the deadline off'), ('pause', 'Stop the clock'), ('resume', 'Start the clock again'), ('draw', 'End the game as a draw')], max_length=10)),
                ('days', models.PositiveSmallIntegerField(blank=True, help_text='By how much to put off, or how long to stop.', null=True)),
                ('made_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('outcome', models.CharField(blank=True, choices=[('passed', 'Passed'), ('failed', 'Failed')], max_length=10)),
            ],
            options={
                'ordering': ['phase_id', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('made_up_until', models.DateTimeField()),
                ('done_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Pause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('left', models.DurationField()),
                ('deadline', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['phase_id', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SkippedDate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField()),
            ],
            options={
                'ordering': ['conduct_id', 'date'],
            },
        ),
        migrations.CreateModel(
            name='Volunteer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('remark', models.CharField(blank=True, max_length=200, verbose_name='what the game masters should know')),
            ],
            options={
                'ordering': ['since', 'pk'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='event',
            name='event_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='game',
            name='game_status_known',
        ),
        migrations.RemoveConstraint(
            model_name='game',
            name='game_phase_hours_sane',
        ),
        migrations.RemoveConstraint(
            model_name='mailchoice',
            name='mail_choice_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='mastership',
            name='one_mastership_a_person_and_game',
        ),
        migrations.RemoveConstraint(
            model_name='notice',
            name='notice_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='tenure',
            name='tenure_ending_known',
        ),
        migrations.RemoveField(
            model_name='phase',
            name='reminded_at',
        ),
        migrations.AddField(
            model_name='event',
            name='due_after',
            field=models.DateTimeField(blank=True, help_text='Where the act moved a deadline, or when a pause ends.', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='due_before',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='text',
            field=models.TextField(blank=True, help_text='The reason, or what was announced.'),
        ),
        migrations.AddField(
            model_name='game',
            name='ending',
            field=models.CharField(blank=True, choices=[('solo', 'won by one power'), ('draw', 'a draw'), ('closed', 'closed by the game master')], max_length=10),
        ),
        migrations.AddField(
            model_name='game',
            name='successors_read_letters',
            field=models.BooleanField(default=False, help_text='Without this, a newcomer reads only what is written from then on.', verbose_name='who takes over a seat reads its earlier letters'),
        ),
        migrations.AddField(
            model_name='mastership',
            name='until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='notice',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='games.event'),
        ),
        migrations.AddField(
            model_name='phase',
            name='deadline',
            field=models.DateTimeField(blank=True, help_text='What was promised. Empty: the clock is stopped.', null=True),
        ),
        migrations.AddField(
            model_name='phase',
            name='excused_at',
            field=models.DateTimeField(blank=True, help_text='When its deadline was put off for missing orders.', null=True),
        ),
        migrations.AddField(
            model_name='phase',
            name='remind_at',
            field=models.DateTimeField(blank=True, help_text='When to ask for missing orders next.', null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='disorder_since',
            field=models.DateTimeField(blank=True, help_text='Since when nobody orders for it: civil disorder.', null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='lent_until',
            field=models.PositiveSmallIntegerField(blank=True, help_text='The last phase, by its number, that a stand-in plays.', null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='shares_draw',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tenure',
            name='stands_in_for',
            field=models.ForeignKey(blank=True, help_text='To whom the seat returns.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_closed', 'Game Closed'), ('taken_over', 'Taken Over'), ('extended', 'Extended'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('motion_made', 'Motion Made'), ('motion_passed', 'Motion Passed'), ('motion_failed', 'Motion Failed'), ('looked_at', 'Looked At')], max_length=20),
        ),
        migrations.AlterField(
            model_name='game',
            name='status',
            field=models.CharField(choices=[('lobby', 'waiting for players'), ('playing', 'being played'), ('paused', 'paused'), ('aside', 'set aside'), ('finished', 'finished'), ('expired', 'never filled')], default='lobby', max_length=10),
        ),
        migrations.AlterField(
            model_name='mailchoice',
            name='kind',
            field=models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('letter', 'New letter'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game was set aside'), ('announcement', 'An announcement of the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote')], max_length=16),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('letter', 'New letter'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game was set aside'), ('announcement', 'An announcement of the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote')], max_length=16),
        ),
        migrations.AlterField(
            model_name='phase',
            name='due_at',
            field=models.DateTimeField(blank=True, help_text='When it ends: the deadline, or sooner if all are ready.', null=True),
        ),
        migrations.AlterField(
            model_name='tenure',
            name='ending',
            field=models.CharField(blank=True, choices=[('game_over', 'the game ended'), ('replaced', 'somebody took over'), ('resigned', 'gave it up'), ('lent', 'a stand-in plays for some phases'), ('returned', 'was a stand-in')], max_length=12),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('disorder_since__isnull', False)), fields=['disorder_since'], name='games_civil_disorder'),
        ),
        migrations.AddConstraint(
            model_name='mailchoice',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'letter', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote'])), name='mail_choice_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='mastership',
            constraint=models.UniqueConstraint(condition=models.Q(('until', None)), fields=('game', 'person'), name='one_mastership_a_person_and_game'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'letter', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote'])), name='notice_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='tenure',
            constraint=models.CheckConstraint(condition=models.Q(('ending__in', ['', 'game_over', 'replaced', 'resigned', 'lent', 'returned'])), name='tenure_ending_known'),
        ),
        migrations.AddField(
            model_name='absence',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='absences', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='absence',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='absences', to='games.seat'),
        ),
        migrations.AddField(
            model_name='ballot',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ballots', to='games.seat'),
        ),
        migrations.AddField(
            model_name='conduct',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conducts', to='games.game'),
        ),
        migrations.AddField(
            model_name='game',
            name='conduct',
            field=models.ForeignKey(editable=False, help_text='What counts from the next phase on.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.conduct'),
        ),
        migrations.AddField(
            model_name='phase',
            name='conduct',
            field=models.ForeignKey(help_text='What counts for this phase.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.conduct'),
        ),
        migrations.AddIndex(
            model_name='phase',
            index=models.Index(condition=models.Q(('remind_at__isnull', False), ('status', 'open')), fields=['remind_at'], name='games_reminders'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['lobby', 'playing', 'paused', 'aside', 'finished', 'expired'])), name='game_status_known'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('ending__in', ['', 'solo', 'draw', 'closed'])), name='game_ending_known'),
        ),
        migrations.AddConstraint(
            model_name='heartbeat',
            constraint=models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_heartbeat'),
        ),
        migrations.AddField(
            model_name='motion',
            name='phase',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='motions', to='games.phase'),
        ),
        migrations.AddField(
            model_name='motion',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='motions', to='games.seat'),
        ),
        migrations.AddField(
            model_name='ballot',
            name='motion',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ballots', to='games.motion'),
        ),
        migrations.AddField(
            model_name='event',
            name='motion',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.motion'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_closed', 'taken_over', 'extended', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'motion_made', 'motion_passed', 'motion_failed', 'looked_at'])), name='event_kind_known'),
        ),
        migrations.AddField(
            model_name='pause',
            name='by',
            field=models.ForeignKey(blank=True, help_text='Empty: the players by a vote.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='pause',
            name='phase',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pauses', to='games.phase'),
        ),
        migrations.AddField(
            model_name='skippeddate',
            name='conduct',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='skipped_dates', to='games.conduct'),
        ),
        migrations.AddField(
            model_name='volunteer',
            name='person',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='volunteering', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='absence',
            constraint=models.CheckConstraint(condition=models.Q(('first__lte', models.F('last'))), name='absence_has_its_days_in_order'),
        ),
        migrations.AddConstraint(
            model_name='conduct',
            constraint=models.CheckConstraint(condition=models.Q(('on_missed__in', ['none', 'grace', 'extension'])), name='conduct_on_missed_known'),
        ),
        migrations.AddConstraint(
            model_name='conduct',
            constraint=models.CheckConstraint(condition=models.Q(('seats_open_to__in', ['anyone', 'invited', 'chosen'])), name='conduct_seats_open_to_known'),
        ),
        migrations.AddConstraint(
            model_name='conduct',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('at', None), ('phase_hours__gte', 1), ('phase_hours__lte', 720), ('weekdays', 0), ('window_hours__lte', 720), ('zone', '')), models.Q(('at__isnull', False), ('least_hours__lte', 336), ('phase_hours', None), ('weekdays__gte', 1), ('weekdays__lte', 127), ('window_hours__lte', 168), models.Q(('zone', ''), _negated=True)), _connector='OR'), name='conduct_is_timetable_or_lengths'),
        ),
        migrations.AddConstraint(
            model_name='conduct',
            constraint=models.CheckConstraint(condition=models.Q(('absence_cap_days__lte', 30), ('grace_hours__gte', 1), ('grace_hours__lte', 168), ('ready_minutes__lte', 1440), ('window_hours__gte', 1)), name='conduct_sane'),
        ),
        migrations.AddConstraint(
            model_name='motion',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('phase',), name='one_open_motion_a_phase'),
        ),
        migrations.AddConstraint(
            model_name='motion',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['extend', 'pause', 'resume', 'draw'])), name='motion_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='motion',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'passed', 'failed'])), name='motion_outcome_known'),
        ),
        migrations.AddConstraint(
            model_name='motion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('days__gte', 1), ('days__lte', 14), ('kind__in', ['extend', 'pause'])), models.Q(('days', None), ('kind__in', ['resume', 'draw'])), _connector='OR'), name='motion_has_its_days'),
        ),
        migrations.AddConstraint(
            model_name='ballot',
            constraint=models.UniqueConstraint(fields=('motion', 'seat'), name='one_ballot_a_motion_and_seat'),
        ),
        migrations.AddIndex(
            model_name='pause',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['until'], name='games_running_pauses'),
        ),
        migrations.AddConstraint(
            model_name='pause',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('phase',), name='one_running_pause_a_phase'),
        ),
        migrations.AddConstraint(
            model_name='skippeddate',
            constraint=models.UniqueConstraint(fields=('conduct', 'date'), name='one_skip_a_conduct_and_date'),
        ),
        # Altering a table on SQLite drops its triggers.
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]

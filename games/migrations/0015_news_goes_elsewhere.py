"""News of a game goes elsewhere: hooks, and the postings to them."""

import django.db.models.deletion
import games.models.fields
from django.conf import settings
from django.db import migrations, models

from games import audit


def guard(apps, schema_editor):
    audit.guard(schema_editor, ["games_event"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_hidden_letters'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Hook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('mattermost', 'Mattermost'), ('discourse', 'Discourse'), ('json', 'a program of your own (signed JSON)')], max_length=12)),
                ('url', models.CharField(max_length=500)),
                ('secret', models.CharField(blank=True, max_length=200)),
                ('username', models.CharField(blank=True, help_text='Who posts, where that has to be said.', max_length=60)),
                ('topic', models.PositiveIntegerField(blank=True, help_text='The number of the topic in which to reply.', null=True)),
                ('language', models.CharField(choices=[('en', 'English'), ('es', 'Español'), ('it', 'Italiano'), ('bg', 'Български')], max_length=8)),
                ('since', models.DateTimeField()),
                ('off_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['game_id', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=games.models.fields.new_key, editable=False, help_text='The same at each attempt, so that receivers know what they have.', max_length=32, unique=True)),
                ('created_at', models.DateTimeField()),
                ('send_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('status', models.CharField(blank=True, max_length=12)),
            ],
            options={
                'ordering': ['hook_id', 'pk'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='event',
            name='event_kind_known',
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_closed', 'Game Closed'), ('taken_over', 'Taken Over'), ('extended', 'Extended'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('letter_hidden', 'Letter Hidden'), ('letter_shown', 'Letter Shown'), ('hook_added', 'Hook Added'), ('hook_off', 'Hook Off'), ('motion_made', 'Motion Made'), ('motion_passed', 'Motion Passed'), ('motion_failed', 'Motion Failed'), ('looked_at', 'Looked At')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_closed', 'taken_over', 'extended', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'letter_hidden', 'letter_shown', 'hook_added', 'hook_off', 'motion_made', 'motion_passed', 'motion_failed', 'looked_at'])), name='event_kind_known'),
        ),
        migrations.AddField(
            model_name='hook',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hooks', to='games.game'),
        ),
        migrations.AddField(
            model_name='hook',
            name='made_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='posting',
            name='event',
            field=models.ForeignKey(blank=True, help_text='Empty: a test.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='games.event'),
        ),
        migrations.AddField(
            model_name='posting',
            name='hook',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='games.hook'),
        ),
        migrations.AddIndex(
            model_name='hook',
            index=models.Index(condition=models.Q(('off_at', None)), fields=['game'], name='games_hooks_on'),
        ),
        migrations.AddConstraint(
            model_name='hook',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['discord', 'slack', 'mattermost', 'discourse', 'json'])), name='hook_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='hook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'discourse'), ('off_at', None), _negated=True), models.Q(('topic__isnull', False), models.Q(('username', ''), _negated=True), models.Q(('secret', ''), _negated=True)), _connector='OR'), name='forum_hook_knows_its_topic'),
        ),
        migrations.AddConstraint(
            model_name='hook',
            constraint=models.CheckConstraint(condition=models.Q(('off_at', None), models.Q(('secret', ''), ('url', ''), ('username', '')), _connector='OR'), name='hook_that_is_off_keeps_no_address'),
        ),
        migrations.AddConstraint(
            model_name='hook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'json'), ('off_at', None), _negated=True), models.Q(('secret', ''), _negated=True), _connector='OR'), name='json_hook_has_its_key'),
        ),
        migrations.AddIndex(
            model_name='posting',
            index=models.Index(condition=models.Q(('send_at__isnull', False)), fields=['send_at'], name='games_unsent_postings'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('hook', 'event'), name='one_posting_a_hook_and_event'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(condition=models.Q(('event', None), ('send_at__isnull', False)), fields=('hook',), name='one_test_of_a_hook_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(('sent_at', None), ('send_at', None), _connector='OR'), name='what_was_posted_waits_no_more'),
        ),
        # Altering a table on SQLite drops its triggers.
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]

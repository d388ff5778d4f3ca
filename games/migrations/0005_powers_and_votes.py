"""Assignment of powers, votes on the end, ends that can be undone, live games, drafts of messages."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.core import audit

from ._change_tables import ChangeTables

# The masters of games that were taken over from elsewhere have named the powers of their people.
TAKEN_OVER = """
UPDATE games_game SET allotment = 'master'
WHERE id IN (SELECT game_id FROM games_event WHERE kind = 'taken_over')
"""
# What these ends open is open already.
FINISHED = "UPDATE games_game SET final_at = ended_at WHERE status = 'finished'"


def guard_sharing(apps, schema_editor):
    audit.guard(schema_editor, ["games_dismissedsharing"])


def unguard_sharing(apps, schema_editor):
    audit.unguard(schema_editor, ["games_dismissedsharing"])


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0004_endings'),
    ]

    operations = [
        ChangeTables(
            [
                migrations.RemoveConstraint(
                    model_name='event',
                    name='event_kind_known',
                ),
                migrations.RemoveConstraint(
                    model_name='game',
                    name='game_ending_known',
                ),
                migrations.RemoveConstraint(
                    model_name='gamesettings',
                    name='settings_is_timetable_or_lengths',
                ),
                migrations.RemoveConstraint(
                    model_name='gamesettings',
                    name='settings_sane',
                ),
                migrations.RemoveConstraint(
                    model_name='vote',
                    name='one_open_vote_a_phase',
                ),
                migrations.RemoveConstraint(
                    model_name='vote',
                    name='vote_kind_known',
                ),
                migrations.RemoveConstraint(
                    model_name='vote',
                    name='vote_outcome_known',
                ),
                migrations.RemoveConstraint(
                    model_name='vote',
                    name='vote_has_its_days',
                ),
                migrations.AddField(
                    model_name='game',
                    name='allotment',
                    field=models.CharField(choices=[('lot', 'At random'), ('wishes', 'By the players’ preferences'), ('master', 'The game master decides')], default='lot', max_length=10, verbose_name='assignment of powers'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='draw_shared_by',
                    field=models.CharField(choices=[('all', 'All surviving powers (DIAS)'), ('named', 'The powers named in the proposal')], default='all', max_length=10, verbose_name='powers that share a draw'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='final_at',
                    field=models.DateTimeField(blank=True, help_text='When the end can no longer be undone.', null=True),
                ),
                migrations.AddField(
                    model_name='game',
                    name='provisional_days',
                    field=models.PositiveSmallIntegerField(default=2, help_text='From 0 to 7. Until then, hidden names and private messages stay hidden.', verbose_name='days to undo the end'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='secret_votes',
                    field=models.BooleanField(default=False, help_text='They are counted when a phase ends. Nobody ever learns how anyone voted.', verbose_name='votes on the end are secret'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='stalemate_years',
                    field=models.PositiveSmallIntegerField(blank=True, help_text='If empty, never. The players vote on the proposal.', null=True, verbose_name='years with no change of centers before the site proposes a draw'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='starts_at',
                    field=models.DateTimeField(blank=True, help_text='When a live game begins, with the people who are there then.', null=True),
                ),
                migrations.AddField(
                    model_name='game',
                    name='votes_on_end',
                    field=models.BooleanField(default=True, verbose_name='players can vote for a draw or a concession'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='votes_stand',
                    field=models.BooleanField(default=False, help_text='Otherwise it ends with its phase.', verbose_name='a vote on the end stays open until it is decided or withdrawn'),
                ),
                migrations.AddField(
                    model_name='gamesettings',
                    name='live_minutes',
                    field=models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                migrations.AddField(
                    model_name='gamesettings',
                    name='live_window_minutes',
                    field=models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                migrations.AddField(
                    model_name='pause',
                    name='is_rest',
                    field=models.BooleanField(default=False, help_text='Whether it waits for a player because all have left the game.'),
                ),
                migrations.AddField(
                    model_name='lobbyentry',
                    name='hand',
                    field=models.PositiveSmallIntegerField(editable=False, null=True),
                ),
                migrations.AddField(
                    model_name='lobbyentry',
                    name='here_at',
                    field=models.DateTimeField(editable=False, null=True),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='accepts_end',
                    field=models.BooleanField(default=False, help_text='Whether its player waives the time in which the end can be undone.'),
                ),
                migrations.AddField(
                    model_name='vote',
                    name='winner',
                    field=models.ForeignKey(blank=True, help_text='The power to which all others concede the game.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat'),
                ),
                migrations.AlterField(
                    model_name='event',
                    name='kind',
                    field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('lobby_full', 'Lobby Full'), ('place_freed', 'Place Freed'), ('powers_by_lot', 'Powers By Lot'), ('powers_by_wishes', 'Powers By Wishes'), ('powers_by_master', 'Powers By Master'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_ended', 'Game Ended'), ('game_conceded', 'Game Conceded'), ('game_closed', 'Game Closed'), ('game_abandoned', 'Game Abandoned'), ('game_reopened', 'Game Reopened'), ('end_accepted', 'End Accepted'), ('end_final', 'End Final'), ('game_rests', 'Game Rests'), ('taken_over', 'Taken Over'), ('coin_tossed', 'Coin Tossed'), ('extended', 'Extended'), ('shortened', 'Shortened'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('invited', 'Invited'), ('declined', 'Declined'), ('invitation_ended', 'Invitation Ended'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('message_hidden', 'Message Hidden'), ('message_shown', 'Message Shown'), ('webhook_added', 'Webhook Added'), ('webhook_off', 'Webhook Off'), ('vote_made', 'Vote Made'), ('stalemate', 'Stalemate'), ('vote_passed', 'Vote Passed'), ('vote_failed', 'Vote Failed'), ('vote_withdrawn', 'Vote Withdrawn'), ('looked_at', 'Looked At')], max_length=20),
                ),
                migrations.AlterField(
                    model_name='game',
                    name='ending',
                    field=models.CharField(blank=True, choices=[('solo', 'won by one power'), ('conceded', 'conceded to one power'), ('limit', 'ended at the limit'), ('draw', 'a draw'), ('closed', 'closed by the game master'), ('abandoned', 'abandoned by its players')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='gamesettings',
                    name='window_hours',
                    field=models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                migrations.AlterField(
                    model_name='vote',
                    name='kind',
                    field=models.CharField(choices=[('extend', 'Extend the deadline'), ('pause', 'Pause the game'), ('resume', 'Resume the game'), ('draw', 'Draw'), ('concede', 'Concede to a power')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='vote',
                    name='outcome',
                    field=models.CharField(blank=True, choices=[('passed', 'Passed'), ('failed', 'Failed'), ('withdrawn', 'Withdrawn')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='vote',
                    name='seat',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='games.seat'),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'lobby_full', 'place_freed', 'powers_by_lot', 'powers_by_wishes', 'powers_by_master', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_ended', 'game_conceded', 'game_closed', 'game_abandoned', 'game_reopened', 'end_accepted', 'end_final', 'game_rests', 'taken_over', 'coin_tossed', 'extended', 'shortened', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'invited', 'declined', 'invitation_ended', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'message_hidden', 'message_shown', 'webhook_added', 'webhook_off', 'vote_made', 'stalemate', 'vote_passed', 'vote_failed', 'vote_withdrawn', 'looked_at'])), name='event_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('allotment__in', ['lot', 'wishes', 'master'])), name='game_allotment_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('ending__in', ['', 'solo', 'conceded', 'limit', 'draw', 'closed', 'abandoned'])), name='game_ending_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('draw_shared_by__in', ['all', 'named'])), name='game_draw_shared_by_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('final_at', None), ('status', 'finished'), _connector='OR'), name='only_an_end_becomes_final'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('provisional_days__lte', 7)), name='game_provisional_days_sane'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('stalemate_years', None), models.Q(('stalemate_years__gte', 1), ('stalemate_years__lte', 20)), _connector='OR'), name='game_stalemate_years_sane'),
                ),
                migrations.AddConstraint(
                    model_name='gamesettings',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('at', None), ('live_minutes', None), ('live_window_minutes', None), ('phase_hours__gte', 1), ('phase_hours__lte', 720), ('weekdays', 0), ('window_hours__gte', 1), ('window_hours__lte', 720), ('zone', '')), models.Q(('at', None), ('live_minutes__gte', 3), ('live_minutes__lte', 59), ('live_window_minutes__gte', 1), ('live_window_minutes__lte', 59), ('on_missed', 'none'), ('phase_hours', None), ('weekdays', 0), ('window_hours', None), ('zone', '')), models.Q(('at__isnull', False), ('least_hours__lte', 336), ('live_minutes', None), ('live_window_minutes', None), ('phase_hours', None), ('weekdays__gte', 1), ('weekdays__lte', 127), ('window_hours__gte', 1), ('window_hours__lte', 168), models.Q(('zone', ''), _negated=True)), _connector='OR'), name='settings_have_one_rhythm'),
                ),
                migrations.AddConstraint(
                    model_name='gamesettings',
                    constraint=models.CheckConstraint(condition=models.Q(('absence_cap_days__lte', 30), ('grace_hours__gte', 1), ('grace_hours__lte', 168), ('ready_minutes__lte', 1440)), name='settings_sane'),
                ),
                migrations.AddConstraint(
                    model_name='lobbyentry',
                    constraint=models.UniqueConstraint(condition=models.Q(('hand__isnull', False)), fields=('game', 'hand'), name='one_entry_a_game_and_hand'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('phase', 'seat'), name='one_open_vote_a_phase_and_seat'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['extend', 'pause', 'resume', 'draw', 'concede'])), name='vote_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'passed', 'failed', 'withdrawn'])), name='vote_outcome_known'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('days__gte', 1), ('days__lte', 14), ('kind__in', ['extend', 'pause'])), models.Q(('days', None), ('kind__in', ['resume', 'draw', 'concede'])), _connector='OR'), name='vote_has_its_days'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'concede'), ('winner__isnull', False)), models.Q(models.Q(('kind', 'concede'), _negated=True), ('winner', None)), _connector='OR'), name='concession_has_its_winner'),
                ),
                migrations.CreateModel(
                    name='PowerWish',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('hand', models.PositiveSmallIntegerField()),
                        ('rank', models.PositiveSmallIntegerField()),
                        (
                            'entry',
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name='wishes',
                                to='games.lobbyentry',
                            ),
                        ),
                    ],
                    options={
                        'ordering': ['entry_id', 'rank'],
                        'constraints': [
                            models.UniqueConstraint(
                                fields=('entry', 'hand'), name='one_wish_an_entry_and_hand'
                            ),
                            models.UniqueConstraint(
                                fields=('entry', 'rank'), name='one_wish_an_entry_and_rank'
                            ),
                            models.CheckConstraint(
                                condition=models.Q(('rank__gte', 1)), name='wish_ranks_from_one'
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name='Sharer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        (
                            'seat',
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name='+',
                                to='games.seat',
                            ),
                        ),
                        (
                            'vote',
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name='sharers',
                                to='games.vote',
                            ),
                        ),
                    ],
                    options={
                        'ordering': ['vote_id', 'seat__place'],
                        'constraints': [
                            models.UniqueConstraint(
                                fields=('vote', 'seat'), name='one_sharer_a_vote_and_seat'
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name='Draft',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('location', models.CharField(blank=True, help_text='The thread: `press.locations.location_name`.', max_length=60)),
                        ('title', models.CharField(blank=True, max_length=80)),
                        ('text', models.TextField(max_length=20000)),
                        ('unsigned', models.BooleanField(default=False)),
                        ('saved_at', models.DateTimeField()),
                        ('request_key', models.UUIDField(help_text='That of the form in which it was typed.')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='games.game')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to=settings.AUTH_USER_MODEL)),
                        ('seat', models.ForeignKey(blank=True, help_text='The seat by which the person may write there. Empty: the game master.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='games.seat')),
                    ],
                    options={
                        'ordering': ['-saved_at', 'pk'],
                        'indexes': [models.Index(fields=['saved_at'], name='games_old_drafts')],
                        'constraints': [
                            models.UniqueConstraint(
                                fields=('person', 'game', 'location'),
                                name='one_draft_a_person_and_thread',
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name='LobbyInvitation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('created_at', models.DateTimeField()),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lobby_invitations', to='games.game')),
                        ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lobby_invitations', to=settings.AUTH_USER_MODEL)),
                        ('answered_at', models.DateTimeField(editable=False, help_text='When the person joined or declined.', null=True)),
                    ],
                    options={
                        'ordering': ['created_at', 'pk'],
                        'constraints': [models.UniqueConstraint(fields=('game', 'person'), name='one_lobby_invitation_a_game_and_person')],
                    },
                ),
            ],
            append_only=['games_event'],
        ),
        # Titles, deleted games, amendments.
        ChangeTables(
            [
                migrations.RemoveConstraint(
                    model_name='event',
                    name='event_kind_known',
                ),
                migrations.RemoveConstraint(
                    model_name='game',
                    name='game_status_known',
                ),
                migrations.RemoveConstraint(
                    model_name='rulechange',
                    name='one_rule_change_a_game_and_field',
                ),
                migrations.RemoveConstraint(
                    model_name='vote',
                    name='vote_kind_known',
                ),
                migrations.RemoveConstraint(
                    model_name='vote',
                    name='vote_has_its_days',
                ),
                migrations.AddField(
                    model_name='game',
                    name='house_rules_since',
                    field=models.PositiveIntegerField(editable=False, help_text='The number of the first phase to which they apply, if they were amended.', null=True),
                ),
                migrations.AddField(
                    model_name='game',
                    name='votes_on_extensions',
                    field=models.BooleanField(default=False, help_text='More than half must agree. Without a game master they always can.', verbose_name='players can vote to extend a deadline'),
                ),
                migrations.AddField(
                    model_name='rulechange',
                    name='since',
                    field=models.PositiveIntegerField(default=0),
                ),
                migrations.AlterField(
                    model_name='event',
                    name='kind',
                    field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('lobby_full', 'Lobby Full'), ('game_deleted', 'Game Deleted'), ('allotment_changed', 'Allotment Changed'), ('place_freed', 'Place Freed'), ('powers_by_lot', 'Powers By Lot'), ('powers_by_wishes', 'Powers By Wishes'), ('powers_by_master', 'Powers By Master'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_ended', 'Game Ended'), ('game_conceded', 'Game Conceded'), ('game_closed', 'Game Closed'), ('game_abandoned', 'Game Abandoned'), ('game_reopened', 'Game Reopened'), ('end_accepted', 'End Accepted'), ('end_final', 'End Final'), ('game_rests', 'Game Rests'), ('taken_over', 'Taken Over'), ('coin_tossed', 'Coin Tossed'), ('extended', 'Extended'), ('shortened', 'Shortened'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('renamed', 'Renamed'), ('amended', 'Amended'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('invited', 'Invited'), ('declined', 'Declined'), ('invitation_ended', 'Invitation Ended'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('message_hidden', 'Message Hidden'), ('message_shown', 'Message Shown'), ('webhook_added', 'Webhook Added'), ('webhook_off', 'Webhook Off'), ('vote_made', 'Vote Made'), ('stalemate', 'Stalemate'), ('vote_passed', 'Vote Passed'), ('vote_failed', 'Vote Failed'), ('vote_withdrawn', 'Vote Withdrawn'), ('looked_at', 'Looked At')], max_length=20),
                ),
                migrations.AlterField(
                    model_name='game',
                    name='house_rules',
                    field=models.TextField(blank=True, help_text='Everyone who joins must accept them. Afterwards they can only be changed if all players agree.', max_length=5000, verbose_name='house rules'),
                ),
                migrations.AlterField(
                    model_name='game',
                    name='status',
                    field=models.CharField(choices=[('lobby', 'waiting for players'), ('playing', 'in progress'), ('paused', 'paused'), ('aside', 'stopped'), ('finished', 'finished'), ('expired', 'not filled in time'), ('deleted', 'deleted before it began')], default='lobby', max_length=10),
                ),
                migrations.AlterField(
                    model_name='vote',
                    name='kind',
                    field=models.CharField(choices=[('extend', 'Extend the deadline'), ('pause', 'Pause the game'), ('resume', 'Resume the game'), ('draw', 'Draw'), ('concede', 'Concede to a power'), ('amend', 'Amend the house rules')], max_length=10),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'lobby_full', 'game_deleted', 'allotment_changed', 'place_freed', 'powers_by_lot', 'powers_by_wishes', 'powers_by_master', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_ended', 'game_conceded', 'game_closed', 'game_abandoned', 'game_reopened', 'end_accepted', 'end_final', 'game_rests', 'taken_over', 'coin_tossed', 'extended', 'shortened', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'renamed', 'amended', 'announced', 'civil_disorder', 'came_back', 'resigned', 'invited', 'declined', 'invitation_ended', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'message_hidden', 'message_shown', 'webhook_added', 'webhook_off', 'vote_made', 'stalemate', 'vote_passed', 'vote_failed', 'vote_withdrawn', 'looked_at'])), name='event_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('status__in', ['lobby', 'playing', 'paused', 'aside', 'finished', 'expired', 'deleted'])), name='game_status_known'),
                ),
                migrations.AddConstraint(
                    model_name='rulechange',
                    constraint=models.UniqueConstraint(fields=('game', 'field', 'since'), name='one_rule_change_a_game_field_and_phase'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['extend', 'pause', 'resume', 'draw', 'concede', 'amend'])), name='vote_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('days__gte', 1), ('days__lte', 14), ('kind__in', ['extend', 'pause'])), models.Q(('days', None), ('kind__in', ['resume', 'draw', 'concede', 'amend'])), _connector='OR'), name='vote_has_its_days'),
                ),
                migrations.CreateModel(
                    name='Amendment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('house_rules', models.TextField(blank=True, max_length=5000)),
                        ('house_rules_before', models.TextField(blank=True, max_length=5000)),
                        ('since', models.PositiveIntegerField(blank=True, null=True)),
                        ('vote', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='amendment', to='games.vote')),
                    ],
                    options={
                        'ordering': ['vote_id'],
                    },
                ),
                migrations.CreateModel(
                    name='AmendedRule',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('field', models.CharField(max_length=60)),
                        ('before', models.CharField(max_length=40)),
                        ('value', models.CharField(max_length=40)),
                        ('amendment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rules', to='games.amendment')),
                    ],
                    options={
                        'ordering': ['amendment_id', 'field'],
                        'constraints': [models.UniqueConstraint(fields=('amendment', 'field'), name='one_rule_an_amendment_and_field')],
                    },
                ),
                migrations.CreateModel(
                    name='DismissedSharing',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('note', models.CharField(max_length=500)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dismissed_sharings', to='games.game')),
                        ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='sharing_pair_in_order')],
                    },
                ),
            ],
            append_only=['games_event'],
        ),
        migrations.RunPython(guard_sharing, unguard_sharing),
        # End of it.
        migrations.RunSQL([TAKEN_OVER, FINISHED], migrations.RunSQL.noop),
    ]

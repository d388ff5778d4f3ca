"""The ways to decide who gets which power, wishes for powers, and concessions by vote."""

import django.db.models.deletion
from django.db import migrations, models

from ._change_tables import ChangeTables

# The masters of games that were taken over from elsewhere have named the powers of their people.
TAKEN_OVER = """
UPDATE games_game SET allotment = 'master'
WHERE id IN (SELECT game_id FROM games_event WHERE kind = 'taken_over')
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_endings'),
    ]

    operations = [
        ChangeTables(
            [
                migrations.RemoveConstraint(
                    model_name='game',
                    name='game_ending_known',
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
                    name='votes_on_end',
                    field=models.BooleanField(default=True, verbose_name='the players may vote for a draw or a concession'),
                ),
                migrations.AddField(
                    model_name='vote',
                    name='winner',
                    field=models.ForeignKey(blank=True, help_text='The power to which all others concede the game.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat'),
                ),
                migrations.AlterField(
                    model_name='game',
                    name='ending',
                    field=models.CharField(blank=True, choices=[('solo', 'won by one power'), ('conceded', 'conceded to one power'), ('limit', 'ended at its limit'), ('draw', 'a draw'), ('closed', 'closed by the game master')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='vote',
                    name='kind',
                    field=models.CharField(choices=[('extend', 'Put the deadline off'), ('pause', 'Stop the clock'), ('resume', 'Start the clock again'), ('draw', 'End the game as a draw'), ('concede', 'Concede the game to a power')], max_length=10),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('ending__in', ['', 'solo', 'conceded', 'limit', 'draw', 'closed'])), name='game_ending_known'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['extend', 'pause', 'resume', 'draw', 'concede'])), name='vote_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('days__gte', 1), ('days__lte', 14), ('kind__in', ['extend', 'pause'])), models.Q(('days', None), ('kind__in', ['resume', 'draw', 'concede'])), _connector='OR'), name='vote_has_its_days'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'concede'), ('winner__isnull', False)), models.Q(models.Q(('kind', 'concede'), _negated=True), ('winner', None)), _connector='OR'), name='concession_has_its_winner'),
                ),
                migrations.RemoveConstraint(
                    model_name='event',
                    name='event_kind_known',
                ),
                migrations.AlterField(
                    model_name='event',
                    name='kind',
                    field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('lobby_full', 'Lobby Full'), ('powers_by_lot', 'Powers By Lot'), ('powers_by_wishes', 'Powers By Wishes'), ('powers_by_master', 'Powers By Master'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_ended', 'Game Ended'), ('game_conceded', 'Game Conceded'), ('game_closed', 'Game Closed'), ('taken_over', 'Taken Over'), ('coin_tossed', 'Coin Tossed'), ('extended', 'Extended'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('invited', 'Invited'), ('declined', 'Declined'), ('invitation_ended', 'Invitation Ended'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('message_hidden', 'Message Hidden'), ('message_shown', 'Message Shown'), ('webhook_added', 'Webhook Added'), ('webhook_off', 'Webhook Off'), ('vote_made', 'Vote Made'), ('vote_passed', 'Vote Passed'), ('vote_failed', 'Vote Failed'), ('looked_at', 'Looked At')], max_length=20),
                ),
                migrations.AddField(
                    model_name='game',
                    name='allotment',
                    field=models.CharField(
                        choices=[
                            ('lot', 'By lot'),
                            ('wishes', 'By the players’ wishes'),
                            ('master', 'As the game master says'),
                        ],
                        default='lot',
                        max_length=10,
                        verbose_name='who gets which power',
                    ),
                ),
                migrations.AddField(
                    model_name='lobbyentry',
                    name='hand',
                    field=models.PositiveSmallIntegerField(editable=False, null=True),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'lobby_full', 'powers_by_lot', 'powers_by_wishes', 'powers_by_master', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_ended', 'game_conceded', 'game_closed', 'taken_over', 'coin_tossed', 'extended', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'invited', 'declined', 'invitation_ended', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'message_hidden', 'message_shown', 'webhook_added', 'webhook_off', 'vote_made', 'vote_passed', 'vote_failed', 'looked_at'])), name='event_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(
                        condition=models.Q(('allotment__in', ['lot', 'wishes', 'master'])),
                        name='game_allotment_known',
                    ),
                ),
                migrations.AddConstraint(
                    model_name='lobbyentry',
                    constraint=models.UniqueConstraint(
                        condition=models.Q(('hand__isnull', False)),
                        fields=('game', 'hand'),
                        name='one_entry_a_game_and_hand',
                    ),
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
            ],
            append_only=['games_event'],
        ),
        migrations.RunSQL(TAKEN_OVER, migrations.RunSQL.noop),
    ]

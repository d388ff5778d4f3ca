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
                    model_name='event',
                    name='event_kind_known',
                ),
                migrations.AlterField(
                    model_name='event',
                    name='kind',
                    field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_closed', 'Game Closed'), ('taken_over', 'Taken Over'), ('coin_tossed', 'Coin Tossed'), ('extended', 'Extended'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('invited', 'Invited'), ('declined', 'Declined'), ('invitation_ended', 'Invitation Ended'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('message_hidden', 'Message Hidden'), ('message_shown', 'Message Shown'), ('webhook_added', 'Webhook Added'), ('webhook_off', 'Webhook Off'), ('vote_made', 'Vote Made'), ('vote_passed', 'Vote Passed'), ('vote_failed', 'Vote Failed'), ('looked_at', 'Looked At')], max_length=20),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_closed', 'taken_over', 'coin_tossed', 'extended', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'invited', 'declined', 'invitation_ended', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'message_hidden', 'message_shown', 'webhook_added', 'webhook_off', 'vote_made', 'vote_passed', 'vote_failed', 'looked_at'])), name='event_kind_known'),
                ),
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
                    model_name='game',
                    name='coin_hand',
                    field=models.PositiveSmallIntegerField(
                        editable=False,
                        help_text='The hand of seats that won the coin of the set-up, once it is tossed.',
                        null=True,
                    ),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='hand',
                    field=models.PositiveSmallIntegerField(
                        blank=True,
                        default=0,
                        help_text='The rank of the person’s powers in the set-up. Empty: nobody plays this power.',
                        null=True,
                    ),
                    preserve_default=False,
                ),
                migrations.AddConstraint(
                    model_name='seat',
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            ('hand__isnull', False),
                            models.Q(('disorder_since', None), ('ready_phase', None)),
                            _connector='OR',
                        ),
                        name='neutral_seat_has_nothing_to_order',
                    ),
                ),
            ],
            append_only=['games_event'],
        ),
        # All games so far are for seven, each of whom plays one power.
        migrations.RunSQL("UPDATE games_seat SET hand = place", migrations.RunSQL.noop),
    ]

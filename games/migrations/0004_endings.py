"""Terms on which games end, and the result of each seat in place of a winner and of shares."""

from django.db import migrations, models

from ._change_tables import ChangeTables

RESULTS = [
    "UPDATE games_seat SET result = 'drew' WHERE shares_draw",
    "UPDATE games_seat SET result = 'won'"
    " WHERE id IN (SELECT winner_id FROM games_game WHERE winner_id IS NOT NULL)",
]
WINNERS = [
    "UPDATE games_seat SET shares_draw = TRUE WHERE result = 'drew'",
    "UPDATE games_game SET winner_id = (SELECT MIN(id) FROM games_seat"
    " WHERE game_id = games_game.id AND result = 'won') WHERE ending = 'solo'",
]


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_set_ups'),
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
                    model_name='game',
                    name='solo_has_its_winner',
                ),
                migrations.AddField(
                    model_name='game',
                    name='ends',
                    field=models.CharField(choices=[('never', 'No limit'), ('year', 'After a certain game year'), ('years', 'After a certain number of game years'), ('turns', 'After a certain number of movement turns'), ('date', 'With the first fall resolved after a date')], default='never', max_length=10, verbose_name='limit'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='ends_after',
                    field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='year, or number of years or turns'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='ends_on',
                    field=models.DateField(blank=True, null=True, verbose_name='date of the limit'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='ends_with',
                    field=models.CharField(choices=[('centers', 'Most centers win'), ('units', 'Most units win'), ('draw', 'A draw of all surviving powers'), ('shares', 'A draw, shared by centers')], default='centers', max_length=10, verbose_name='result at the limit'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='solo_after',
                    field=models.CharField(choices=[('fall', 'After each fall'), ('phase', 'After every phase')], default='fall', max_length=10, verbose_name='when centers are counted'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='solo_centers',
                    field=models.PositiveSmallIntegerField(blank=True, help_text='If empty, the number in the set-up.', null=True, verbose_name='centers needed to win'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='solo_of',
                    field=models.CharField(choices=[('setup', 'As in the set-up'), ('power', 'One power’s centers'), ('player', 'The centers of all powers of a player together')], default='setup', max_length=10, verbose_name='whose centers count'),
                ),
                migrations.AddField(
                    model_name='seat',
                    name='result',
                    field=models.CharField(blank=True, choices=[('won', 'won the game'), ('drew', 'shares a draw')], help_text='Empty while the game goes on, and for the powers that lost.', max_length=10),
                ),
                migrations.AlterField(
                    model_name='event',
                    name='kind',
                    field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_ended', 'Game Ended'), ('game_closed', 'Game Closed'), ('taken_over', 'Taken Over'), ('coin_tossed', 'Coin Tossed'), ('extended', 'Extended'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('invited', 'Invited'), ('declined', 'Declined'), ('invitation_ended', 'Invitation Ended'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('message_hidden', 'Message Hidden'), ('message_shown', 'Message Shown'), ('webhook_added', 'Webhook Added'), ('webhook_off', 'Webhook Off'), ('vote_made', 'Vote Made'), ('vote_passed', 'Vote Passed'), ('vote_failed', 'Vote Failed'), ('looked_at', 'Looked At')], max_length=20),
                ),
                migrations.AlterField(
                    model_name='game',
                    name='ending',
                    field=models.CharField(blank=True, choices=[('solo', 'won by one power'), ('limit', 'ended at the limit'), ('draw', 'a draw'), ('closed', 'closed by the game master')], max_length=10),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_ended', 'game_closed', 'taken_over', 'coin_tossed', 'extended', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'invited', 'declined', 'invitation_ended', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'message_hidden', 'message_shown', 'webhook_added', 'webhook_off', 'vote_made', 'vote_passed', 'vote_failed', 'looked_at'])), name='event_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('ending__in', ['', 'solo', 'limit', 'draw', 'closed'])), name='game_ending_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('solo_after__in', ['fall', 'phase'])), name='game_solo_after_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('solo_of__in', ['setup', 'power', 'player'])), name='game_solo_of_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('ends_with__in', ['centers', 'units', 'draw', 'shares'])), name='game_ends_with_known'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('solo_centers', None), ('solo_centers__gte', 5), _connector='OR'), name='game_solo_centers_sane'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ends', 'never'), ('ends_after', None), ('ends_on', None)), models.Q(('ends__in', ['year', 'years', 'turns']), ('ends_after__gte', 1), ('ends_on', None)), models.Q(('ends', 'date'), ('ends_after', None), ('ends_on__isnull', False)), _connector='OR'), name='game_ends_at_its_limit'),
                ),
                migrations.AddConstraint(
                    model_name='seat',
                    constraint=models.CheckConstraint(condition=models.Q(('result__in', ['', 'won', 'drew'])), name='seat_result_known'),
                ),
            ],
            append_only=['games_event'],
        ),
        migrations.RunSQL(RESULTS, WINNERS),
        ChangeTables(
            [
                migrations.RemoveField(
                    model_name='game',
                    name='winner',
                ),
                migrations.RemoveField(
                    model_name='seat',
                    name='shares_draw',
                ),
            ]
        ),
    ]

"""Invitations to seats, and the kinds of events and notifications about them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.fields

from ._change_tables import ChangeTables

KINDS = [
    migrations.RemoveConstraint(
        model_name='event',
        name='event_kind_known',
    ),
    migrations.RemoveConstraint(
        model_name='mailchoice',
        name='mail_choice_kind_known',
    ),
    migrations.RemoveConstraint(
        model_name='notification',
        name='notification_kind_known',
    ),
    migrations.RemoveConstraint(
        model_name='pushoptout',
        name='push_off_kind_known',
    ),
    migrations.AlterField(
        model_name='event',
        name='kind',
        field=models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_closed', 'Game Closed'), ('taken_over', 'Taken Over'), ('extended', 'Extended'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('invited', 'Invited'), ('declined', 'Declined'), ('invitation_ended', 'Invitation Ended'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('message_hidden', 'Message Hidden'), ('message_shown', 'Message Shown'), ('webhook_added', 'Webhook Added'), ('webhook_off', 'Webhook Off'), ('vote_made', 'Vote Made'), ('vote_passed', 'Vote Passed'), ('vote_failed', 'Vote Failed'), ('looked_at', 'Looked At')], max_length=20),
    ),
    migrations.AlterField(
        model_name='mailchoice',
        name='kind',
        field=models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review'), ('invitation', 'An invitation to a seat')], max_length=16),
    ),
    migrations.AlterField(
        model_name='notification',
        name='kind',
        field=models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review'), ('invitation', 'An invitation to a seat')], max_length=16),
    ),
    migrations.AlterField(
        model_name='pushoptout',
        name='kind',
        field=models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review'), ('invitation', 'An invitation to a seat')], max_length=16),
    ),
    migrations.AddConstraint(
        model_name='event',
        constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_closed', 'taken_over', 'extended', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'invited', 'declined', 'invitation_ended', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'message_hidden', 'message_shown', 'webhook_added', 'webhook_off', 'vote_made', 'vote_passed', 'vote_failed', 'looked_at'])), name='event_kind_known'),
    ),
    migrations.AddConstraint(
        model_name='mailchoice',
        constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint', 'invitation'])), name='mail_choice_kind_known'),
    ),
    migrations.AddConstraint(
        model_name='notification',
        constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint', 'invitation'])), name='notification_kind_known'),
    ),
    migrations.AddConstraint(
        model_name='pushoptout',
        constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint', 'invitation'])), name='push_off_kind_known'),
    ),
]


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        ChangeTables(
            [
                migrations.CreateModel(
                    name='SeatInvitation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(default=games.models.fields.new_key, max_length=32, unique=True)),
                        ('kind', models.CharField(choices=[('replace', 'to play a power for good'), ('lend', 'to play a power for some phases'), ('take_over', 'to go on with a game that was begun elsewhere')], max_length=10)),
                        ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='invitation', to='games.seat')),
                        ('game', models.ForeignKey(help_text='The game of the seat, for the constraint.', on_delete=django.db.models.deletion.PROTECT, related_name='seat_invitations', to='games.game')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_invitations', to=settings.AUTH_USER_MODEL)),
                        ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('phases', models.PositiveSmallIntegerField(blank=True, help_text='For how many phases a stand-in is to play.', null=True)),
                        ('reason', models.CharField(blank=True, max_length=500)),
                        ('created_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['created_at', 'pk'],
                        'indexes': [models.Index(fields=['created_at'], name='games_invitations_by_age')],
                        'constraints': [
                            models.UniqueConstraint(fields=('game', 'person'), name='one_seat_invitation_a_game_and_person'),
                            models.CheckConstraint(condition=models.Q(('kind__in', ['replace', 'lend', 'take_over'])), name='seat_invitation_kind_known'),
                            models.CheckConstraint(condition=models.Q(models.Q(('kind', 'lend'), ('phases__isnull', False)), models.Q(models.Q(('kind', 'lend'), _negated=True), ('phases__isnull', True)), _connector='OR'), name='only_stand_ins_are_invited_for_phases'),
                        ],
                    },
                ),
                *KINDS,
            ],
            append_only=["games_event"],
        ),
    ]

"""Letters may be reported; whoever hears of it is told."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_news_goes_elsewhere'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Complaint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=500)),
                ('text', models.TextField()),
                ('made_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('remark', models.CharField(blank=True, max_length=500)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='mailchoice',
            name='mail_choice_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='notice',
            name='notice_kind_known',
        ),
        migrations.AlterField(
            model_name='mailchoice',
            name='kind',
            field=models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('letter', 'New letter'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game was set aside'), ('announcement', 'An announcement of the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported letter, where you look after it')], max_length=16),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('letter', 'New letter'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game was set aside'), ('announcement', 'An announcement of the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported letter, where you look after it')], max_length=16),
        ),
        migrations.AddConstraint(
            model_name='mailchoice',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'letter', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint'])), name='mail_choice_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'letter', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint'])), name='notice_kind_known'),
        ),
        migrations.AddField(
            model_name='complaint',
            name='closed_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='complaint',
            name='letter',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='complaints', to='games.letter'),
        ),
        migrations.AddField(
            model_name='complaint',
            name='person',
            field=models.ForeignKey(help_text='Who reported it: no page says so.', on_delete=django.db.models.deletion.PROTECT, related_name='complaints', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='complaint',
            index=models.Index(condition=models.Q(('closed_at', None)), fields=['made_at'], name='games_open_complaints'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.UniqueConstraint(fields=('letter', 'person'), name='one_complaint_a_letter_and_person'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('remark', '')), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False), models.Q(('remark', ''), _negated=True)), _connector='OR'), name='closed_complaint_says_by_whom_and_why'),
        ),
    ]

"""People are told of things in their browsers, too."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_topics_of_reports'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Browser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('key', models.CharField(max_length=87)),
                ('auth', models.CharField(max_length=22)),
                ('bond', models.CharField(max_length=64)),
                ('made_at', models.DateTimeField()),
                ('trouble', models.CharField(blank=True, max_length=12)),
            ],
            options={
                'ordering': ['person_id', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PushOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('letter', 'New letter'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game was set aside'), ('announcement', 'An announcement of the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported letter, where you look after it')], max_length=16)),
            ],
            options={
                'ordering': ['person_id', 'kind'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='notice',
            name='notice_channel_known',
        ),
        migrations.RemoveConstraint(
            model_name='notice',
            name='only_mail_is_sent',
        ),
        migrations.AlterField(
            model_name='notice',
            name='channel',
            field=models.CharField(choices=[('site', 'Site'), ('mail', 'Mail'), ('push', 'Push')], max_length=8),
        ),
        migrations.AddField(
            model_name='browser',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='browsers', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='notice',
            name='reached',
            field=models.ManyToManyField(related_name='+', to='games.browser'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(('channel__in', ['site', 'mail', 'push'])), name='notice_channel_known'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('channel', 'site'), _negated=True), models.Q(('attempts', 0), ('send_at', None), ('sent_at', None)), _connector='OR'), name='what_the_site_says_is_not_sent'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(('channel', 'mail'), ('in_summary', False), _connector='OR'), name='only_mail_is_summed_up'),
        ),
        migrations.AddField(
            model_name='pushoff',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='push_offs', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='pushoff',
            constraint=models.UniqueConstraint(fields=('person', 'kind'), name='push_is_off_once_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='pushoff',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'letter', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint'])), name='push_off_kind_known'),
        ),
    ]

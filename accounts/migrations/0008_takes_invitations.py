"""Whether a person wants to be invited to seats; mails that answer others."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_leaving'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='takes_invitations',
            field=models.BooleanField(db_default=True, default=True, verbose_name='invitations to seats'),
        ),
        migrations.AddField(
            model_name='accountmail',
            name='in_reply_to',
            field=models.CharField(blank=True, db_default='', max_length=250),
        ),
        migrations.AddField(
            model_name='accountmail',
            name='reply_to',
            field=models.CharField(blank=True, db_default='', max_length=254),
        ),
    ]

"""Whether a person wants to be invited to seats."""

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
        # Moderation.
        migrations.AddField(
            model_name='suspension',
            name='until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='suspended_until',
            field=models.DateTimeField(blank=True, editable=False, help_text='When a suspension ends by itself. Empty for one that has to be lifted.', null=True),
        ),
        # End of it.
    ]

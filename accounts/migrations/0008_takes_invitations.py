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
    ]

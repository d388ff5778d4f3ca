"""Whether a person wants to be invited to seats; addresses that refuse mail."""

import django.db.models.deletion
from django.conf import settings
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
        # Addresses that refuse mail.
        migrations.CreateModel(
            name='MailRefusal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254)),
                ('code', models.PositiveSmallIntegerField()),
                ('since', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='mail_refusal', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]

"""Programs read calendars and news as a person by a key in the address, if they want one."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_pattern_fills'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='feed_key',
            field=models.CharField(editable=False, help_text='In the addresses by which programs read calendars and news as this person.', max_length=32, null=True, unique=True),
        ),
    ]

"""The mails about accounts that wait to be sent."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='AccountMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.EmailField(blank=True, max_length=254)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('text', models.TextField(blank=True)),
                ('created_at', models.DateTimeField()),
                ('send_at', models.DateTimeField(db_index=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]

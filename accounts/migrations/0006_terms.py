from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0005_sessions"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="terms_version",
            field=models.CharField(blank=True, editable=False, max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="terms_accepted_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]

"""Tables of people, suspensions and device traces, as generated from the models."""

import accounts.models
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('email', models.EmailField(error_messages={'unique': 'Someone already uses this email address.'}, max_length=254, unique=True, verbose_name='email address')),
                ('name', models.CharField(help_text='The name others know you by. Everyone can see it.', max_length=40, verbose_name='name')),
                ('name_key', models.CharField(editable=False, max_length=120, unique=True)),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.models.check_time_zone], verbose_name='time zone')),
                ('language', models.CharField(default='en', max_length=8, verbose_name='language')),
                ('notation', models.CharField(blank=True, default='', max_length=8, verbose_name='order notation')),
                ('pattern_fills', models.BooleanField(default=False, verbose_name='patterns on the map')),
                ('feed_key', models.CharField(editable=False, help_text='In the addresses by which programs read calendars and news as this person.', max_length=32, null=True, unique=True)),
                ('closed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'person',
                'verbose_name_plural': 'people',
            },
        ),
        migrations.CreateModel(
            name='Suspension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('lifted', models.BooleanField(default=False)),
                ('reason', models.CharField(max_length=500)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='suspensions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('person', models.F('by')), _negated=True), name='nobody_suspends_themselves')],
            },
        ),
        migrations.CreateModel(
            name='Trace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('browser', 'browser'), ('network', 'network')], max_length=8)),
                ('mark', models.CharField(max_length=64)),
                ('first_at', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='traces', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['mark'], name='accounts_traces_by_mark'), models.Index(fields=['last_at'], name='accounts_traces_by_age')],
                'constraints': [models.UniqueConstraint(fields=('person', 'kind', 'mark'), name='one_trace_a_person_and_place'), models.CheckConstraint(condition=models.Q(('kind__in', ['browser', 'network'])), name='trace_kind_known')],
            },
        ),
    ]

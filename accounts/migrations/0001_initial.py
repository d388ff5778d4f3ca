"""All tables of people, as generated from the models."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.models.user
from accounts.migrations._create_models import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateModels([
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
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.models.user.check_time_zone], verbose_name='time zone')),
                ('language', models.CharField(default='en', max_length=8, verbose_name='language')),
                ('notation', models.CharField(blank=True, default='', max_length=8, verbose_name='order notation')),
                ('pattern_fills', models.BooleanField(default=False, verbose_name='patterns on the map')),
                ('takes_invitations', models.BooleanField(db_default=True, default=True, verbose_name='invitations to seats')),
                ('feed_key', models.CharField(editable=False, help_text='In the addresses by which programs read calendars and news as this person.', max_length=32, null=True, unique=True)),
                ('terms_version', models.CharField(blank=True, editable=False, max_length=32, null=True)),
                ('terms_accepted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('closed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('closing_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('bot', models.CharField(blank=True, choices=[('novice', 'Novice'), ('consul', 'Consul')], db_default='', default='', editable=False, help_text='The program that plays with this account. Empty: a person.', max_length=20)),
                ('suspended_until', models.DateTimeField(blank=True, editable=False, help_text='When a suspension ends by itself. Empty for one that has to be lifted.', null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'person',
                'verbose_name_plural': 'people',
                'indexes': [models.Index(condition=models.Q(('closing_at__isnull', False)), fields=['closing_at'], name='accounts_closing')],
                'constraints': [models.CheckConstraint(condition=models.Q(('closed_at', None), ('closing_at', None), _connector='OR'), name='closed_account_is_not_closing'), models.UniqueConstraint(condition=models.Q(('bot', ''), _negated=True), fields=('bot',), name='one_account_a_bot'), models.CheckConstraint(condition=models.Q(('bot', ''), ('is_active', False), _connector='OR'), name='nobody_signs_in_as_a_bot')],
            },
        ),
        migrations.CreateModel(
            name='HeldName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='held_names', to=settings.AUTH_USER_MODEL)),
                ('name_key', models.CharField(max_length=120, unique=True)),
                ('since', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='DataExport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='data_export', to=settings.AUTH_USER_MODEL)),
                ('asked_at', models.DateTimeField()),
                ('prepare_at', models.DateTimeField(db_index=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('ready_at', models.DateTimeField(null=True)),
                ('content', models.BinaryField(null=True)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('content', None), ('ready_at', None)), models.Q(('content__isnull', False), ('prepare_at', None), ('ready_at__isnull', False)), _connector='OR'), name='data_export_is_ready_with_its_content')],
                'indexes': [],
            },
        ),
        migrations.CreateModel(
            name='AddressChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='address_changes', to=settings.AUTH_USER_MODEL)),
                ('old_email', models.EmailField(max_length=254)),
                ('new_email', models.EmailField(max_length=254)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['at'], name='accounts_changes_by_age')],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='AccountMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.EmailField(blank=True, max_length=254)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('text', models.TextField(blank=True)),
                ('in_reply_to', models.CharField(blank=True, db_default='', max_length=250)),
                ('reply_to', models.CharField(blank=True, db_default='', max_length=254)),
                ('created_at', models.DateTimeField()),
                ('send_at', models.DateTimeField(db_index=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='MailRefusal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='mail_refusal', to=settings.AUTH_USER_MODEL)),
                ('address', models.EmailField(max_length=254)),
                ('code', models.PositiveSmallIntegerField()),
                ('since', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
                ('browser', models.CharField(blank=True, max_length=20)),
                ('system', models.CharField(blank=True, max_length=20)),
                ('started_at', models.DateTimeField()),
                ('used_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['started_at'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Trace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='traces', to=settings.AUTH_USER_MODEL)),
                ('kind', models.CharField(choices=[('browser', 'browser'), ('network', 'network')], max_length=8)),
                ('mark', models.CharField(max_length=64)),
                ('first_at', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['mark'], name='accounts_traces_by_mark'), models.Index(fields=['last_at'], name='accounts_traces_by_age')],
                'constraints': [models.UniqueConstraint(fields=('person', 'kind', 'mark'), name='one_trace_a_person_and_place'), models.CheckConstraint(condition=models.Q(('kind__in', ['browser', 'network'])), name='trace_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='Suspension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='suspensions', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
                ('lifted', models.BooleanField(default=False)),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('reason', models.CharField(max_length=500)),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('person', models.F('by')), _negated=True), name='nobody_suspends_themselves')],
                'indexes': [],
            },
        ),
        migrations.CreateModel(
            name='ApiKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='api_keys', to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(max_length=60)),
                ('prefix', models.CharField(max_length=16, unique=True)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('orders', models.BooleanField(default=False)),
                ('press', models.BooleanField(default=False)),
                ('master', models.BooleanField(default=False)),
                ('account', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-made_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='api_key_has_a_name')],
                'indexes': [],
            },
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('key', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('request_key', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='idempotency_keys', to=settings.AUTH_USER_MODEL)),
                ('digest', models.CharField(max_length=64)),
                ('used_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Profile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(blank=True, max_length=600, verbose_name='about you')),
                ('visibility', models.CharField(choices=[('everyone', 'everyone, without signing in too'), ('signed_in', 'people who have signed in'), ('nobody', 'only you')], default='signed_in', max_length=10, verbose_name='who can see your profile')),
                ('lists_games', models.BooleanField(default=True, verbose_name='list your games and results')),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='profile', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('visibility__in', ['everyone', 'signed_in', 'nobody'])), name='profile_visibility_known')],
                'indexes': [],
            },
        ),
        migrations.CreateModel(
            name='SpokenLanguage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('profile', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='languages', to='accounts.profile')),
                ('code', models.CharField(choices=[('en', 'English'), ('es', 'Español'), ('it', 'Italiano'), ('bg', 'Български')], max_length=8)),
            ],
            options={
                'ordering': ['code'],
                'constraints': [models.UniqueConstraint(fields=('profile', 'code'), name='one_row_a_profile_and_language')],
                'indexes': [],
            },
        ),
        migrations.CreateModel(
            name='ProfileReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='profile_reports', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reason', models.CharField(max_length=500)),
                ('text', models.CharField(max_length=600)),
                ('made_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('removed', models.BooleanField(default=False)),
                ('remark', models.CharField(blank=True, max_length=500)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('person', 'by'), name='one_open_report_a_profile_and_reader'), models.CheckConstraint(condition=models.Q(('person', models.F('by')), _negated=True), name='nobody_reports_their_own_profile'), models.CheckConstraint(condition=models.Q(('closed_by', None), models.Q(('person', models.F('closed_by')), _negated=True), _connector='OR'), name='nobody_judges_their_own_profile'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('removed', False)), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False)), _connector='OR'), name='profile_report_is_closed_by_somebody')],
                'indexes': [],
            },
        ),
        ]),
    ]

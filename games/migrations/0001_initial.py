"""All tables of the games, as generated from the models; then the heartbeat's row and triggers."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.fields
from games.core import audit

APPEND_ONLY = ["games_event", "games_receipt", "accounts_suspension"]


class CreateModels(migrations.operations.base.Operation):
    """Create models whose foreign keys form circles (a game has a winning seat, a seat its game).

    All are known before the first table is made, so each table is made by one statement. A migration
    as `makemigrations` writes it adds keys and constraints afterwards: Django then renders all
    models again for each, and SQLite copies the table. A first start took 4 s of a processor with
    it, and takes 0.6 s without.
    """

    def __init__(self, models):
        self.models = models

    def state_forwards(self, app_label, state):
        if "apps" in state.__dict__:
            del state.apps  # a cached property: the models are rendered again when all are known
        for operation in self.models:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for operation in self.models:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for operation in reversed(self.models):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self):
        return f"Create {len(self.models)} models"


def guard(apps, schema_editor):
    audit.guard(schema_editor, APPEND_ONLY)


def unguard(apps, schema_editor):
    audit.unguard(schema_editor, APPEND_ONLY)


def add_heartbeat(apps, schema_editor):
    apps.get_model("games", "Heartbeat").objects.create(pk=1)


MODELS = [
    migrations.CreateModel(
        name='Game',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('title', models.CharField(max_length=80, verbose_name='title')),
            ('slug', models.SlugField(editable=False, max_length=80, unique=True)),
            ('status', models.CharField(choices=[('lobby', 'waiting for players'), ('playing', 'in progress'), ('paused', 'paused'), ('aside', 'stopped'), ('finished', 'finished'), ('expired', 'not filled in time')], default='lobby', max_length=10)),
            ('setup', models.CharField(choices=[('standard', 'Standard: seven powers, 18 centers to win')], default='standard', max_length=20, verbose_name='set-up')),
            ('rules', models.CharField(choices=[('2000', 'Rulebook of 2000'), ('2023', 'Rulebook of 2023'), ('1982', 'Rulebook of 1982'), ('1971', 'Rulebook of 1971'), ('italian', 'Italian rulebook'), ('datc', 'Preferences of the DATC’s author')], default='2000', max_length=20, verbose_name='edition of the rules')),
            ('settings', models.ForeignKey(editable=False, help_text='What counts from the next phase on.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.gamesettings')),
            ('visibility', models.CharField(choices=[('public', 'Public: listed and open to everyone'), ('private', 'Private: only for people with the invitation link')], default='public', max_length=10, verbose_name='who can join')),
            ('invitation_key', models.CharField(default=games.models.fields.new_key, editable=False, max_length=32)),
            ('map_key', models.CharField(editable=False, help_text='In the addresses by which strangers see the maps of a private game.', max_length=32, null=True)),
            ('anonymous', models.BooleanField(default=False, verbose_name='players’ names are hidden until the game is over')),
            ('orders_watched_by', models.CharField(choices=[('master', 'Only the game master (nobody, if there is none)'), ('everyone', 'Everyone')], default='master', max_length=10, verbose_name='who can see which powers have given orders')),
            ('press', models.CharField(choices=[('full', 'Full: private and public messages at any time'), ('rulebook', 'Rulebook: no messages during retreats and adjustments'), ('public', 'Public messages only'), ('none', 'No messages until the game is over')], db_default='full', default='full', max_length=10, verbose_name='press')),
            ('unsigned_messages', models.BooleanField(db_default=False, default=False, help_text='Nobody ever learns which power wrote them.', verbose_name='public messages can be unsigned')),
            ('messages_open_at_end', models.BooleanField(db_default=False, default=False, help_text='Otherwise they stay private.', verbose_name='when the game is over, everyone can read its private messages')),
            ('successors_read_messages', models.BooleanField(default=False, help_text='Otherwise a new player can read only messages written from then on.', verbose_name='a new player in a seat can read its earlier messages')),
            ('house_rules', models.TextField(blank=True, help_text='Everyone who joins must accept them. They can’t be changed afterwards.', max_length=5000, verbose_name='house rules')),
            ('language', models.CharField(choices=[('en', 'English'), ('es', 'Español'), ('it', 'Italiano'), ('bg', 'Български')], default='en', help_text='The language the players write in.', max_length=8, verbose_name='language')),
            ('request_key', models.UUIDField(editable=False, help_text='Comes with the form that makes the game: sent twice, it makes one game.', unique=True)),
            ('lobby_closes_at', models.DateTimeField()),
            ('created_at', models.DateTimeField()),
            ('started_at', models.DateTimeField(blank=True, null=True)),
            ('ended_at', models.DateTimeField(blank=True, null=True)),
            ('winner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat')),
            ('ending', models.CharField(blank=True, choices=[('solo', 'won by one power'), ('draw', 'a draw'), ('closed', 'closed by the game master')], max_length=10)),
            ('error', models.TextField(blank=True, help_text='Why the game was set aside, for its master.')),
        ],
        options={
            'ordering': ['-created_at', '-pk'],
            'indexes': [
                models.Index(condition=models.Q(('status', 'lobby')), fields=['lobby_closes_at'], name='games_open_lobbies'),
                models.Index(fields=['status', '-created_at'], name='games_by_status'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('status__in', ['lobby', 'playing', 'paused', 'aside', 'finished', 'expired'])), name='game_status_known'),
                models.CheckConstraint(condition=models.Q(('rules__in', ['2000', '2023', '1982', '1971', 'italian', 'datc'])), name='game_rules_known'),
                models.CheckConstraint(condition=models.Q(('setup__in', ['standard'])), name='game_setup_known'),
                models.CheckConstraint(condition=models.Q(('visibility__in', ['public', 'private'])), name='game_visibility_known'),
                models.CheckConstraint(condition=models.Q(('press__in', ['full', 'rulebook', 'public', 'none'])), name='game_press_known'),
                models.CheckConstraint(condition=models.Q(('orders_watched_by__in', ['master', 'everyone'])), name='game_watch_known'),
                models.CheckConstraint(condition=models.Q(models.Q(models.Q(('status', 'finished'), _negated=True), ('ending', '')), models.Q(('status', 'finished'), models.Q(('ending', ''), _negated=True)), _connector='OR'), name='finished_game_ended_somehow'),
                models.CheckConstraint(condition=models.Q(('ending__in', ['', 'solo', 'draw', 'closed'])), name='game_ending_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('ending', 'solo'), ('winner__isnull', False)), models.Q(models.Q(('ending', 'solo'), _negated=True), ('winner', None)), _connector='OR'), name='solo_has_its_winner'),
            ],
        },
    ),
    migrations.CreateModel(
        name='RuleChange',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rule_changes', to='games.game')),
            ('field', models.CharField(max_length=60)),
            ('value', models.CharField(max_length=40)),
        ],
        options={
            'ordering': ['game_id', 'field'],
            'constraints': [
                models.UniqueConstraint(fields=('game', 'field'), name='one_rule_change_a_game_and_field'),
            ],
        },
    ),
    migrations.CreateModel(
        name='LobbyEntry',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.game')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL)),
            ('joined_at', models.DateTimeField()),
        ],
        options={
            'verbose_name_plural': 'entries',
            'ordering': ['joined_at', 'pk'],
            'constraints': [
                models.UniqueConstraint(fields=('game', 'person'), name='one_entry_a_person_and_game'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Mastership',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='masterships', to='games.game')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='masterships', to=settings.AUTH_USER_MODEL)),
            ('since', models.DateTimeField()),
            ('until', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['since', 'pk'],
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('until', None)), fields=('game', 'person'), name='one_mastership_a_person_and_game'),
            ],
        },
    ),
    migrations.CreateModel(
        name='GameSettings',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='settings_versions', to='games.game')),
            ('since', models.DateTimeField()),
            ('weekdays', models.PositiveSmallIntegerField(default=0)),
            ('at', models.TimeField(blank=True, null=True)),
            ('zone', models.CharField(blank=True, max_length=64)),
            ('least_hours', models.PositiveSmallIntegerField(default=0)),
            ('phase_hours', models.PositiveSmallIntegerField(blank=True, null=True)),
            ('window_hours', models.PositiveSmallIntegerField()),
            ('holidays', models.CharField(blank=True, help_text='The country whose public holidays are no deadlines.', max_length=2)),
            ('absence_cap_days', models.PositiveSmallIntegerField(default=0)),
            ('ready_minutes', models.PositiveSmallIntegerField(default=30)),
            ('on_missed', models.CharField(choices=[('none', 'The phase is resolved, and the power is in civil disorder'), ('grace', 'A grace period, then civil disorder'), ('extension', 'Once per game year, an extension to the next deadline, then civil disorder')], default='grace', max_length=10)),
            ('grace_hours', models.PositiveSmallIntegerField(default=24)),
            ('seats_open_to', models.CharField(choices=[('anyone', 'Anyone who can see the game'), ('invited', 'Anyone with the invitation link'), ('chosen', 'Only people chosen by the game master or an administrator')], default='anyone', max_length=10)),
        ],
        options={
            'ordering': ['game_id', 'pk'],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('on_missed__in', ['none', 'grace', 'extension'])), name='settings_on_missed_known'),
                models.CheckConstraint(condition=models.Q(('seats_open_to__in', ['anyone', 'invited', 'chosen'])), name='settings_seats_open_to_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('at', None), ('phase_hours__gte', 1), ('phase_hours__lte', 720), ('weekdays', 0), ('window_hours__lte', 720), ('zone', '')), models.Q(('at__isnull', False), ('least_hours__lte', 336), ('phase_hours', None), ('weekdays__gte', 1), ('weekdays__lte', 127), ('window_hours__lte', 168), models.Q(('zone', ''), _negated=True)), _connector='OR'), name='settings_is_timetable_or_lengths'),
                models.CheckConstraint(condition=models.Q(('absence_cap_days__lte', 30), ('grace_hours__gte', 1), ('grace_hours__lte', 168), ('ready_minutes__lte', 1440), ('window_hours__gte', 1)), name='settings_sane'),
            ],
        },
    ),
    migrations.CreateModel(
        name='SkippedDate',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('settings', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='skipped_dates', to='games.gamesettings')),
            ('date', models.DateField()),
        ],
        options={
            'ordering': ['settings_id', 'date'],
            'constraints': [
                models.UniqueConstraint(fields=('settings', 'date'), name='one_skip_a_settings_and_date'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Seat',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.game')),
            ('power', models.CharField(max_length=20)),
            ('place', models.PositiveSmallIntegerField(help_text='Its rank in the set-up’s list of powers.')),
            ('ready_phase', models.ForeignKey(blank=True, help_text='The phase that this seat wants to end sooner.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ready_seats', to='games.phase')),
            ('disorder_since', models.DateTimeField(blank=True, help_text='Since when nobody orders for it: civil disorder.', null=True)),
            ('lent_until', models.PositiveSmallIntegerField(blank=True, help_text='The last phase, by its number, that a stand-in plays.', null=True)),
            ('shares_draw', models.BooleanField(default=False)),
        ],
        options={
            'ordering': ['game_id', 'place'],
            'indexes': [
                models.Index(condition=models.Q(('disorder_since__isnull', False)), fields=['disorder_since'], name='games_civil_disorder'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('game', 'power'), name='one_seat_a_game_and_power'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Tenure',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tenures', to='games.seat')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tenures', to=settings.AUTH_USER_MODEL)),
            ('since', models.DateTimeField()),
            ('until', models.DateTimeField(blank=True, null=True)),
            ('ending', models.CharField(blank=True, choices=[('game_over', 'the game ended'), ('replaced', 'somebody took over'), ('resigned', 'gave it up'), ('lent', 'a stand-in plays for some phases'), ('returned', 'was a stand-in')], max_length=12)),
            ('stands_in_for', models.ForeignKey(blank=True, help_text='The person to whom the seat returns.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
        ],
        options={
            'ordering': ['since', 'pk'],
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('until', None)), fields=('seat',), name='one_open_tenure_a_seat'),
                models.CheckConstraint(condition=models.Q(('ending__in', ['', 'game_over', 'replaced', 'resigned', 'lent', 'returned'])), name='tenure_ending_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('ending', ''), ('until', None)), models.Q(('until__isnull', False), models.Q(('ending', ''), _negated=True)), _connector='OR'), name='tenure_ended_somehow'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Volunteer',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='volunteering', to=settings.AUTH_USER_MODEL)),
            ('since', models.DateTimeField()),
            ('remark', models.CharField(blank=True, max_length=200, verbose_name='note for the game masters')),
        ],
        options={
            'ordering': ['since', 'pk'],
        },
    ),
    migrations.CreateModel(
        name='Absence',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='absences', to='games.seat')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='absences', to=settings.AUTH_USER_MODEL)),
            ('first', models.DateField()),
            ('last', models.DateField()),
            ('announced_at', models.DateTimeField()),
            ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['seat_id', 'first', 'pk'],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('first__lte', models.F('last'))), name='absence_has_its_days_in_order'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Phase',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='phases', to='games.game')),
            ('number', models.PositiveSmallIntegerField()),
            ('code', models.CharField(max_length=8)),
            ('status', models.CharField(choices=[('open', 'taking orders'), ('resolved', 'resolved'), ('superseded', 'rolled back'), ('final', 'the end')], default='open', max_length=10)),
            ('settings', models.ForeignKey(help_text='What counts for this phase.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.gamesettings')),
            ('opened_at', models.DateTimeField()),
            ('deadline', models.DateTimeField(blank=True, help_text='What was promised. Empty: the clock is stopped.', null=True)),
            ('due_at', models.DateTimeField(blank=True, help_text='When it ends: the deadline, or sooner if all are ready.', null=True)),
            ('was_due_at', models.DateTimeField(blank=True, help_text='When it was to end, where its clock is stopped.', null=True)),
            ('revision', models.PositiveIntegerField(db_default=0, default=0, help_text='How often its end has moved, for calendars.')),
            ('revised_at', models.DateTimeField(blank=True, help_text='When its end moved last, for calendars.', null=True)),
            ('excused_at', models.DateTimeField(blank=True, help_text='When its deadline was put off for missing orders.', null=True)),
            ('remind_at', models.DateTimeField(blank=True, help_text='When to ask for missing orders next.', null=True)),
            ('resolved_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['game_id', 'number'],
            'indexes': [
                models.Index(condition=models.Q(('status', 'open')), fields=['due_at'], name='games_due_phases'),
                models.Index(condition=models.Q(('remind_at__isnull', False), ('status', 'open')), fields=['remind_at'], name='games_reminders'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('game', 'number'), name='one_phase_a_game_and_number'),
                models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('game',), name='one_open_phase_a_game'),
                models.UniqueConstraint(condition=models.Q(('status', 'superseded'), _negated=True), fields=('game', 'code'), name='one_phase_a_game_and_code'),
                models.CheckConstraint(condition=models.Q(('status__in', ['open', 'resolved', 'superseded', 'final'])), name='phase_status_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('status', 'resolved'), _negated=True), ('resolved_at__isnull', False), _connector='OR'), name='resolved_phase_has_its_time'),
                models.CheckConstraint(condition=models.Q(models.Q(('deadline', None), ('due_at', None)), ('due_at__lte', models.F('deadline')), _connector='OR'), name='phase_ends_by_its_deadline'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Unit',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='units', to='games.phase')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='units', to='games.seat')),
            ('type', models.CharField(max_length=1)),
            ('province', models.CharField(max_length=3)),
            ('coast', models.CharField(blank=True, max_length=2)),
            ('dislodged', models.BooleanField(default=False)),
            ('attacked_from', models.CharField(blank=True, max_length=3)),
            ('retreats', models.CharField(blank=True, max_length=200)),
        ],
        options={
            'ordering': ['phase_id', 'province', 'dislodged'],
            'constraints': [
                models.UniqueConstraint(fields=('phase', 'province', 'dislodged'), name='one_unit_a_province'),
                models.CheckConstraint(condition=models.Q(('type__in', ['A', 'F'])), name='unit_type_known'),
                models.CheckConstraint(condition=models.Q(('dislodged', True), models.Q(('attacked_from', ''), ('retreats', '')), _connector='OR'), name='only_dislodged_units_retreat'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Center',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='centers', to='games.phase')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='centers', to='games.seat')),
            ('province', models.CharField(max_length=3)),
        ],
        options={
            'ordering': ['phase_id', 'province'],
            'constraints': [
                models.UniqueConstraint(fields=('phase', 'province'), name='one_owner_a_phase_and_center'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Pause',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pauses', to='games.phase')),
            ('began_at', models.DateTimeField()),
            ('until', models.DateTimeField()),
            ('left', models.DurationField()),
            ('deadline', models.DateTimeField()),
            ('ended_at', models.DateTimeField(blank=True, null=True)),
            ('by', models.ForeignKey(blank=True, help_text='Empty: the players by a vote.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
        ],
        options={
            'ordering': ['phase_id', 'pk'],
            'indexes': [
                models.Index(condition=models.Q(('ended_at', None)), fields=['until'], name='games_running_pauses'),
            ],
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('phase',), name='one_running_pause_a_phase'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Order',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='games.phase')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='games.seat')),
            ('kind', models.CharField(max_length=10)),
            ('unit', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='games.unit')),
            ('province', models.CharField(blank=True, max_length=3, null=True)),
            ('number', models.PositiveSmallIntegerField(blank=True, null=True)),
            ('typed', models.CharField(blank=True, max_length=200, null=True)),
            ('text', models.CharField(max_length=40)),
            ('outcome', models.CharField(blank=True, max_length=12)),
            ('fate', models.CharField(blank=True, choices=[('', 'stays on the board'), ('dislodged', 'dislodged'), ('destroyed', 'dislodged with nowhere to go')], default='', max_length=10)),
            ('reason_code', models.CharField(blank=True, max_length=40)),
            ('reason_params', models.JSONField(blank=True, default=dict)),
        ],
        options={
            'ordering': ['phase_id', 'seat__place', 'pk'],
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('unit__isnull', False)), fields=('phase', 'unit'), name='one_order_a_phase_and_unit'),
                models.UniqueConstraint(condition=models.Q(('province__isnull', False)), fields=('phase', 'province'), name='one_build_a_phase_and_province'),
                models.UniqueConstraint(condition=models.Q(('number__isnull', False)), fields=('phase', 'seat', 'number'), name='one_waive_a_phase_seat_and_number'),
                models.CheckConstraint(condition=models.Q(('kind__in', ['hold', 'move', 'support', 'convoy', 'retreat', 'disband', 'build', 'waive'])), name='order_kind_known'),
                models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'succeeds', 'fails', 'illegal', 'invalid', 'given', 'cut', 'available', 'disrupted', 'stands'])), name='order_outcome_known'),
                models.CheckConstraint(condition=models.Q(('fate__in', ['dislodged', 'destroyed', ''])), name='order_fate_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('kind', 'build'), ('number', None), ('province__isnull', False), ('unit', None)), models.Q(('kind', 'waive'), ('number__isnull', False), ('province', None), ('unit', None)), models.Q(models.Q(('kind__in', ['build', 'waive']), _negated=True), ('number', None), ('province', None), ('unit__isnull', False)), _connector='OR'), name='order_names_what_it_orders'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Receipt',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='games.phase')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='games.seat')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to=settings.AUTH_USER_MODEL)),
            ('text', models.TextField()),
            ('saved_at', models.DateTimeField()),
            ('salt', models.CharField(max_length=32)),
            ('digest', models.CharField(max_length=64)),
        ],
        options={
            'ordering': ['phase_id', 'seat__place', 'pk'],
        },
    ),
    migrations.CreateModel(
        name='Vote',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='games.phase')),
            ('kind', models.CharField(choices=[('extend', 'Extend the deadline'), ('pause', 'Pause the game'), ('resume', 'Resume the game'), ('draw', 'Draw')], max_length=10)),
            ('days', models.PositiveSmallIntegerField(blank=True, help_text='By how much to put off, or how long to stop.', null=True)),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='games.seat')),
            ('made_at', models.DateTimeField()),
            ('closed_at', models.DateTimeField(blank=True, null=True)),
            ('outcome', models.CharField(blank=True, choices=[('passed', 'Passed'), ('failed', 'Failed')], max_length=10)),
        ],
        options={
            'ordering': ['phase_id', 'pk'],
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('phase',), name='one_open_vote_a_phase'),
                models.CheckConstraint(condition=models.Q(('kind__in', ['extend', 'pause', 'resume', 'draw'])), name='vote_kind_known'),
                models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'passed', 'failed'])), name='vote_outcome_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('days__gte', 1), ('days__lte', 14), ('kind__in', ['extend', 'pause'])), models.Q(('days', None), ('kind__in', ['resume', 'draw'])), _connector='OR'), name='vote_has_its_days'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Ballot',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('vote', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ballots', to='games.vote')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ballots', to='games.seat')),
            ('in_favour', models.BooleanField()),
            ('cast_at', models.DateTimeField()),
        ],
        options={
            'ordering': ['vote_id', 'pk'],
            'constraints': [
                models.UniqueConstraint(fields=('vote', 'seat'), name='one_ballot_a_vote_and_seat'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Thread',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='threads', to='games.game')),
            ('circle', models.CharField(blank=True, max_length=40)),
            ('title', models.CharField(blank=True, db_default='', max_length=80)),
            ('key', models.CharField(editable=False, help_text='Its name on pages.', max_length=32, null=True, unique=True)),
            ('phase', models.OneToOneField(blank=True, help_text='The phase whose report its messages discuss.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='discussion', to='games.phase')),
            ('opened_at', models.DateTimeField()),
            ('seats', models.ManyToManyField(blank=True, related_name='threads', to='games.seat')),
        ],
        options={
            'ordering': ['game_id', 'pk'],
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('title', '')), fields=('game', 'circle'), name='one_untitled_thread_a_game_and_circle'),
                models.CheckConstraint(condition=models.Q(models.Q(('key', None), ('title', '')), models.Q(models.Q(('title', ''), _negated=True), ('key__isnull', False)), _connector='OR'), name='titled_thread_has_its_key'),
                models.CheckConstraint(condition=models.Q(('phase', None), models.Q(('circle', ''), models.Q(('title', ''), _negated=True)), _connector='OR'), name='reports_are_discussed_in_public'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Message',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('thread', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='games.thread')),
            ('seat', models.ForeignKey(blank=True, help_text='Empty: the game master.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='games.seat')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to=settings.AUTH_USER_MODEL)),
            ('key', models.CharField(default=games.models.fields.new_key, editable=False, help_text='Its name on pages: its number would count what others write in private.', max_length=32, unique=True)),
            ('text', models.TextField(max_length=20000)),
            ('unsigned', models.BooleanField(db_default=False, default=False, help_text='Its readers are not told which power wrote it.')),
            ('sent_at', models.DateTimeField()),
            ('hidden_at', models.DateTimeField(blank=True, help_text='A public message may be hidden by a game master.', null=True)),
            ('request_key', models.UUIDField(help_text='Comes with the form that sends the message: sent twice, it is one.', unique=True)),
        ],
        options={
            'ordering': ['thread_id', 'pk'],
        },
    ),
    migrations.CreateModel(
        name='Bookmark',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('thread', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bookmarks', to='games.thread')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bookmarks', to=settings.AUTH_USER_MODEL)),
            ('message', models.ForeignKey(help_text='The newest one read.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.message')),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('thread', 'person'), name='one_bookmark_a_thread_and_person'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Mute',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mutes', to=settings.AUTH_USER_MODEL)),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mutes', to='games.seat')),
            ('since', models.DateTimeField()),
        ],
        options={
            'constraints': [
                models.UniqueConstraint(fields=('person', 'seat'), name='one_mute_a_person_and_seat'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Complaint',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('message', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='complaints', to='games.message')),
            ('person', models.ForeignKey(help_text='Who reported it: no page says so.', on_delete=django.db.models.deletion.PROTECT, related_name='complaints', to=settings.AUTH_USER_MODEL)),
            ('reason', models.CharField(max_length=500)),
            ('text', models.TextField()),
            ('made_at', models.DateTimeField()),
            ('closed_at', models.DateTimeField(blank=True, null=True)),
            ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('remark', models.CharField(blank=True, max_length=500)),
        ],
        options={
            'ordering': ['pk'],
            'indexes': [
                models.Index(condition=models.Q(('closed_at', None)), fields=['made_at'], name='games_open_complaints'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('message', 'person'), name='one_complaint_a_message_and_person'),
                models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('remark', '')), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False), models.Q(('remark', ''), _negated=True)), _connector='OR'), name='closed_complaint_says_by_whom_and_why'),
            ],
        },
    ),
    migrations.CreateModel(
        name='MemberProposal',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('thread', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='games.thread')),
            ('seat', models.ForeignKey(help_text='The seat that would join.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat')),
            ('proposer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('key', models.CharField(default=games.models.fields.new_key, editable=False, help_text='Its name on pages.', max_length=32, unique=True)),
            ('words', models.TextField(help_text='The message that the newcomer reads first.', max_length=20000)),
            ('with_past', models.BooleanField(help_text='Whether it reads what was written before.')),
            ('made_at', models.DateTimeField()),
            ('closed_at', models.DateTimeField(blank=True, null=True)),
            ('outcome', models.CharField(blank=True, choices=[('joined', 'all agreed'), ('refused', 'one did not'), ('lapsed', 'a seat changed hands before all had answered')], max_length=8)),
            ('unread_to', models.ForeignKey(blank=True, help_text='The newest message that the newcomer does not read.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.message')),
        ],
        options={
            'ordering': ['thread_id', 'pk'],
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('thread',), name='one_open_proposal_a_thread'),
                models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'joined', 'refused', 'lapsed'])), name='proposal_outcome_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('outcome', '')), models.Q(('closed_at__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='proposal_ended_somehow'),
                models.CheckConstraint(condition=models.Q(('unread_to', None), models.Q(('outcome', 'joined'), ('with_past', False)), _connector='OR'), name='who_joins_with_the_past_reads_all'),
            ],
        },
    ),
    migrations.CreateModel(
        name='MemberAnswer',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('proposal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='games.memberproposal')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('agrees', models.BooleanField()),
            ('at', models.DateTimeField()),
        ],
        options={
            'ordering': ['proposal_id', 'pk'],
            'constraints': [
                models.UniqueConstraint(fields=('proposal', 'seat'), name='one_answer_a_proposal_and_seat'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Event',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('kind', models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_closed', 'Game Closed'), ('taken_over', 'Taken Over'), ('extended', 'Extended'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('announced', 'Announced'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('message_hidden', 'Message Hidden'), ('message_shown', 'Message Shown'), ('webhook_added', 'Webhook Added'), ('webhook_off', 'Webhook Off'), ('vote_made', 'Vote Made'), ('vote_passed', 'Vote Passed'), ('vote_failed', 'Vote Failed'), ('looked_at', 'Looked At')], max_length=20)),
            ('at', models.DateTimeField()),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.game')),
            ('phase', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.phase')),
            ('seat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.seat')),
            ('actor', models.ForeignKey(blank=True, help_text='Empty: the system.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to=settings.AUTH_USER_MODEL)),
            ('subject', models.ForeignKey(blank=True, help_text='The person affected, if not the actor.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('vote', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.vote')),
            ('due_before', models.DateTimeField(blank=True, null=True)),
            ('due_after', models.DateTimeField(blank=True, help_text='The new deadline, or the end of a pause.', null=True)),
            ('text', models.TextField(blank=True, help_text='The reason, or what was announced.')),
        ],
        options={
            'ordering': ['game_id', 'pk'],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'phase_resolved', 'no_moves_received', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_closed', 'taken_over', 'extended', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'announced', 'civil_disorder', 'came_back', 'resigned', 'replaced', 'lent', 'seat_returned', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'message_hidden', 'message_shown', 'webhook_added', 'webhook_off', 'vote_made', 'vote_passed', 'vote_failed', 'looked_at'])), name='event_kind_known'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Notification',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('key', models.CharField(max_length=80)),
            ('kind', models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review')], max_length=16)),
            ('channel', models.CharField(choices=[('site', 'Site'), ('mail', 'Mail'), ('push', 'Push')], max_length=8)),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notifications', to='games.game')),
            ('phase', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notifications', to='games.phase')),
            ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notifications', to='games.message')),
            ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notifications', to='games.event')),
            ('created_at', models.DateTimeField()),
            ('send_at', models.DateTimeField(blank=True, null=True)),
            ('in_summary', models.BooleanField(db_default=False, default=False, help_text='Whether it waits for the daily summary.')),
            ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
            ('sent_at', models.DateTimeField(blank=True, null=True)),
            ('reached', models.ManyToManyField(related_name='+', to='games.browser')),
        ],
        options={
            'ordering': ['-created_at', '-pk'],
            'indexes': [
                models.Index(fields=['person', '-created_at'], name='games_notifications_of_person'),
                models.Index(condition=models.Q(('send_at__isnull', False)), fields=['send_at'], name='games_unsent_mail'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('key', 'person', 'channel'), name='told_once_by_each_channel'),
                models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint'])), name='notification_kind_known'),
                models.CheckConstraint(condition=models.Q(('channel__in', ['site', 'mail', 'push'])), name='notification_channel_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('channel', 'site'), _negated=True), models.Q(('attempts', 0), ('send_at', None), ('sent_at', None)), _connector='OR'), name='what_the_site_says_is_not_sent'),
                models.CheckConstraint(condition=models.Q(('channel', 'mail'), ('in_summary', False), _connector='OR'), name='only_mail_is_summed_up'),
            ],
        },
    ),
    migrations.CreateModel(
        name='MailChoice',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mail_choices', to=settings.AUTH_USER_MODEL)),
            ('kind', models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review')], max_length=16)),
            ('how', models.CharField(choices=[('at_once', 'at once'), ('without_text', 'at once, without the text'), ('summary', 'in a daily summary'), ('off', 'never')], max_length=12)),
        ],
        options={
            'ordering': ['person_id', 'kind'],
            'constraints': [
                models.UniqueConstraint(fields=('person', 'kind'), name='one_mail_choice_a_person_and_kind'),
                models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint'])), name='mail_choice_kind_known'),
                models.CheckConstraint(condition=models.Q(('how__in', ['at_once', 'without_text', 'summary', 'off'])), name='mail_choice_how_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('how', 'without_text'), _negated=True), ('kind', 'message'), _connector='OR'), name='only_messages_have_a_text_to_leave_out'),
                models.CheckConstraint(condition=models.Q(models.Q(('how', 'summary'), _negated=True), models.Q(('kind', 'reminder'), _negated=True), _connector='OR'), name='no_reminder_can_wait'),
            ],
        },
    ),
    migrations.CreateModel(
        name='PushOptOut',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='push_opt_outs', to=settings.AUTH_USER_MODEL)),
            ('kind', models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review')], max_length=16)),
        ],
        options={
            'ordering': ['person_id', 'kind'],
            'constraints': [
                models.UniqueConstraint(fields=('person', 'kind'), name='push_is_off_once_a_kind'),
                models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint'])), name='push_off_kind_known'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Browser',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='browsers', to=settings.AUTH_USER_MODEL)),
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
        name='Webhook',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='webhooks', to='games.game')),
            ('kind', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('mattermost', 'Mattermost'), ('discourse', 'Discourse'), ('json', 'a program of your own (signed JSON)')], max_length=12)),
            ('url', models.CharField(max_length=500)),
            ('secret', models.CharField(blank=True, max_length=200)),
            ('username', models.CharField(blank=True, help_text='Who posts, where that has to be said.', max_length=60)),
            ('topic', models.PositiveIntegerField(blank=True, help_text='The number of the topic in which to reply.', null=True)),
            ('language', models.CharField(choices=[('en', 'English'), ('es', 'Español'), ('it', 'Italiano'), ('bg', 'Български')], max_length=8)),
            ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('since', models.DateTimeField()),
            ('off_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['game_id', 'pk'],
            'indexes': [
                models.Index(condition=models.Q(('off_at', None)), fields=['game'], name='games_webhooks_on'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('kind__in', ['discord', 'slack', 'mattermost', 'discourse', 'json'])), name='webhook_kind_known'),
                models.CheckConstraint(condition=models.Q(models.Q(('kind', 'discourse'), ('off_at', None), _negated=True), models.Q(('topic__isnull', False), models.Q(('username', ''), _negated=True), models.Q(('secret', ''), _negated=True)), _connector='OR'), name='forum_webhook_knows_its_topic'),
                models.CheckConstraint(condition=models.Q(('off_at', None), models.Q(('secret', ''), ('url', ''), ('username', '')), _connector='OR'), name='webhook_that_is_off_keeps_no_address'),
                models.CheckConstraint(condition=models.Q(models.Q(('kind', 'json'), ('off_at', None), _negated=True), models.Q(('secret', ''), _negated=True), _connector='OR'), name='json_webhook_has_its_key'),
            ],
        },
    ),
    migrations.CreateModel(
        name='WebhookDelivery',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='games.webhook')),
            ('event', models.ForeignKey(blank=True, help_text='Empty: a test.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='games.event')),
            ('key', models.CharField(default=games.models.fields.new_key, editable=False, help_text='The same at each attempt, so that receivers know what they have.', max_length=32, unique=True)),
            ('created_at', models.DateTimeField()),
            ('send_at', models.DateTimeField(blank=True, null=True)),
            ('attempts', models.PositiveSmallIntegerField(default=0)),
            ('sent_at', models.DateTimeField(blank=True, null=True)),
            ('status', models.CharField(blank=True, max_length=12)),
        ],
        options={
            'ordering': ['webhook_id', 'pk'],
            'indexes': [
                models.Index(condition=models.Q(('send_at__isnull', False)), fields=['send_at'], name='games_unsent_deliveries'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('webhook', 'event'), name='one_delivery_a_webhook_and_event'),
                models.UniqueConstraint(condition=models.Q(('event', None), ('send_at__isnull', False)), fields=('webhook',), name='one_test_of_a_webhook_at_a_time'),
                models.CheckConstraint(condition=models.Q(('sent_at', None), ('send_at', None), _connector='OR'), name='what_was_posted_waits_no_more'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Heartbeat',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'constraints': [
                models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_heartbeat'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Outage',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('began_at', models.DateTimeField()),
            ('ended_at', models.DateTimeField()),
            ('made_up_until', models.DateTimeField()),
            ('done_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['-pk'],
        },
    ),
]


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(MODELS),
        migrations.RunPython(add_heartbeat, migrations.RunPython.noop),
        # Last: altering a table on SQLite drops its triggers.
        migrations.RunPython(guard, unguard),
    ]

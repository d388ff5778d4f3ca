"""All tables of the games, as generated from the models; then the heartbeat's row and triggers."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.fields
from games.core import audit

APPEND_ONLY = [
    "games_event",
    "games_receipt",
    "games_readingcorrection",
    "games_dismissedsharing",
    "accounts_suspension",
]


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
        name='Club',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('name', models.CharField(max_length=60, verbose_name='name')),
            ('name_key', models.CharField(editable=False, max_length=180, unique=True)),
            ('slug', models.SlugField(editable=False, max_length=80, unique=True)),
            ('about', models.CharField(blank=True, max_length=600, verbose_name='about the club')),
            ('is_listed', models.BooleanField(default=True, help_text='If not, only its members and people with its link can find it.', verbose_name='Listed for everyone')),
            ('invitation_key', models.CharField(default=games.models.fields.new_key, editable=False, max_length=32, unique=True)),
            ('created_at', models.DateTimeField()),
        ],
        options={
            'ordering': ['name', 'pk'],
        },
    ),
    migrations.CreateModel(
        name='ClubMembership',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('role', models.CharField(choices=[('member', 'member'), ('master', 'master of the club')], default='member', max_length=10)),
            ('joined_at', models.DateTimeField()),
            ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='games.club')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='club_memberships', to=settings.AUTH_USER_MODEL)),
        ],
        options={
            'ordering': ['joined_at', 'pk'],
            'constraints': [models.UniqueConstraint(fields=('club', 'person'), name='one_membership_a_club_and_person'), models.CheckConstraint(condition=models.Q(('role__in', ['member', 'master'])), name='club_role_known')],
        },
    ),
    migrations.CreateModel(
        name='Game',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('title', models.CharField(max_length=80, verbose_name='title')),
            ('slug', models.SlugField(editable=False, max_length=80, unique=True)),
            ('status', models.CharField(choices=[('lobby', 'waiting for players'), ('playing', 'in progress'), ('paused', 'paused'), ('aside', 'stopped'), ('finished', 'finished'), ('expired', 'not filled in time'), ('deleted', 'deleted before it began'), ('pattern', 'settings of a tournament')], default='lobby', max_length=10)),
            ('setup', models.CharField(default='standard', max_length=40, verbose_name='set-up')),
            ('rules', models.CharField(choices=[('2000', 'Rulebook of 2000'), ('2023', 'Rulebook of 2023'), ('1982', 'Rulebook of 1982'), ('1971', 'Rulebook of 1971'), ('italian', 'Italian rulebook'), ('datc', 'Preferences of the DATC’s author')], default='2000', max_length=20, verbose_name='edition of the rules')),
            ('allotment', models.CharField(choices=[('lot', 'At random'), ('wishes', 'By the players’ preferences'), ('master', 'The game master decides'), ('draw', 'By the draw of a tournament')], default='lot', max_length=10, verbose_name='assignment of powers')),
            ('visibility', models.CharField(choices=[('public', 'Public: listed and open to everyone'), ('private', 'Private: only for people with the invitation link')], default='public', max_length=10, verbose_name='who can join')),
            ('invitation_key', models.CharField(default=games.models.fields.new_key, editable=False, max_length=32)),
            ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games', to='games.club', verbose_name='club')),
            ('map_key', models.CharField(editable=False, help_text='In the addresses by which strangers see the maps of a private game.', max_length=32, null=True)),
            ('anonymous', models.BooleanField(default=False, verbose_name='players’ names are hidden until the game is over')),
            ('orders_watched_by', models.CharField(choices=[('master', 'Only the game master (nobody, if there is none)'), ('everyone', 'Everyone')], default='master', max_length=10, verbose_name='who can see which powers have given orders')),
            ('confirms_mail', models.BooleanField(db_default=False, default=False, help_text='Otherwise clear orders from a player’s own address are saved at once.', verbose_name='orders by email must be confirmed on the site')),
            ('orders_by_master', models.BooleanField(default=False, help_text='Only for players without an account, and for players who switch it on. The game master reads the orders of these powers.', verbose_name='the game master can enter orders that players send by email or in a forum')),
            ('no_machine_help', models.BooleanField(default=True, help_text='The sandbox does not search for replies to orders of this game’s running phases. A pasted position can’t be stopped.', verbose_name='no machine help')),
            ('least_reliability', models.PositiveSmallIntegerField(blank=True, help_text='If empty, anyone can join. It doesn’t change who can take over a seat.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)], verbose_name='least reliability of players, in percent')),
            ('refuses_new_players', models.BooleanField(db_default=False, default=False, help_text='Only matters where a least reliability is set.', verbose_name='people who are too new for a number can’t join')),
            ('rated', models.BooleanField(db_default=True, default=True, help_text='Once it can no longer be undone. Until then, no rating changes.', verbose_name='the result counts in the ratings')),
            ('practice', models.BooleanField(db_default=False, default=False, editable=False, help_text='Of one person against bots: it counts nowhere, and notifies nobody.')),
            ('press', models.CharField(choices=[('full', 'Full: private and public messages at any time'), ('rulebook', 'Rulebook: no messages during retreats and adjustments'), ('public', 'Public messages only'), ('none', 'No messages until the game is over')], db_default='full', default='full', max_length=10, verbose_name='press')),
            ('unsigned_messages', models.BooleanField(db_default=False, default=False, help_text='Nobody ever learns which power wrote them.', verbose_name='public messages can be unsigned')),
            ('messages_open_at_end', models.BooleanField(db_default=False, default=False, help_text='Otherwise they stay private.', verbose_name='when the game is over, everyone can read its private messages')),
            ('successors_read_messages', models.BooleanField(default=False, help_text='Otherwise a new player can read only messages written from then on.', verbose_name='a new player in a seat can read its earlier messages')),
            ('solo_centers', models.PositiveSmallIntegerField(blank=True, help_text='If empty, the number in the set-up.', null=True, verbose_name='centers needed to win')),
            ('solo_after', models.CharField(choices=[('fall', 'After each fall'), ('phase', 'After every phase')], default='fall', max_length=10, verbose_name='when centers are counted')),
            ('solo_of', models.CharField(choices=[('setup', 'As in the set-up'), ('power', 'One power’s centers'), ('player', 'The centers of all powers of a player together')], default='setup', max_length=10, verbose_name='whose centers count')),
            ('votes_on_end', models.BooleanField(default=True, verbose_name='players can vote for a draw or a concession')),
            ('votes_on_extensions', models.BooleanField(default=False, help_text='More than half must agree. Without a game master they always can.', verbose_name='players can vote to extend a deadline')),
            ('draw_shared_by', models.CharField(choices=[('all', 'All surviving powers (DIAS)'), ('named', 'The powers named in the proposal')], default='all', max_length=10, verbose_name='powers that share a draw')),
            ('secret_votes', models.BooleanField(default=False, help_text='They are counted when a phase ends. Nobody ever learns how anyone voted.', verbose_name='votes on the end are secret')),
            ('votes_stand', models.BooleanField(default=False, help_text='Otherwise it ends with its phase.', verbose_name='a vote on the end stays open until it is decided or withdrawn')),
            ('stalemate_years', models.PositiveSmallIntegerField(blank=True, help_text='If empty, never. The players vote on the proposal.', null=True, verbose_name='years with no change of centers before the site proposes a draw')),
            ('ends', models.CharField(choices=[('never', 'No limit'), ('year', 'After a certain game year'), ('years', 'After a certain number of game years'), ('turns', 'After a certain number of movement turns'), ('date', 'With the first fall resolved after a date')], default='never', max_length=10, verbose_name='limit')),
            ('ends_after', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='year, or number of years or turns')),
            ('ends_on', models.DateField(blank=True, null=True, verbose_name='date of the limit')),
            ('ends_with', models.CharField(choices=[('centers', 'Most centers win'), ('units', 'Most units win'), ('draw', 'A draw of all surviving powers'), ('shares', 'A draw, shared by centers')], default='centers', max_length=10, verbose_name='result at the limit')),
            ('provisional_days', models.PositiveSmallIntegerField(default=2, help_text='From 0 to 7. Until then, hidden names and private messages stay hidden.', verbose_name='days to undo the end')),
            ('publish_hours', models.PositiveSmallIntegerField(blank=True, help_text='The results come out when the game master publishes them, after this time at the latest. If empty, they come out at the deadline.', null=True, verbose_name='hours for the game master to check results')),
            ('house_rules', models.TextField(blank=True, help_text='Everyone who joins must accept them. Afterwards they can only be changed if all players agree.', max_length=5000, verbose_name='house rules')),
            ('house_rules_since', models.PositiveIntegerField(editable=False, help_text='The number of the first phase to which they apply, if they were amended.', null=True)),
            ('language', models.CharField(choices=[('en', 'English'), ('es', 'Español'), ('it', 'Italiano'), ('bg', 'Български')], default='en', help_text='The language the players write in.', max_length=8, verbose_name='language')),
            ('coin_hand', models.PositiveSmallIntegerField(editable=False, help_text='The hand of seats that won the coin of the set-up, once it is tossed.', null=True)),
            ('request_key', models.UUIDField(editable=False, help_text='Comes with the form that makes the game: sent twice, it makes one game.', unique=True)),
            ('lobby_closes_at', models.DateTimeField()),
            ('starts_at', models.DateTimeField(blank=True, help_text='When a live game begins, with the people who are there then.', null=True)),
            ('created_at', models.DateTimeField()),
            ('started_at', models.DateTimeField(blank=True, null=True)),
            ('ended_at', models.DateTimeField(blank=True, null=True)),
            ('ending', models.CharField(blank=True, choices=[('solo', 'won by one power'), ('conceded', 'conceded to one power'), ('limit', 'ended at the limit'), ('draw', 'a draw'), ('closed', 'closed by the game master'), ('abandoned', 'abandoned by its players')], max_length=10)),
            ('final_at', models.DateTimeField(blank=True, help_text='When the end can no longer be undone.', null=True)),
            ('error', models.TextField(blank=True, help_text='Why the game was set aside, for its master.')),
            ('imported_at', models.DateTimeField(blank=True, help_text='When its history came from elsewhere (see `archive`).', null=True)),
            ('imported_from', models.CharField(blank=True, db_default='', help_text='The site or the format that it came from.', max_length=200)),
            ('settings', models.ForeignKey(editable=False, help_text='What counts from the next phase on.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.gamesettings')),
        ],
        options={
            'ordering': ['-created_at', '-pk'],
            'indexes': [models.Index(condition=models.Q(('status', 'lobby')), fields=['lobby_closes_at'], name='games_open_lobbies'), models.Index(fields=['status', '-created_at'], name='games_by_status')],
            'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['lobby', 'playing', 'paused', 'aside', 'finished', 'expired', 'deleted', 'pattern'])), name='game_status_known'), models.CheckConstraint(condition=models.Q(('rules__in', ['2000', '2023', '1982', '1971', 'italian', 'datc'])), name='game_rules_known'), models.CheckConstraint(condition=models.Q(('allotment__in', ['lot', 'wishes', 'master', 'draw'])), name='game_allotment_known'), models.CheckConstraint(condition=models.Q(('visibility__in', ['public', 'private'])), name='game_visibility_known'), models.CheckConstraint(condition=models.Q(('press__in', ['full', 'rulebook', 'public', 'none'])), name='game_press_known'), models.CheckConstraint(condition=models.Q(('orders_watched_by__in', ['master', 'everyone'])), name='game_watch_known'), models.CheckConstraint(condition=models.Q(models.Q(models.Q(('status', 'finished'), _negated=True), ('ending', '')), models.Q(('status', 'finished'), models.Q(('ending', ''), _negated=True)), _connector='OR'), name='finished_game_ended_somehow'), models.CheckConstraint(condition=models.Q(('ending__in', ['', 'solo', 'conceded', 'limit', 'draw', 'closed', 'abandoned'])), name='game_ending_known'), models.CheckConstraint(condition=models.Q(('least_reliability', None), ('least_reliability__range', (1, 100)), _connector='OR'), name='game_least_reliability_sane'), models.CheckConstraint(condition=models.Q(('solo_after__in', ['fall', 'phase'])), name='game_solo_after_known'), models.CheckConstraint(condition=models.Q(('solo_of__in', ['setup', 'power', 'player'])), name='game_solo_of_known'), models.CheckConstraint(condition=models.Q(('draw_shared_by__in', ['all', 'named'])), name='game_draw_shared_by_known'), models.CheckConstraint(condition=models.Q(('final_at', None), ('status', 'finished'), _connector='OR'), name='only_an_end_becomes_final'), models.CheckConstraint(condition=models.Q(('provisional_days__lte', 7)), name='game_provisional_days_sane'), models.CheckConstraint(condition=models.Q(('stalemate_years', None), models.Q(('stalemate_years__gte', 1), ('stalemate_years__lte', 20)), _connector='OR'), name='game_stalemate_years_sane'), models.CheckConstraint(condition=models.Q(('publish_hours', None), models.Q(('publish_hours__gte', 1), ('publish_hours__lte', 168)), _connector='OR'), name='game_publish_hours_sane'), models.CheckConstraint(condition=models.Q(('practice', False), models.Q(('rated', False), ('visibility', 'private')), _connector='OR'), name='practice_is_private_and_unrated'), models.CheckConstraint(condition=models.Q(('ends_with__in', ['centers', 'units', 'draw', 'shares'])), name='game_ends_with_known'), models.CheckConstraint(condition=models.Q(('solo_centers', None), ('solo_centers__gte', 5), _connector='OR'), name='game_solo_centers_sane'), models.CheckConstraint(condition=models.Q(models.Q(('ends', 'never'), ('ends_after', None), ('ends_on', None)), models.Q(('ends__in', ['year', 'years', 'turns']), ('ends_after__gte', 1), ('ends_on', None)), models.Q(('ends', 'date'), ('ends_after', None), ('ends_on__isnull', False)), _connector='OR'), name='game_ends_at_its_limit')],
        },
    ),
    migrations.CreateModel(
        name='RuleChange',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rule_changes', to='games.game')),
            ('field', models.CharField(max_length=60)),
            ('value', models.CharField(max_length=40)),
            ('since', models.PositiveIntegerField(default=0)),
        ],
        options={
            'ordering': ['game_id', 'field'],
            'constraints': [models.UniqueConstraint(fields=('game', 'field', 'since'), name='one_rule_change_a_game_field_and_phase')],
            'indexes': [],
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
            'constraints': [models.UniqueConstraint(condition=models.Q(('until', None)), fields=('game', 'person'), name='one_mastership_a_person_and_game')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='DeclaredPlayer',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='declared_players', to='games.game')),
            ('hand', models.PositiveSmallIntegerField(blank=True, null=True)),
            ('name', models.CharField(blank=True, help_text='Empty: removed.', max_length=40)),
            ('email', models.EmailField(blank=True, max_length=254)),
            ('owner_digest', models.CharField(blank=True, editable=False, help_text='A keyed hash of the last address: its owner may remove the name at any time.', max_length=64)),
            ('asked_at', models.DateTimeField(blank=True, help_text='When the address was last asked to confirm itself.', null=True)),
            ('confirmed_at', models.DateTimeField(blank=True, null=True)),
            ('told_phase', models.PositiveSmallIntegerField(default=0, help_text='The last resolved phase, by its number, whose results were sent.')),
            ('addresses_renewed', models.PositiveSmallIntegerField(default=0, editable=False, help_text='How often the owner of the address got new addresses for orders.')),
            ('invitation_key', models.CharField(editable=False, help_text='In the link by which the person takes the seat with an account.', max_length=32, null=True, unique=True)),
            ('declared_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('since', models.DateTimeField()),
            ('until', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['since', 'pk'],
            'indexes': [models.Index(condition=models.Q(('email', ''), _negated=True), fields=['email'], name='games_declared_by_address')],
            'constraints': [models.UniqueConstraint(condition=models.Q(('hand__isnull', False), ('until', None)), fields=('game', 'hand'), name='one_declared_player_a_hand'), models.CheckConstraint(condition=models.Q(('confirmed_at', None), models.Q(('email', ''), _negated=True), _connector='OR'), name='only_an_address_is_confirmed')],
        },
    ),
    migrations.CreateModel(
        name='AddressRequest',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('digest', models.CharField(db_index=True, max_length=64)),
            ('at', models.DateTimeField()),
            ('by', models.ForeignKey(blank=True, help_text='The game master who asked. Empty: refused.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('refused', models.BooleanField(default=False)),
        ],
        options={
            'ordering': ['at', 'pk'],
            'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('by', None), ('refused', True)), models.Q(('by__isnull', False), ('refused', False)), _connector='OR'), name='address_request_is_of_somebody_or_refused')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='Seat',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.game')),
            ('power', models.CharField(max_length=20)),
            ('place', models.PositiveSmallIntegerField(help_text='Its rank in the set-up’s list of powers.')),
            ('hand', models.PositiveSmallIntegerField(blank=True, help_text='The rank of the person’s powers in the set-up. Empty: nobody plays this power.', null=True)),
            ('ready_phase', models.ForeignKey(blank=True, help_text='The phase that this seat wants to end sooner.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ready_seats', to='games.phase')),
            ('disorder_since', models.DateTimeField(blank=True, help_text='Since when nobody orders for it: civil disorder.', null=True)),
            ('lent_until', models.PositiveSmallIntegerField(blank=True, help_text='The last phase, by its number, that a stand-in plays.', null=True)),
            ('result', models.CharField(blank=True, choices=[('won', 'won the game'), ('drew', 'shares a draw')], help_text='Empty while the game goes on, and for the powers that lost.', max_length=10)),
            ('imported_name', models.CharField(blank=True, help_text='The last player of an imported game: a text, never an account.', max_length=80, null=True)),
            ('accepts_end', models.BooleanField(default=False, help_text='Whether its player waives the time in which the end can be undone.')),
        ],
        options={
            'ordering': ['game_id', 'place'],
            'indexes': [models.Index(condition=models.Q(('disorder_since__isnull', False)), fields=['disorder_since'], name='games_civil_disorder')],
            'constraints': [models.UniqueConstraint(fields=('game', 'power'), name='one_seat_a_game_and_power'), models.CheckConstraint(condition=models.Q(('hand__isnull', False), models.Q(('disorder_since', None), ('ready_phase', None)), _connector='OR'), name='neutral_seat_has_nothing_to_order'), models.CheckConstraint(condition=models.Q(('result__in', ['', 'won', 'drew'])), name='seat_result_known')],
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
            ('lets_master_order', models.BooleanField(default=False, help_text='Whether the person lets a game master enter the orders.')),
        ],
        options={
            'ordering': ['since', 'pk'],
            'constraints': [models.UniqueConstraint(condition=models.Q(('until', None)), fields=('seat',), name='one_open_tenure_a_seat'), models.CheckConstraint(condition=models.Q(('ending__in', ['', 'game_over', 'replaced', 'resigned', 'lent', 'returned'])), name='tenure_ending_known'), models.CheckConstraint(condition=models.Q(models.Q(('ending', ''), ('until', None)), models.Q(('until__isnull', False), models.Q(('ending', ''), _negated=True)), _connector='OR'), name='tenure_ended_somehow')],
            'indexes': [],
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
            'indexes': [],
            'constraints': [],
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
            ('opened_at', models.DateTimeField()),
            ('deadline', models.DateTimeField(blank=True, help_text='What was promised. Empty: the clock is stopped.', null=True)),
            ('due_at', models.DateTimeField(blank=True, help_text='When it ends: the deadline, or sooner if all are ready.', null=True)),
            ('was_due_at', models.DateTimeField(blank=True, help_text='When it was to end, where its clock is stopped.', null=True)),
            ('revision', models.PositiveIntegerField(db_default=0, default=0, help_text='How often its end has moved, for calendars.')),
            ('revised_at', models.DateTimeField(blank=True, help_text='When its end moved last, for calendars.', null=True)),
            ('excused_at', models.DateTimeField(blank=True, help_text='When its deadline was put off for missing orders.', null=True)),
            ('remind_at', models.DateTimeField(blank=True, help_text='When to ask for missing orders next.', null=True)),
            ('closed_at', models.DateTimeField(blank=True, help_text='Since when it takes no orders and waits for its results to be published.', null=True)),
            ('previewed_at', models.DateTimeField(blank=True, help_text='When a game master first looked at the results.', null=True)),
            ('resolved_at', models.DateTimeField(blank=True, null=True)),
            ('settings', models.ForeignKey(help_text='What counts for this phase.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.gamesettings')),
        ],
        options={
            'ordering': ['game_id', 'number'],
            'indexes': [models.Index(condition=models.Q(('status', 'open')), fields=['due_at'], name='games_due_phases'), models.Index(condition=models.Q(('remind_at__isnull', False), ('status', 'open')), fields=['remind_at'], name='games_reminders')],
            'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_phase_a_game_and_number'), models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('game',), name='one_open_phase_a_game'), models.UniqueConstraint(condition=models.Q(('status', 'superseded'), _negated=True), fields=('game', 'code'), name='one_phase_a_game_and_code'), models.CheckConstraint(condition=models.Q(('status__in', ['open', 'resolved', 'superseded', 'final'])), name='phase_status_known'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'resolved'), _negated=True), ('resolved_at__isnull', False), _connector='OR'), name='resolved_phase_has_its_time'), models.CheckConstraint(condition=models.Q(models.Q(('deadline', None), ('due_at', None)), ('due_at__lte', models.F('deadline')), models.Q(('closed_at__isnull', False), ('due_at__isnull', False)), _connector='OR'), name='phase_ends_by_its_deadline'), models.CheckConstraint(condition=models.Q(('previewed_at', None), ('closed_at__isnull', False), _connector='OR'), name='only_a_closed_phase_is_previewed')],
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
            'constraints': [models.UniqueConstraint(fields=('phase', 'province', 'dislodged'), name='one_unit_a_province'), models.CheckConstraint(condition=models.Q(('type__in', ['A', 'F'])), name='unit_type_known'), models.CheckConstraint(condition=models.Q(('dislodged', True), models.Q(('attacked_from', ''), ('retreats', '')), _connector='OR'), name='only_dislodged_units_retreat')],
            'indexes': [],
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
            'constraints': [models.UniqueConstraint(fields=('phase', 'province'), name='one_owner_a_phase_and_center')],
            'indexes': [],
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
            ('is_rest', models.BooleanField(default=False, help_text='Whether it waits for a player because all have left the game.')),
        ],
        options={
            'ordering': ['phase_id', 'pk'],
            'indexes': [models.Index(condition=models.Q(('ended_at', None)), fields=['until'], name='games_running_pauses')],
            'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('phase',), name='one_running_pause_a_phase')],
        },
    ),
    migrations.CreateModel(
        name='Vote',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='games.phase')),
            ('kind', models.CharField(choices=[('extend', 'Extend the deadline'), ('pause', 'Pause the game'), ('resume', 'Resume the game'), ('draw', 'Draw'), ('concede', 'Concede to a power'), ('amend', 'Amend the house rules')], max_length=10)),
            ('days', models.PositiveSmallIntegerField(blank=True, help_text='By how much to put off, or how long to stop.', null=True)),
            ('seat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='games.seat')),
            ('winner', models.ForeignKey(blank=True, help_text='The power to which all others concede the game.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat')),
            ('made_at', models.DateTimeField()),
            ('closed_at', models.DateTimeField(blank=True, null=True)),
            ('outcome', models.CharField(blank=True, choices=[('passed', 'Passed'), ('failed', 'Failed'), ('withdrawn', 'Withdrawn')], max_length=10)),
        ],
        options={
            'ordering': ['phase_id', 'pk'],
            'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('phase', 'seat'), name='one_open_vote_a_phase_and_seat'), models.CheckConstraint(condition=models.Q(('kind__in', ['extend', 'pause', 'resume', 'draw', 'concede', 'amend'])), name='vote_kind_known'), models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'passed', 'failed', 'withdrawn'])), name='vote_outcome_known'), models.CheckConstraint(condition=models.Q(models.Q(('days__gte', 1), ('days__lte', 14), ('kind__in', ['extend', 'pause'])), models.Q(('days', None), ('kind__in', ['resume', 'draw', 'concede', 'amend'])), _connector='OR'), name='vote_has_its_days'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'concede'), ('winner__isnull', False)), models.Q(models.Q(('kind', 'concede'), _negated=True), ('winner', None)), _connector='OR'), name='concession_has_its_winner')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='Sharer',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('vote', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sharers', to='games.vote')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat')),
        ],
        options={
            'ordering': ['vote_id', 'seat__place'],
            'constraints': [models.UniqueConstraint(fields=('vote', 'seat'), name='one_sharer_a_vote_and_seat')],
            'indexes': [],
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
            'constraints': [models.UniqueConstraint(fields=('vote', 'seat'), name='one_ballot_a_vote_and_seat')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='Amendment',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('vote', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='amendment', to='games.vote')),
            ('house_rules', models.TextField(blank=True, max_length=5000)),
            ('house_rules_before', models.TextField(blank=True, max_length=5000)),
            ('since', models.PositiveIntegerField(blank=True, null=True)),
        ],
        options={
            'ordering': ['vote_id'],
            'indexes': [],
            'constraints': [],
        },
    ),
    migrations.CreateModel(
        name='AmendedRule',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('amendment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rules', to='games.amendment')),
            ('field', models.CharField(max_length=60)),
            ('before', models.CharField(max_length=40)),
            ('value', models.CharField(max_length=40)),
        ],
        options={
            'ordering': ['amendment_id', 'field'],
            'constraints': [models.UniqueConstraint(fields=('amendment', 'field'), name='one_rule_an_amendment_and_field')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='Event',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('kind', models.CharField(choices=[('game_created', 'Game Created'), ('joined', 'Joined'), ('left', 'Left'), ('removed', 'Removed'), ('lobby_expired', 'Lobby Expired'), ('lobby_full', 'Lobby Full'), ('game_deleted', 'Game Deleted'), ('allotment_changed', 'Allotment Changed'), ('place_freed', 'Place Freed'), ('powers_by_lot', 'Powers By Lot'), ('powers_by_wishes', 'Powers By Wishes'), ('powers_by_master', 'Powers By Master'), ('powers_by_draw', 'Powers By Draw'), ('game_begun', 'Game Begun'), ('orders_saved', 'Orders Saved'), ('ready', 'Ready'), ('not_ready', 'Not Ready'), ('all_ready', 'All Ready'), ('orders_closed', 'Orders Closed'), ('previewed', 'Previewed'), ('reading_corrected', 'Reading Corrected'), ('published', 'Published'), ('phase_resolved', 'Phase Resolved'), ('no_moves_received', 'No Moves Received'), ('late_orders', 'Late Orders'), ('missed_turn', 'Missed Turn'), ('game_set_aside', 'Game Set Aside'), ('game_resumed', 'Game Resumed'), ('game_won', 'Game Won'), ('game_drawn', 'Game Drawn'), ('game_ended', 'Game Ended'), ('game_conceded', 'Game Conceded'), ('game_closed', 'Game Closed'), ('game_abandoned', 'Game Abandoned'), ('game_reopened', 'Game Reopened'), ('end_accepted', 'End Accepted'), ('end_final', 'End Final'), ('game_rests', 'Game Rests'), ('taken_over', 'Taken Over'), ('coin_tossed', 'Coin Tossed'), ('extended', 'Extended'), ('shortened', 'Shortened'), ('hurried', 'Hurried'), ('paused', 'Paused'), ('unpaused', 'Unpaused'), ('grace_given', 'Grace Given'), ('made_up', 'Made Up'), ('settings_changed', 'Settings Changed'), ('renamed', 'Renamed'), ('amended', 'Amended'), ('announced', 'Announced'), ('commented', 'Commented'), ('comment_changed', 'Comment Changed'), ('nudged', 'Nudged'), ('civil_disorder', 'Civil Disorder'), ('came_back', 'Came Back'), ('resigned', 'Resigned'), ('invited', 'Invited'), ('declined', 'Declined'), ('invitation_ended', 'Invitation Ended'), ('replaced', 'Replaced'), ('lent', 'Lent'), ('seat_returned', 'Seat Returned'), ('declared', 'Declared'), ('place_declared', 'Place Declared'), ('place_withdrawn', 'Place Withdrawn'), ('undeclared', 'Undeclared'), ('master_orders', 'Master Orders'), ('player_orders', 'Player Orders'), ('absence', 'Absence'), ('absence_withdrawn', 'Absence Withdrawn'), ('master_joined', 'Master Joined'), ('master_left', 'Master Left'), ('rolled_back', 'Rolled Back'), ('corrected', 'Corrected'), ('maps_shown', 'Maps Shown'), ('maps_hidden', 'Maps Hidden'), ('message_hidden', 'Message Hidden'), ('message_shown', 'Message Shown'), ('webhook_added', 'Webhook Added'), ('webhook_off', 'Webhook Off'), ('vote_made', 'Vote Made'), ('stalemate', 'Stalemate'), ('vote_passed', 'Vote Passed'), ('vote_failed', 'Vote Failed'), ('vote_withdrawn', 'Vote Withdrawn'), ('looked_at', 'Looked At'), ('imported', 'Imported')], max_length=20)),
            ('at', models.DateTimeField()),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.game')),
            ('phase', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.phase')),
            ('seat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.seat')),
            ('actor', models.ForeignKey(blank=True, help_text='Empty: the system.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to=settings.AUTH_USER_MODEL)),
            ('subject', models.ForeignKey(blank=True, help_text='The person affected, if not the actor.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('imported_actor', models.CharField(blank=True, max_length=80, null=True)),
            ('imported_subject', models.CharField(blank=True, max_length=80, null=True)),
            ('vote', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.vote')),
            ('due_before', models.DateTimeField(blank=True, null=True)),
            ('due_after', models.DateTimeField(blank=True, help_text='The new deadline, the end of a pause, or when late orders were entered.', null=True)),
            ('text', models.TextField(blank=True, help_text='The reason, or what was announced.')),
        ],
        options={
            'ordering': ['game_id', 'pk'],
            'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['game_created', 'joined', 'left', 'removed', 'lobby_expired', 'lobby_full', 'game_deleted', 'allotment_changed', 'place_freed', 'powers_by_lot', 'powers_by_wishes', 'powers_by_master', 'powers_by_draw', 'game_begun', 'orders_saved', 'ready', 'not_ready', 'all_ready', 'orders_closed', 'previewed', 'reading_corrected', 'published', 'phase_resolved', 'no_moves_received', 'late_orders', 'missed_turn', 'game_set_aside', 'game_resumed', 'game_won', 'game_drawn', 'game_ended', 'game_conceded', 'game_closed', 'game_abandoned', 'game_reopened', 'end_accepted', 'end_final', 'game_rests', 'taken_over', 'coin_tossed', 'extended', 'shortened', 'hurried', 'paused', 'unpaused', 'grace_given', 'made_up', 'settings_changed', 'renamed', 'amended', 'announced', 'commented', 'comment_changed', 'nudged', 'civil_disorder', 'came_back', 'resigned', 'invited', 'declined', 'invitation_ended', 'replaced', 'lent', 'seat_returned', 'declared', 'place_declared', 'place_withdrawn', 'undeclared', 'master_orders', 'player_orders', 'absence', 'absence_withdrawn', 'master_joined', 'master_left', 'rolled_back', 'corrected', 'maps_shown', 'maps_hidden', 'message_hidden', 'message_shown', 'webhook_added', 'webhook_off', 'vote_made', 'stalemate', 'vote_passed', 'vote_failed', 'vote_withdrawn', 'looked_at', 'imported'])), name='event_kind_known')],
            'indexes': [],
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
            ('entered_by', models.ForeignKey(blank=True, help_text='The game master who entered it for the player. Empty: the player, or the rules.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('outcome', models.CharField(blank=True, max_length=12)),
            ('fate', models.CharField(blank=True, choices=[('', 'stays on the board'), ('dislodged', 'dislodged'), ('destroyed', 'dislodged with nowhere to go')], default='', max_length=10)),
            ('reason_code', models.CharField(blank=True, max_length=40)),
            ('reason_params', models.JSONField(blank=True, default=dict)),
        ],
        options={
            'ordering': ['phase_id', 'seat__place', 'pk'],
            'constraints': [models.UniqueConstraint(condition=models.Q(('unit__isnull', False)), fields=('phase', 'unit'), name='one_order_a_phase_and_unit'), models.UniqueConstraint(condition=models.Q(('province__isnull', False)), fields=('phase', 'province'), name='one_build_a_phase_and_province'), models.UniqueConstraint(condition=models.Q(('number__isnull', False)), fields=('phase', 'seat', 'number'), name='one_waive_a_phase_seat_and_number'), models.CheckConstraint(condition=models.Q(('kind__in', ['hold', 'move', 'support', 'convoy', 'retreat', 'disband', 'build', 'waive'])), name='order_kind_known'), models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'succeeds', 'fails', 'illegal', 'invalid', 'given', 'cut', 'available', 'disrupted', 'stands'])), name='order_outcome_known'), models.CheckConstraint(condition=models.Q(('fate__in', ['dislodged', 'destroyed', ''])), name='order_fate_known'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'build'), ('number', None), ('province__isnull', False), ('unit', None)), models.Q(('kind', 'waive'), ('number__isnull', False), ('province', None), ('unit', None)), models.Q(models.Q(('kind__in', ['build', 'waive']), _negated=True), ('number', None), ('province', None), ('unit__isnull', False)), _connector='OR'), name='order_names_what_it_orders')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='ReadingCorrection',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reading_corrections', to='games.phase')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reading_corrections', to='games.seat')),
            ('by', models.ForeignKey(blank=True, help_text='Empty: of an imported game.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reading_corrections', to=settings.AUTH_USER_MODEL)),
            ('imported_by', models.CharField(blank=True, max_length=80)),
            ('at', models.DateTimeField()),
            ('typed', models.CharField(max_length=200)),
            ('before', models.CharField(max_length=40)),
            ('after', models.CharField(max_length=40)),
            ('reason', models.TextField()),
        ],
        options={
            'ordering': ['phase_id', 'seat__place', 'pk'],
            'indexes': [],
            'constraints': [],
        },
    ),
    migrations.CreateModel(
        name='Receipt',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='games.phase')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='games.seat')),
            ('person', models.ForeignKey(blank=True, help_text='Empty: the seat’s player without an account, by mail.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to=settings.AUTH_USER_MODEL)),
            ('on_behalf', models.BooleanField(default=False, help_text='Whether a game master saved it for the player.')),
            ('text', models.TextField()),
            ('source', models.TextField(blank=True, default='')),
            ('saved_at', models.DateTimeField()),
            ('salt', models.CharField(max_length=32)),
            ('digest', models.CharField(max_length=64)),
        ],
        options={
            'ordering': ['phase_id', 'seat__place', 'pk'],
            'indexes': [],
            'constraints': [models.CheckConstraint(condition=models.Q(('person__isnull', False), ('on_behalf', False), _connector='OR'), name='receipt_on_behalf_is_of_a_master')],
        },
    ),
    migrations.CreateModel(
        name='MailKey',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('tenure', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='mail_key', to='games.tenure')),
            ('key', models.CharField(max_length=26, unique=True)),
            ('made_at', models.DateTimeField()),
        ],
        options={
            'ordering': ['pk'],
            'indexes': [],
            'constraints': [],
        },
    ),
    migrations.CreateModel(
        name='ReceivedMail',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('digest', models.CharField(max_length=64, unique=True)),
            ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='received_mails', to=settings.AUTH_USER_MODEL)),
            ('declared_player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='received_mails', to='games.declaredplayer')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='received_mails', to='games.game')),
            ('seat', models.ForeignKey(blank=True, help_text='The seat whose address it came to. Empty: it answered a message.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='received_mails', to='games.seat')),
            ('receipt', models.ForeignKey(blank=True, help_text='The sheet that it saved.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='received_mails', to='games.receipt')),
            ('outcome', models.CharField(choices=[('saved', 'its orders were saved'), ('not_saved', 'nothing was saved; the answer says why'), ('sent', 'its message was sent'), ('not_sent', 'nothing was sent; the answer says why'), ('stranger', 'it came from another address')], max_length=10)),
            ('received_at', models.DateTimeField()),
            ('written_at', models.DateTimeField(blank=True, null=True)),
            ('checks', models.CharField(blank=True, max_length=80)),
        ],
        options={
            'ordering': ['pk'],
            'indexes': [models.Index(fields=['received_at'], name='games_old_mails'), models.Index(fields=['person', 'received_at'], name='games_mails_of_person')],
            'constraints': [models.CheckConstraint(condition=models.Q(('outcome__in', ['saved', 'not_saved', 'sent', 'not_sent', 'stranger'])), name='mail_outcome_known'), models.CheckConstraint(condition=models.Q(models.Q(('declared_player__isnull', False), ('person', None)), models.Q(('declared_player', None), ('person__isnull', False)), _connector='OR'), name='received_mail_is_of_one_person')],
        },
    ),
    migrations.CreateModel(
        name='LobbyEntry',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.game')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL)),
            ('joined_at', models.DateTimeField()),
            ('hand', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('here_at', models.DateTimeField(editable=False, null=True)),
        ],
        options={
            'verbose_name_plural': 'entries',
            'ordering': ['joined_at', 'pk'],
            'constraints': [models.UniqueConstraint(fields=('game', 'person'), name='one_entry_a_person_and_game'), models.UniqueConstraint(condition=models.Q(('hand__isnull', False)), fields=('game', 'hand'), name='one_entry_a_game_and_hand')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='PowerWish',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='games.lobbyentry')),
            ('hand', models.PositiveSmallIntegerField()),
            ('rank', models.PositiveSmallIntegerField()),
        ],
        options={
            'ordering': ['entry_id', 'rank'],
            'constraints': [models.UniqueConstraint(fields=('entry', 'hand'), name='one_wish_an_entry_and_hand'), models.UniqueConstraint(fields=('entry', 'rank'), name='one_wish_an_entry_and_rank'), models.CheckConstraint(condition=models.Q(('rank__gte', 1)), name='wish_ranks_from_one')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='LobbyInvitation',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lobby_invitations', to='games.game')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lobby_invitations', to=settings.AUTH_USER_MODEL)),
            ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('created_at', models.DateTimeField()),
            ('answered_at', models.DateTimeField(editable=False, help_text='When the person joined or declined.', null=True)),
        ],
        options={
            'ordering': ['created_at', 'pk'],
            'constraints': [models.UniqueConstraint(fields=('game', 'person'), name='one_lobby_invitation_a_game_and_person')],
            'indexes': [],
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
            'constraints': [models.UniqueConstraint(condition=models.Q(('title', '')), fields=('game', 'circle'), name='one_untitled_thread_a_game_and_circle'), models.CheckConstraint(condition=models.Q(models.Q(('key', None), ('title', '')), models.Q(models.Q(('title', ''), _negated=True), ('key__isnull', False)), _connector='OR'), name='titled_thread_has_its_key'), models.CheckConstraint(condition=models.Q(('phase', None), models.Q(('circle', ''), models.Q(('title', ''), _negated=True)), _connector='OR'), name='reports_are_discussed_in_public')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='Message',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('thread', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='games.thread')),
            ('seat', models.ForeignKey(blank=True, help_text='Empty: the game master.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='games.seat')),
            ('person', models.ForeignKey(blank=True, help_text='Empty: it came with an imported game.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='messages', to=settings.AUTH_USER_MODEL)),
            ('imported_author', models.CharField(blank=True, db_default='', max_length=80)),
            ('key', models.CharField(default=games.models.fields.new_key, editable=False, help_text='Its name on pages: its number would count what others write in private.', max_length=32, unique=True)),
            ('text', models.TextField(max_length=20000)),
            ('unsigned', models.BooleanField(db_default=False, default=False, help_text='Its readers are not told which power wrote it.')),
            ('sent_at', models.DateTimeField()),
            ('hidden_at', models.DateTimeField(blank=True, help_text='A public message may be hidden by a game master.', null=True)),
            ('request_key', models.UUIDField(help_text='Comes with the form that sends the message: sent twice, it is one.', unique=True)),
        ],
        options={
            'ordering': ['thread_id', 'pk'],
            'indexes': [],
            'constraints': [],
        },
    ),
    migrations.CreateModel(
        name='Draft',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to=settings.AUTH_USER_MODEL)),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='games.game')),
            ('seat', models.ForeignKey(blank=True, help_text='The seat by which the person may write there. Empty: the game master.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='games.seat')),
            ('location', models.CharField(blank=True, help_text='The thread: `press.locations.location_name`.', max_length=60)),
            ('title', models.CharField(blank=True, max_length=80)),
            ('text', models.TextField(max_length=20000)),
            ('unsigned', models.BooleanField(default=False)),
            ('saved_at', models.DateTimeField()),
            ('request_key', models.UUIDField(help_text='That of the form in which it was typed.')),
        ],
        options={
            'ordering': ['-saved_at', 'pk'],
            'indexes': [models.Index(fields=['saved_at'], name='games_old_drafts')],
            'constraints': [models.UniqueConstraint(fields=('person', 'game', 'location'), name='one_draft_a_person_and_thread')],
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
            'constraints': [models.UniqueConstraint(fields=('person', 'seat'), name='one_mute_a_person_and_seat')],
            'indexes': [],
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
            'constraints': [models.UniqueConstraint(fields=('thread', 'person'), name='one_bookmark_a_thread_and_person')],
            'indexes': [],
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
            'indexes': [models.Index(condition=models.Q(('closed_at', None)), fields=['made_at'], name='games_open_complaints')],
            'constraints': [models.UniqueConstraint(fields=('message', 'person'), name='one_complaint_a_message_and_person'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('remark', '')), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False), models.Q(('remark', ''), _negated=True)), _connector='OR'), name='closed_complaint_says_by_whom_and_why')],
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
            'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('thread',), name='one_open_proposal_a_thread'), models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'joined', 'refused', 'lapsed'])), name='proposal_outcome_known'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('outcome', '')), models.Q(('closed_at__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='proposal_ended_somehow'), models.CheckConstraint(condition=models.Q(('unread_to', None), models.Q(('outcome', 'joined'), ('with_past', False)), _connector='OR'), name='who_joins_with_the_past_reads_all')],
            'indexes': [],
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
            'constraints': [models.UniqueConstraint(fields=('proposal', 'seat'), name='one_answer_a_proposal_and_seat')],
            'indexes': [],
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
            'indexes': [],
            'constraints': [],
        },
    ),
    migrations.CreateModel(
        name='Notification',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('key', models.CharField(max_length=80)),
            ('kind', models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review'), ('invitation', 'An invitation to a seat')], max_length=16)),
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
            'indexes': [models.Index(fields=['person', '-created_at'], name='games_notifications_of_person'), models.Index(condition=models.Q(('send_at__isnull', False)), fields=['send_at'], name='games_unsent_mail')],
            'constraints': [models.UniqueConstraint(fields=('key', 'person', 'channel'), name='told_once_by_each_channel'), models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint', 'invitation'])), name='notification_kind_known'), models.CheckConstraint(condition=models.Q(('channel__in', ['site', 'mail', 'push'])), name='notification_channel_known'), models.CheckConstraint(condition=models.Q(models.Q(('channel', 'site'), _negated=True), models.Q(('attempts', 0), ('send_at', None), ('sent_at', None)), _connector='OR'), name='what_the_site_says_is_not_sent'), models.CheckConstraint(condition=models.Q(('channel', 'mail'), ('in_summary', False), _connector='OR'), name='only_mail_is_summed_up')],
        },
    ),
    migrations.CreateModel(
        name='MailChoice',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mail_choices', to=settings.AUTH_USER_MODEL)),
            ('kind', models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review'), ('invitation', 'An invitation to a seat')], max_length=16)),
            ('how', models.CharField(choices=[('at_once', 'at once'), ('without_text', 'at once, without the text'), ('summary', 'in a daily summary'), ('off', 'never')], max_length=12)),
        ],
        options={
            'ordering': ['person_id', 'kind'],
            'constraints': [models.UniqueConstraint(fields=('person', 'kind'), name='one_mail_choice_a_person_and_kind'), models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint', 'invitation'])), name='mail_choice_kind_known'), models.CheckConstraint(condition=models.Q(('how__in', ['at_once', 'without_text', 'summary', 'off'])), name='mail_choice_how_known'), models.CheckConstraint(condition=models.Q(models.Q(('how', 'without_text'), _negated=True), ('kind', 'message'), _connector='OR'), name='only_messages_have_a_text_to_leave_out'), models.CheckConstraint(condition=models.Q(models.Q(('how', 'summary'), _negated=True), models.Q(('kind', 'reminder'), _negated=True), _connector='OR'), name='no_reminder_can_wait')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='PushOptOut',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='push_opt_outs', to=settings.AUTH_USER_MODEL)),
            ('kind', models.CharField(choices=[('game_begun', 'A game begins'), ('your_turn', 'Your turn'), ('reminder', 'Your orders are missing'), ('results', 'Results of a phase'), ('message', 'New message'), ('game_over', 'A game is over'), ('lobby_expired', 'A game did not fill in time'), ('removed', 'Removed from a lobby'), ('set_aside', 'A game has stopped'), ('announcement', 'Announcement from the game master'), ('news', 'Deadlines, seats and settings of a game'), ('vote', 'A vote'), ('complaint', 'A reported message for you to review'), ('invitation', 'An invitation to a seat')], max_length=16)),
        ],
        options={
            'ordering': ['person_id', 'kind'],
            'constraints': [models.UniqueConstraint(fields=('person', 'kind'), name='push_is_off_once_a_kind'), models.CheckConstraint(condition=models.Q(('kind__in', ['game_begun', 'your_turn', 'reminder', 'results', 'message', 'game_over', 'lobby_expired', 'removed', 'set_aside', 'announcement', 'news', 'vote', 'complaint', 'invitation'])), name='push_off_kind_known')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='Heartbeat',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_heartbeat')],
            'indexes': [],
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
            'indexes': [],
            'constraints': [],
        },
    ),
    migrations.CreateModel(
        name='SeatInvitation',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('key', models.CharField(default=games.models.fields.new_key, max_length=32, unique=True)),
            ('kind', models.CharField(choices=[('replace', 'to play a power for good'), ('lend', 'to play a power for some phases'), ('take_over', 'to go on with a game that was begun elsewhere')], max_length=10)),
            ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='invitation', to='games.seat')),
            ('game', models.ForeignKey(help_text='The game of the seat, for the constraint.', on_delete=django.db.models.deletion.PROTECT, related_name='seat_invitations', to='games.game')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_invitations', to=settings.AUTH_USER_MODEL)),
            ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('phases', models.PositiveSmallIntegerField(blank=True, help_text='For how many phases a stand-in is to play.', null=True)),
            ('reason', models.CharField(blank=True, max_length=500)),
            ('created_at', models.DateTimeField()),
        ],
        options={
            'ordering': ['created_at', 'pk'],
            'indexes': [models.Index(fields=['created_at'], name='games_invitations_by_age')],
            'constraints': [models.UniqueConstraint(fields=('game', 'person'), name='one_seat_invitation_a_game_and_person'), models.CheckConstraint(condition=models.Q(('kind__in', ['replace', 'lend', 'take_over'])), name='seat_invitation_kind_known'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'lend'), ('phases__isnull', False)), models.Q(models.Q(('kind', 'lend'), _negated=True), ('phases__isnull', True)), _connector='OR'), name='only_stand_ins_are_invited_for_phases')],
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
            ('window_hours', models.PositiveSmallIntegerField(blank=True, null=True)),
            ('build_hours', models.PositiveSmallIntegerField(blank=True, help_text='Empty: adjustment phases are as long as retreat phases.', null=True)),
            ('retreat_weekdays', models.PositiveSmallIntegerField(default=0)),
            ('retreat_at', models.TimeField(blank=True, null=True)),
            ('build_weekdays', models.PositiveSmallIntegerField(default=0)),
            ('build_at', models.TimeField(blank=True, null=True)),
            ('live_minutes', models.PositiveSmallIntegerField(blank=True, null=True)),
            ('live_window_minutes', models.PositiveSmallIntegerField(blank=True, null=True)),
            ('live_build_minutes', models.PositiveSmallIntegerField(blank=True, null=True)),
            ('holidays', models.CharField(blank=True, help_text='The country whose public holidays are no deadlines.', max_length=2)),
            ('absence_cap_days', models.PositiveSmallIntegerField(default=0)),
            ('ready_minutes', models.PositiveSmallIntegerField(default=30)),
            ('on_missed', models.CharField(choices=[('none', 'The phase is resolved'), ('grace', 'A grace period, then the phase is resolved'), ('extension', 'Once per game year, an extension to the next deadline')], default='grace', max_length=10)),
            ('grace_hours', models.PositiveSmallIntegerField(default=24)),
            ('disorder_after', models.CharField(choices=[('first', 'At the first missed turn'), ('in_a_row', 'After several missed turns in a row'), ('in_all', 'After several missed turns in all'), ('master', 'Only when the game master says so')], default='first', max_length=10)),
            ('disorder_misses', models.PositiveSmallIntegerField(default=2)),
            ('orders_by_key', models.BooleanField(default=True, help_text='Whether programs of players may save orders, with an API key.')),
            ('press_by_key', models.BooleanField(default=True, help_text='Whether programs of players may send messages, with an API key.')),
            ('seats_open_to', models.CharField(choices=[('anyone', 'Anyone who can see the game'), ('invited', 'Anyone with the invitation link'), ('chosen', 'Only people chosen by the game master or an administrator')], default='anyone', max_length=10)),
        ],
        options={
            'ordering': ['game_id', 'pk'],
            'constraints': [models.CheckConstraint(condition=models.Q(('on_missed__in', ['none', 'grace', 'extension'])), name='settings_on_missed_known'), models.CheckConstraint(condition=models.Q(('disorder_after__in', ['first', 'in_a_row', 'in_all', 'master'])), name='settings_disorder_after_known'), models.CheckConstraint(condition=models.Q(('seats_open_to__in', ['anyone', 'invited', 'chosen'])), name='settings_seats_open_to_known'), models.CheckConstraint(condition=models.Q(models.Q(('at', None), ('build_weekdays', 0), ('live_build_minutes', None), ('live_minutes', None), ('live_window_minutes', None), ('phase_hours__gte', 1), ('phase_hours__lte', 720), ('retreat_weekdays', 0), ('weekdays', 0), ('window_hours__gte', 1), ('window_hours__lte', 720), ('zone', '')), models.Q(('at', None), ('build_hours', None), ('build_weekdays', 0), ('live_minutes__gte', 3), ('live_minutes__lte', 59), ('live_window_minutes__gte', 1), ('live_window_minutes__lte', 59), ('on_missed', 'none'), ('phase_hours', None), ('retreat_weekdays', 0), ('weekdays', 0), ('window_hours', None), ('zone', '')), models.Q(('at__isnull', False), ('least_hours__lte', 336), ('live_build_minutes', None), ('live_minutes', None), ('live_window_minutes', None), ('phase_hours', None), ('weekdays__gte', 1), ('weekdays__lte', 127), ('window_hours__gte', 1), ('window_hours__lte', 168), models.Q(('zone', ''), _negated=True)), _connector='OR'), name='settings_have_one_rhythm'), models.CheckConstraint(condition=models.Q(models.Q(('build_hours', None), models.Q(('build_hours__gte', 1), ('build_hours__lte', 168)), models.Q(('build_hours__gte', 1), ('build_hours__lte', 720), ('weekdays', 0)), _connector='OR'), models.Q(('live_build_minutes', None), models.Q(('live_build_minutes__gte', 1), ('live_build_minutes__lte', 59)), _connector='OR'), models.Q(models.Q(('retreat_at', None), ('retreat_weekdays', 0)), models.Q(('retreat_at__isnull', False), ('retreat_weekdays__gte', 1), ('retreat_weekdays__lte', 127)), _connector='OR'), models.Q(models.Q(('build_at', None), ('build_weekdays', 0)), models.Q(('build_at__isnull', False), ('build_weekdays__gte', 1), ('build_weekdays__lte', 127)), _connector='OR')), name='settings_have_windows'), models.CheckConstraint(condition=models.Q(('absence_cap_days__lte', 30), ('disorder_misses__gte', 2), ('disorder_misses__lte', 10), ('grace_hours__gte', 1), ('grace_hours__lte', 168), ('ready_minutes__lte', 1440)), name='settings_sane')],
            'indexes': [],
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
            'constraints': [models.UniqueConstraint(fields=('settings', 'date'), name='one_skip_a_settings_and_date')],
            'indexes': [],
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
            'constraints': [models.CheckConstraint(condition=models.Q(('first__lte', models.F('last'))), name='absence_has_its_days_in_order')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='LessonDone',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lessons_done', to=settings.AUTH_USER_MODEL)),
            ('lesson', models.CharField(max_length=40)),
            ('number', models.PositiveSmallIntegerField()),
        ],
        options={
            'ordering': ['person', 'pk'],
            'constraints': [models.UniqueConstraint(fields=('person', 'lesson', 'number'), name='one_row_a_person_and_board')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='DismissedSharing',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dismissed_sharings', to='games.game')),
            ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('at', models.DateTimeField()),
            ('note', models.CharField(max_length=500)),
        ],
        options={
            'ordering': ['-pk'],
            'constraints': [models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='sharing_pair_in_order')],
            'indexes': [],
        },
    ),
    migrations.CreateModel(
        name='SavedLine',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='saved_lines', to=settings.AUTH_USER_MODEL)),
            ('title', models.CharField(max_length=80)),
            ('text', models.CharField(max_length=3800)),
            ('holds_orders', models.BooleanField(default=False)),
            ('key', models.CharField(editable=False, max_length=32, null=True, unique=True)),
            ('created_at', models.DateTimeField()),
        ],
        options={
            'ordering': ['-created_at', '-pk'],
            'indexes': [],
            'constraints': [],
        },
    ),
    migrations.CreateModel(
        name='Tournament',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('slug', models.SlugField(editable=False, max_length=80, unique=True)),
            ('title', models.CharField(max_length=80, verbose_name='title')),
            ('about', models.TextField(blank=True, max_length=2000, verbose_name='about the tournament')),
            ('status', models.CharField(choices=[('open', 'open for entries'), ('running', 'in progress'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='open', max_length=10)),
            ('scoring', models.CharField(choices=[('draw-size', 'Draw size'), ('wins-and-draws', 'Wins and draws'), ('sum-of-squares', 'Sum of squares'), ('c-diplo', 'C-Diplo'), ('carnage', 'Carnage'), ('tribute', 'Tribute')], default='sum-of-squares', max_length=20, verbose_name='scoring system')),
            ('rounds_planned', models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='rounds')),
            ('counting', models.PositiveSmallIntegerField(blank=True, help_text='Everyone’s best ones. If empty, all rounds count.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='rounds that count')),
            ('has_teams', models.BooleanField(default=False, verbose_name='people can play in teams')),
            ('entries_until', models.DateTimeField(blank=True, help_text='If empty, people can enter until the tournament is over.', null=True, verbose_name='Entries close')),
            ('pattern', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='pattern_of', to='games.game')),
            ('request_key', models.UUIDField(editable=False, unique=True)),
            ('created_at', models.DateTimeField()),
            ('ended_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['-created_at', '-pk'],
            'indexes': [],
            'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['open', 'running', 'finished', 'cancelled'])), name='tournament_status_known'), models.CheckConstraint(condition=models.Q(('scoring__in', ['draw-size', 'wins-and-draws', 'sum-of-squares', 'c-diplo', 'carnage', 'tribute'])), name='tournament_scoring_known'), models.CheckConstraint(condition=models.Q(('rounds_planned__range', (1, 20))), name='tournament_rounds_sane'), models.CheckConstraint(condition=models.Q(('counting', None), ('counting__range', (1, 20)), _connector='OR'), name='tournament_counting_sane'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('status__in', ['open', 'running'])), models.Q(('ended_at__isnull', False), ('status__in', ['finished', 'cancelled'])), _connector='OR'), name='tournament_over_has_its_time')],
        },
    ),
    migrations.CreateModel(
        name='TextReport',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('reason', models.CharField(max_length=500)),
            ('text', models.CharField(max_length=2100)),
            ('made_at', models.DateTimeField()),
            ('closed_at', models.DateTimeField(blank=True, null=True)),
            ('removed', models.BooleanField(default=False)),
            ('remark', models.CharField(blank=True, max_length=500)),
            ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='text_reports', to='games.club')),
            ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='text_reports', to='games.tournament')),
        ],
        options={
            'ordering': ['pk'],
            'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('club', None), ('tournament__isnull', False)), models.Q(('club__isnull', False), ('tournament', None)), _connector='OR'), name='text_report_of_one_thing'), models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('club', 'by'), name='one_open_report_a_club_and_reader'), models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('tournament', 'by'), name='one_open_report_a_tournament_and_reader'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('removed', False)), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False)), _connector='OR'), name='text_report_is_closed_by_somebody')],
        },
    ),
    migrations.CreateModel(
        name='Organizer',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='organizers', to='games.tournament')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments_organized', to=settings.AUTH_USER_MODEL)),
            ('since', models.DateTimeField()),
            ('until', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['since', 'pk'],
            'indexes': [],
            'constraints': [models.UniqueConstraint(condition=models.Q(('until', None)), fields=('tournament', 'person'), name='one_organizer_a_person_and_tournament')],
        },
    ),
    migrations.CreateModel(
        name='Team',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='games.tournament')),
            ('name', models.CharField(max_length=40, verbose_name='name of the team')),
        ],
        options={
            'ordering': ['name', 'pk'],
            'indexes': [],
            'constraints': [models.UniqueConstraint(fields=('tournament', 'name'), name='one_team_a_tournament_and_name')],
        },
    ),
    migrations.CreateModel(
        name='Entrant',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='games.tournament')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournament_entries', to=settings.AUTH_USER_MODEL)),
            ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entrants', to='games.team')),
            ('entered_at', models.DateTimeField()),
            ('left_at', models.DateTimeField(blank=True, null=True)),
            ('removed_at', models.DateTimeField(blank=True, null=True)),
        ],
        options={
            'ordering': ['entered_at', 'pk'],
            'indexes': [],
            'constraints': [models.CheckConstraint(condition=models.Q(('removed_at', None), ('left_at__isnull', False), _connector='OR'), name='entrant_who_was_removed_has_left'), models.UniqueConstraint(fields=('tournament', 'person'), name='one_entrant_a_person_and_tournament')],
        },
    ),
    migrations.CreateModel(
        name='Round',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='games.tournament')),
            ('number', models.PositiveSmallIntegerField()),
            ('drawn_at', models.DateTimeField()),
        ],
        options={
            'ordering': ['tournament_id', 'number'],
            'indexes': [],
            'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='one_round_a_tournament_and_number')],
        },
    ),
    migrations.CreateModel(
        name='Table',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='games.round')),
            ('number', models.PositiveSmallIntegerField()),
            ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='table', to='games.game')),
        ],
        options={
            'ordering': ['round_id', 'number'],
            'indexes': [],
            'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='one_table_a_round_and_number')],
        },
    ),
    migrations.CreateModel(
        name='TablePlace',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='games.table')),
            ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='games.entrant')),
            ('hand', models.PositiveSmallIntegerField()),
        ],
        options={
            'ordering': ['table_id', 'hand'],
            'indexes': [],
            'constraints': [models.UniqueConstraint(fields=('table', 'hand'), name='one_place_a_table_and_hand'), models.UniqueConstraint(fields=('table', 'entrant'), name='one_place_a_table_and_entrant')],
        },
    ),
    migrations.CreateModel(
        name='Rating',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ('ladder', models.CharField(choices=[('full', 'With messages'), ('gunboat', 'Gunboat'), ('few', 'Few players')], max_length=10)),
            ('mu', models.FloatField()),
            ('sigma', models.FloatField()),
            ('points', models.IntegerField()),
            ('games', models.PositiveIntegerField()),
        ],
        options={
            'ordering': ['ladder', '-points', 'pk'],
            'indexes': [],
            'constraints': [models.UniqueConstraint(fields=('person', 'ladder'), name='one_rating_a_person_and_ladder'), models.CheckConstraint(condition=models.Q(('ladder__in', ['full', 'gunboat', 'few'])), name='rating_ladder_known')],
        },
    ),
    migrations.CreateModel(
        name='Animation',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='animation', to='games.game')),
            ('shows', models.CharField(max_length=64)),
            ('asked_at', models.DateTimeField()),
            ('draw_at', models.DateTimeField(db_index=True, null=True)),
            ('attempts', models.PositiveSmallIntegerField(default=0)),
            ('made_at', models.DateTimeField(null=True)),
            ('size', models.PositiveIntegerField(default=0, help_text='In bytes.')),
            ('content', models.BinaryField(null=True)),
        ],
        options={
            'ordering': ['pk'],
            'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('content', None), ('made_at', None), ('size', 0)), models.Q(('content__isnull', False), ('draw_at', None), ('made_at__isnull', False), ('size__gt', 0)), _connector='OR'), name='animation_is_made_with_its_content')],
        },
    ),
    migrations.CreateModel(
        name='RatingChange',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='games.game')),
            ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rating_change', to='games.seat')),
            ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
            ('ladder', models.CharField(choices=[('full', 'With messages'), ('gunboat', 'Gunboat'), ('few', 'Few players')], max_length=10)),
            ('place', models.PositiveSmallIntegerField()),
            ('tied', models.BooleanField()),
            ('mu_before', models.FloatField()),
            ('sigma_before', models.FloatField()),
            ('points_before', models.IntegerField()),
            ('mu_after', models.FloatField()),
            ('sigma_after', models.FloatField()),
            ('points_after', models.IntegerField()),
        ],
        options={
            'ordering': ['game_id', 'place', 'pk'],
            'indexes': [],
            'constraints': [models.UniqueConstraint(fields=('game', 'person'), name='one_change_a_game_and_person'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='rating_change_has_a_place'), models.CheckConstraint(condition=models.Q(('ladder__in', ['full', 'gunboat', 'few'])), name='rating_change_ladder_known')],
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
            'indexes': [models.Index(condition=models.Q(('off_at', None)), fields=['game'], name='games_webhooks_on')],
            'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['discord', 'slack', 'mattermost', 'discourse', 'json'])), name='webhook_kind_known'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'discourse'), ('off_at', None), _negated=True), models.Q(('topic__isnull', False), models.Q(('username', ''), _negated=True), models.Q(('secret', ''), _negated=True)), _connector='OR'), name='forum_webhook_knows_its_topic'), models.CheckConstraint(condition=models.Q(('off_at', None), models.Q(('secret', ''), ('url', ''), ('username', '')), _connector='OR'), name='webhook_that_is_off_keeps_no_address'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'json'), ('off_at', None), _negated=True), models.Q(('secret', ''), _negated=True), _connector='OR'), name='json_webhook_has_its_key')],
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
            'indexes': [models.Index(condition=models.Q(('send_at__isnull', False)), fields=['send_at'], name='games_unsent_deliveries')],
            'constraints': [models.UniqueConstraint(fields=('webhook', 'event'), name='one_delivery_a_webhook_and_event'), models.UniqueConstraint(condition=models.Q(('event', None), ('send_at__isnull', False)), fields=('webhook',), name='one_test_of_a_webhook_at_a_time'), models.CheckConstraint(condition=models.Q(('sent_at', None), ('send_at', None), _connector='OR'), name='what_was_posted_waits_no_more')],
        },
    ),
    migrations.CreateModel(
        name='GameResult',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='final_result', to='games.game')),
            ('source', models.CharField(blank=True, max_length=80)),
            ('name', models.CharField(blank=True, max_length=80)),
            ('setup', models.CharField(max_length=40)),
            ('edition', models.CharField(blank=True, max_length=20)),
            ('press', models.CharField(blank=True, max_length=10)),
            ('pace', models.CharField(blank=True, max_length=10)),
            ('first_year', models.PositiveSmallIntegerField()),
            ('last_year', models.PositiveSmallIntegerField(help_text='The year of the last resolved phase.')),
            ('years', models.PositiveSmallIntegerField()),
            ('end', models.CharField(max_length=10)),
            ('ended_at', models.DateTimeField(null=True)),
        ],
        options={
            'ordering': ['pk'],
            'indexes': [models.Index(fields=['setup', 'years'], name='games_results_by_setup')],
            'constraints': [models.UniqueConstraint(condition=models.Q(('game', None)), fields=('source', 'name'), name='recorded_game_loaded_once'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('game', None), models.Q(('source', ''), _negated=True), models.Q(('name', ''), _negated=True)), models.Q(('ended_at__isnull', False), ('game__isnull', False), ('name', ''), ('source', '')), _connector='OR'), name='result_of_a_game_or_recorded'), models.CheckConstraint(condition=models.Q(('years', models.F('last_year') - models.F('first_year') + 1)), name='result_counts_its_years'), models.CheckConstraint(condition=models.Q(('edition__in', ['', '2000', '2023', '1982', '1971', 'italian', 'datc'])), name='result_edition_known'), models.CheckConstraint(condition=models.Q(('press__in', ['', 'full', 'rulebook', 'public', 'none'])), name='result_press_known'), models.CheckConstraint(condition=models.Q(('pace__in', ['live', 'day', 'days', 'week', ''])), name='result_pace_known'), models.CheckConstraint(condition=models.Q(('end__in', ['solo', 'conceded', 'limit', 'draw', 'unknown'])), name='result_end_known')],
        },
    ),
    migrations.CreateModel(
        name='PowerResult',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='powers', to='games.gameresult')),
            ('power', models.CharField(max_length=20)),
            ('result', models.CharField(max_length=10)),
            ('centers', models.PositiveSmallIntegerField(help_text='At the end.')),
            ('spring', models.CharField(blank=True, max_length=1000)),
            ('fall', models.CharField(blank=True, max_length=1000)),
        ],
        options={
            'ordering': ['pk'],
            'indexes': [models.Index(fields=['power', 'spring'], name='games_openings_of_power')],
            'constraints': [models.UniqueConstraint(fields=('of', 'power'), name='one_result_a_game_and_power'), models.CheckConstraint(condition=models.Q(('result__in', ['won', 'shared', 'survived', 'eliminated'])), name='power_result_known'), models.CheckConstraint(condition=models.Q(models.Q(('spring', ''), _negated=True), ('fall', ''), _connector='OR'), name='fall_follows_a_spring')],
        },
    ),
]


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        # Before our many tables: with each of their operations Django renders all models that have
        # to do with people.
        ('mfa', '__latest__'),
        ('socialaccount', '__latest__'),
    ]

    operations = [
        CreateModels(MODELS),
        migrations.RunPython(add_heartbeat, migrations.RunPython.noop),
        # Last: altering a table on SQLite drops its triggers.
        migrations.RunPython(guard, unguard),
    ]

"""Settings, read from the environment. Without any the site runs embedded: SQLite, no services.

docs/operations.md lists every variable. `config.env` stops the start when one makes no sense.
"""

import datetime as dt
import sqlite3
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from . import data, env, logs

BASE_DIR = Path(__file__).resolve().parent.parent

# embedded: one machine, nothing else to install. production: services, https, nothing by default.
MODE = env.choice("ENTENTE_MODE", "embedded", ("embedded", "production"))
PRODUCTION = MODE == "production"
DATA_DIR = Path(env.text("ENTENTE_DATA", str(BASE_DIR / "data"))).absolute()
if PRODUCTION:
    for name in ("SECRET_KEY", "SITE_URL", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"):
        if not env.secret(name):
            env.stop(name, "is not set, and ENTENTE_MODE=production needs it")
    SECRET_KEY = env.secret("SECRET_KEY")
else:
    data.prepare(DATA_DIR)
    SECRET_KEY = env.secret("SECRET_KEY") or data.secret_key(DATA_DIR)
if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5:
    env.stop("SECRET_KEY", "is too easy to guess: take 50 random characters or more")

DEBUG = env.flag("DEBUG", default=False)
if DEBUG and PRODUCTION:
    env.stop("DEBUG", "shows secrets to visitors and is refused in production")

# The address. Mail sent by a worker has no request to take it from.
HOST = env.hosts("ENTENTE_HOST", ["127.0.0.1"])[0]
PORT = env.number("PORT", 8000, 1, 65535)
_site = env.site_url("SITE_URL", f"http://localhost:{PORT}")
SITE_URL = _site.geturl()
HTTPS = _site.scheme == "https"
if PRODUCTION and not HTTPS:
    env.stop("SITE_URL", "must begin with https:// in production")
ALLOWED_HOSTS = env.hosts(
    "ALLOWED_HOSTS",
    [str(_site.hostname)] + ([] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"]),
)
if PRODUCTION and "*" in ALLOWED_HOSTS:
    env.stop("ALLOWED_HOSTS", "“*” lets strangers choose the address in mails")
CSRF_TRUSTED_ORIGINS = [SITE_URL]

INSTALLED_APPS = [
    "config",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "django_structlog",
    "csp",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "config.headers.permissions_middleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.metrics.requests_middleware",
    "config.headers.private_middleware",
    "config.headers.same_for_all_middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.reader_middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "config.charset.charset_middleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# The database. SQLite's default transactions take the write lock late and then fail under load, and
# under WAL only FULL keeps through a power cut what somebody was told is saved.
DATABASES = {
    "default": env.database(
        "DATABASE_URL",
        f"sqlite:///{DATA_DIR}/db.sqlite3",
        password=env.secret("DATABASE_PASSWORD"),
    )
}
SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
# Web processes share connections between threads; workers need one each.
WEB_PROCESSES = env.number("WEB_PROCESSES", 2, 1, 64)
WEB_THREADS = env.number("WEB_THREADS", 8, 1, 100)
DB_POOL_SIZE = env.number("DB_POOL_SIZE", WEB_THREADS, 0, 200)
if SQLITE:
    if PRODUCTION:
        env.stop("DATABASE_URL", "SQLite serves one machine; production needs postgresql://")
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    if sqlite3.sqlite_version_info < (3, 33):  # games.batch
        env.stop("DATABASE_URL", f"SQLite {sqlite3.sqlite_version} is too old: take 3.33 or newer")
else:
    _options = DATABASES["default"].setdefault("OPTIONS", {})
    # A process that froze while it held a row's lock must not stop all games for ever.
    _limits = "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"
    # A worker asks the same some twenty queries for each phase: the server plans them once.
    _options["server_side_binding"] = True
    _options["prepare_threshold"] = 5
    _options["options"] = f"{_limits} {_options.get('options', '')}".strip()
    if DB_POOL_SIZE and env.serves_web:
        # A server that was started again costs nobody an error page.
        DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
        _options["pool"] = {
            "min_size": 1,
            "max_size": DB_POOL_SIZE,
            "timeout": 10,
            # The pauses between its attempts double until it gives up; then a request begins anew.
            # By default pages would come back 20 s later than a database that was away for 40 s.
            "reconnect_timeout": 5,
        }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis carries messages and the cache where there is one; else both are files in the data folder.
# Limits are counted in the cache, so every process must see the same.
REDIS_URL = env.redis("REDIS_URL")
if REDIS_URL:
    CACHES: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "config.cache.Redis",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "entente",
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.Files",
            "LOCATION": str(DATA_DIR / "cache"),
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }

# Drawn maps stay in each web process: half a megabyte each, and nothing that another must see.
CACHES["pictures"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "pictures",
    "TIMEOUT": None,
    "OPTIONS": {"MAX_ENTRIES": 60},
}

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

# accounts: how one signs in (django-allauth)
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.signing.AddEmailForm",
    "change_password": "accounts.signing.ChangePasswordForm",
    "login": "accounts.signing.LoginForm",
    "reauthenticate": "accounts.signing.ReauthenticateForm",
    "reset_password": "accounts.signing.ResetPasswordForm",
    "reset_password_from_key": "accounts.signing.ResetPasswordKeyForm",
    "set_password": "accounts.signing.SetPasswordForm",
    "signup": "accounts.signing.SignupForm",
}
ACCOUNT_USER_DISPLAY = str
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Seventy people at one table share an address; allauth's own 30 a minute would lock them out.
_sign_ins = env.number("ENTENTE_SIGN_INS_PER_MINUTE", 300, 1, 1_000_000)
_orders = env.number("ENTENTE_ORDERS_PER_MINUTE", 60, 1, 1_000_000)
_letters = env.number("ENTENTE_LETTERS_PER_MINUTE", 30, 1, 1_000_000)
_joins = env.number("ENTENTE_JOINS_PER_MINUTE", 30, 1, 1_000_000)
ACCOUNT_RATE_LIMITS = {
    "login": f"{_sign_ins}/m/ip",
    "login_failed": f"{max(10, _sign_ins // 5)}/m/ip,10/5m/key",
    "signup": f"{_sign_ins}/m/ip",
    "confirm_email": "1/30s/key",
    "reset_password": f"{max(20, _sign_ins // 5)}/m/ip,5/m/key",
    "reset_password_from_key": f"{max(20, _sign_ins // 5)}/m/ip",
    # Our own forms (accounts/limits.py).
    "orders": f"{_orders}/m/user",
    "echo": f"{3 * _orders}/m/user",  # asked for whenever the typing stops
    "letters": f"{_letters}/m/user",
    "complaints": "10/h/user",
    "games": f"{_joins}/m/user",
    "preferences": "30/m/user",
    # Maps drawn as PNG; those that were drawn before are free.
    "pictures": "60/m/user",
    "pictures_of_strangers": "30/m/ip",
    "strangers": f"{_sign_ins}/m/ip",
}
# How many proxies of our own add to X-Forwarded-For; strangers' additions before them are ignored.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("ENTENTE_TRUSTED_PROXIES", int(PRODUCTION), 0, 9)

# Words and times
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("it", "Italiano"), ("bg", "Български")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")
USE_I18N = True
USE_TZ = True
# Tests and rehearsals shift the clock of every process by the seconds that stand in this file.
if PRODUCTION and env.text("ENTENTE_CLOCK_OFFSET_FILE"):
    env.stop("ENTENTE_CLOCK_OFFSET_FILE", "shifts the clock and is refused in production")
CLOCK_OFFSET_FILE = env.clock_offset_file("ENTENTE_CLOCK_OFFSET_FILE")

# Mail goes to files until somebody names a server, so that a newcomer can finish signing up.
EMAIL_TIMEOUT = 10
globals().update(env.email("EMAIL_URL", f"filemail://{DATA_DIR}/mail"))
DEFAULT_FROM_EMAIL = env.address("DEFAULT_FROM_EMAIL", f"Entente <entente@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Files that never change
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.folder("STATIC_ROOT", str((BASE_DIR if PRODUCTION else DATA_DIR) / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static.NamedAndCompressed" if PRODUCTION else "config.static.Named"
    },
}

# What a browser may do with our pages: nothing inline, nothing from elsewhere, nothing reported.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        **({"upgrade-insecure-requests": True} if HTTPS else {}),
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# A weekly game lasts long: two weeks would end in the middle of a sheet.
SESSION_COOKIE_AGE = 180 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True  # no script of ours reads them
LANGUAGE_COOKIE_SAMESITE = "Lax"
if HTTPS:
    # Only a proxy of ours may be able to reach the site's port: it must set this header itself.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|latez)$"]
    SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000, 0, 100_000_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.flag("HSTS_SUBDOMAINS", default=True)

# Celery. A message is only a hint, so all expire, none is kept and no result is stored. A task that
# must not wait names the queue "deadlines"; all others may be slow and share "deliveries".
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"global_keyprefix": "entente:celery:"}
else:
    CELERY_BROKER_TRANSPORT = "config.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(DATA_DIR / "queue"),
        "data_folder_out": str(DATA_DIR / "queue"),
        "polling_interval": 0.2,
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "deliveries"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TASK_ROUTES = {
    "games.resolve_due": {"queue": "deadlines"},
    "games.expire_lobbies": {"queue": "deadlines"},
    "games.resume_due": {"queue": "deadlines"},
    "games.remind": {"queue": "deadlines"},  # behind thousands of mails it would come too late
}
CELERY_TASK_TIME_LIMIT = 300
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TIMEZONE = "UTC"
# Workers and beat touch it while they work.
PULSE_FILE = env.text("ENTENTE_PULSE_FILE")
# Intervals need no memory of the last run, and a schedule file can break when a machine dies.
CELERY_BEAT_SCHEDULER = "config.pulse:Scheduler"
_resolve_every = env.number("ENTENTE_RESOLVE_SECONDS", 2, 1, 60)
_deliver_every = env.number("ENTENTE_DELIVER_SECONDS", 2, 1, 60)
CELERY_BEAT_MAX_LOOP_INTERVAL = 5  # it must notice soon that somebody has set the clock
# Hints expire by the worker's clock: one that is minutes ahead of beat's must not drop them all.
CELERY_BEAT_SCHEDULE = {
    name: {"task": f"games.{name}", "schedule": every, "options": {"expires": 300}}
    for name, every in (
        ("resolve_due", _resolve_every),
        ("expire_lobbies", 60),
        ("resume_due", 30),
        ("deliver_due", _deliver_every),
        ("remind", 10),
        ("post_due", 10),
        ("push_due", 10),
        ("forget_traces", 3600),
    )
}

# Nobody looked after the deadlines for longer than this: the site was down (see games.heartbeat).
OUTAGE_AFTER = dt.timedelta(minutes=env.number("ENTENTE_OUTAGE_MINUTES", 3, 1, 5_000_000))

# Whether hooks may lead into the site's own network, and without https (see games.hooks.guarding).
PRIVATE_HOOKS = env.flag("ENTENTE_PRIVATE_HOOKS", default=False)

# By this key push services know who sends (see games.telling.pushes). Without it, no web push.
VAPID_KEY = env.vapid_key("ENTENTE_VAPID_KEY")

# A deadline later than this is an alarm (`/latez`).
LATE_SECONDS = env.number("ENTENTE_LATE_SECONDS", 60, 1, 86_400)
# What Prometheus reads. Without a token nobody can, and each process counts for itself alone.
METRICS_TOKEN = env.secret("ENTENTE_METRICS_TOKEN")
_counted_in = env.folder("ENTENTE_METRICS_DIR", "" if PRODUCTION else str(DATA_DIR / "metrics"))
if METRICS_TOKEN and not _counted_in:
    env.stop("ENTENTE_METRICS_DIR", "is not set, and ENTENTE_METRICS_TOKEN needs it in production")
if METRICS_TOKEN and (len(METRICS_TOKEN) < 16 or not METRICS_TOKEN.isascii()):
    env.stop("ENTENTE_METRICS_TOKEN", "is not of 16 random letters and digits or more")
METRICS_DIR = Path(_counted_in).absolute() if METRICS_TOKEN else None

LOGGING = logs.configure(
    as_json=env.choice("LOG_FORMAT", "json" if PRODUCTION else "console", ("json", "console"))
    == "json",
    level=env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
)
DEFAULT_EXCEPTION_REPORTER = "config.reports.Reporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.reports.Discreet"
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = 10  # one line a request is enough
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False

env.refuse_unknown("ENTENTE_")

"""Settings, read from environment variables. Without any, the site runs embedded, on SQLite.

docs/operations.md lists every variable. `config.env` stops the start if a value makes no sense.
"""

import datetime as dt
from pathlib import Path

from . import (
    data_folder,
    env,
    rate_limits,
    schedule,
    second_factors,
    sign_in_providers,
    site_address,
    terms_files,
)
from .http import browser_policies
from .monitoring import logs
from .services import caches, database, task_queue

BASE_DIR = Path(__file__).resolve().parent.parent

# embedded: one machine, nothing else to install.
# production: needs services and https, and has no defaults for them.
MODE = env.choice("ENTENTE_MODE", "embedded", ("embedded", "production"))
PRODUCTION = MODE == "production"
DATA_DIR = Path(env.text("ENTENTE_DATA", str(BASE_DIR / "data"))).absolute()
if PRODUCTION:
    for name in ("SECRET_KEY", "SITE_URL", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"):
        if not env.secret(name):
            env.refuse(name, "is not set, and ENTENTE_MODE=production needs it")
    SECRET_KEY = env.secret("SECRET_KEY")
else:
    data_folder.prepare(DATA_DIR)
    SECRET_KEY = env.secret("SECRET_KEY") or data_folder.secret_key(DATA_DIR)
if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5:
    env.refuse("SECRET_KEY", "is too easy to guess: take 50 random characters or more")

# The site's address, for links in mail: a request's host is whatever its sender writes.
HOST = env.host_names("ENTENTE_HOST", ["127.0.0.1"])[0]
PORT = env.integer("PORT", 8000, 1, 65535)
_site = env.site_url("SITE_URL", f"http://localhost:{PORT}")
SITE_URL = _site.geturl()
HTTPS = _site.scheme == "https"
if PRODUCTION and not HTTPS:
    env.refuse("SITE_URL", "must begin with https:// in production")
ALLOWED_HOSTS = env.host_names(
    "ALLOWED_HOSTS", site_address.own_hosts(_site, production=PRODUCTION)
)
site_address.check_hosts("ALLOWED_HOSTS", ALLOWED_HOSTS, _site, production=PRODUCTION)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

DEBUG = env.flag("DEBUG", default=False)
if DEBUG and (PRODUCTION or site_address.is_public(_site)):
    where = "in production" if PRODUCTION else "where SITE_URL is public"
    env.refuse("DEBUG", f"shows secrets to visitors and is refused {where}")

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
    "allauth.mfa",
    "allauth.socialaccount",
    "django_structlog",
    "csp",
    "accounts",
    "games",
]

FILE_UPLOAD_HANDLERS = [
    "config.http.uploads.SizeLimitHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
MIDDLEWARE = [
    # First, so that redirections, files and errors have their headers as well.
    "config.http.browser_policies.headers_middleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.http.hosts.host_middleware",
    "config.http.middleware.encrypted_programs_middleware",
    "django.middleware.security.SecurityMiddleware",
    "config.http.middleware.CompressionMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.monitoring.metrics.requests_middleware",
    "config.http.middleware.private_cache_middleware",
    "config.http.middleware.shared_response_middleware",
    "accounts.sessions.store.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.reader_middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.monitoring.request_log.RequestLogMiddleware",
    "accounts.middleware.ClosingMiddleware",
    "accounts.middleware.SecondFactorMiddleware",
    "accounts.middleware.TermsMiddleware",
    "accounts.middleware.CalledOffFormsMiddleware",
    "config.http.middleware.charset_middleware",
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

# The threads of a web process share a pool of connections (config/http/gunicorn.py); each thread of
# a worker has one of its own.
WEB_PROCESSES = env.integer("WEB_PROCESSES", 2 if PRODUCTION else 1, 1, 64)
WEB_THREADS = env.integer("WEB_THREADS", 8, 1, 100)
DB_POOL_SIZE = env.integer("DB_POOL_SIZE", WEB_THREADS, 0, 200)
DATABASES = {
    "default": database.with_options(
        env.database_config(
            "DATABASE_URL",
            f"sqlite:///{DATA_DIR}/db.sqlite3",
            password=env.secret("DATABASE_PASSWORD"),
        ),
        production=PRODUCTION,
    )
}
SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Messages and the cache are in Redis if there is one, otherwise in files in the data folder.
REDIS_URL = env.redis_url("REDIS_URL")
PICTURES_DIR = env.folder_path(
    "ENTENTE_PICTURES_DIR", "" if PRODUCTION else str(DATA_DIR / "pictures")
)
CACHES = caches.settings(REDIS_URL, DATA_DIR, PICTURES_DIR)

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.sign_in.backends.NameBackend",
    "accounts.sign_in.backends.AccountBackend",
]
# Only the first objection is shown. No rule says which characters a password needs.
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"accounts.passwords.validators.{name}"}
    for name in ("LengthValidator", "SimilarityValidator", "KnownValidator", "ContextValidator")
]
if env.flag("ENTENTE_BREACHED_PASSWORDS", default=False):
    AUTH_PASSWORD_VALIDATORS.append({"NAME": "accounts.passwords.validators.BreachedValidator"})
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

# Sign-in (django-allauth)
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "accounts.sign_in.adapter.AccountAdapter"
API_LIMITS = rate_limits.api_limits()
ACCOUNT_FORMS = {
    "add_email": "accounts.sign_in.forms.AddEmailForm",
    "change_password": "accounts.sign_in.forms.ChangePasswordForm",
    "login": "accounts.sign_in.forms.LoginForm",
    "reauthenticate": "accounts.sign_in.forms.ReauthenticateForm",
    "reset_password": "accounts.sign_in.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.sign_in.forms.ResetPasswordKeyForm",
    "set_password": "accounts.sign_in.forms.SetPasswordForm",
    "signup": "accounts.sign_in.forms.SignupForm",
}
ACCOUNT_USER_DISPLAY = str
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # an open session must not be enough to take an account
ACCOUNT_RATE_LIMITS = rate_limits.rates()
# Sign-in with accounts elsewhere (accounts/providers). The tables are there without any provider,
# so that closing an account deletes links made before one was switched off.
SOCIALACCOUNT_PROVIDERS = sign_in_providers.configured()
INSTALLED_APPS += sign_in_providers.apps(SOCIALACCOUNT_PROVIDERS)
SOCIALACCOUNT_ADAPTER = "accounts.providers.adapter.ProviderAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.providers.forms.ProviderSignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False  # an equal address must not open an account
SOCIALACCOUNT_LOGIN_ON_GET = False
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
globals().update(second_factors.settings(_site))
# Whether the administration is closed to people with neither passkey nor authenticator app.
ADMIN_SECOND_FACTOR = env.flag("ENTENTE_ADMIN_SECOND_FACTOR", default=site_address.is_public(_site))
# How many proxies of our own add to X-Forwarded-For; what stands before their entries is ignored.
ALLAUTH_TRUSTED_PROXY_COUNT = env.integer("ENTENTE_TRUSTED_PROXIES", int(PRODUCTION), 0, 9)

# Languages and times
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("it", "Italiano"), ("bg", "Български")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")
USE_I18N = True
USE_TZ = True
# Tests and rehearsals shift the clock of every process by the seconds in this file.
if PRODUCTION and env.text("ENTENTE_CLOCK_OFFSET_FILE"):
    env.refuse("ENTENTE_CLOCK_OFFSET_FILE", "shifts the clock and is refused in production")
CLOCK_OFFSET_FILE = env.clock_offset_file("ENTENTE_CLOCK_OFFSET_FILE")

# Without a mail server mail is written to files, so that signing up works all the same.
EMAIL_TIMEOUT = 10
globals().update(env.email_config("EMAIL_URL", f"filemail://{DATA_DIR}/mail"))
DEFAULT_FROM_EMAIL = env.email_address("DEFAULT_FROM_EMAIL", f"Entente <entente@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Orders and messages by mail (games/inbound): where it comes in, the address to which a key is
# added, and the name under which our mail server notes its checks of the sender.
INBOUND_MAIL = env.mail_source("ENTENTE_INBOUND_MAIL")
INBOUND_ADDRESS = env.tagged_address("ENTENTE_INBOUND_ADDRESS", needed=INBOUND_MAIL is not None)
INBOUND_AUTHSERV = env.text("ENTENTE_INBOUND_AUTHSERV").lower()

# Static files
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.folder_path(
    "STATIC_ROOT", str((BASE_DIR if PRODUCTION else DATA_DIR) / "staticfiles")
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.http.static.CompressedHashedStaticFiles"
        if PRODUCTION
        else "config.http.static.HashedStaticFiles"
    },
}

# XML that names no encoding is left to the reader's guess.
WHITENOISE_MIMETYPES = {".svg": "image/svg+xml; charset=utf-8"}

PERMISSIONS_POLICY = browser_policies.permissions_policy()
# What a browser may do with our pages. A policy that is only reported stops nothing.
_report_only = env.flag("ENTENTE_CSP_REPORT_ONLY", default=False)
_csp = browser_policies.content_security_policy(https=HTTPS, report_only=_report_only)
CONTENT_SECURITY_POLICY = None if _report_only else _csp
CONTENT_SECURITY_POLICY_REPORT_ONLY = _csp if _report_only else None
# A session ends after so long without use, and so long after its sign-in in any case. Both are
# long, because games are slow: Django's two weeks may end while somebody writes orders.
SESSION_ENGINE = "accounts.sessions.store"
SESSION_IDLE_LIMIT = dt.timedelta(days=env.integer("ENTENTE_SESSION_IDLE_DAYS", 30, 7, 3650))
SESSION_LIMIT = dt.timedelta(days=env.integer("ENTENTE_SESSION_DAYS", 180, 1, 3650))
SESSION_COOKIE_AGE = int(SESSION_LIMIT.total_seconds())
# Browsers take a cookie of such a name only from this very host, over https and for all paths.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
BROWSER_COOKIE_NAME = f"{COOKIE_PREFIX}browser"  # accounts/devices/device_traces.py
ZONE_COOKIE_NAME = f"{COOKIE_PREFIX}time_zone"  # accounts/middleware.py, static/js/time-zone.js
CHOICES_COOKIE_NAME = f"{COOKIE_PREFIX}choices"  # games/web/pages/order_choices.py
APPEARANCE_COOKIE_NAME = f"{COOKIE_PREFIX}appearance"  # accounts/appearance.py
MESSAGE_STORAGE = "config.http.message_cookies.MessageStorage"

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True  # our scripts do not read them
LANGUAGE_COOKIE_SAMESITE = "Lax"
if HTTPS:
    # Our proxy must set this header, and nobody else may reach the site's port.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|latez)$"]
    SECURE_HSTS_SECONDS = env.integer("HSTS_SECONDS", 31_536_000, 0, 100_000_000)
    # Both would also bind hosts of the same domain that have nothing to do with this site.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", default=False)
    SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD", default=False)
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # they want both

# Who operates the site and where to reach them, for the privacy page.
OPERATOR = env.text("ENTENTE_OPERATOR")
# Terms of use, in Markdown (accounts/terms/acceptance.py). Without a file the site has no terms.
TERMS = terms_files.read(
    "ENTENTE_TERMS_FILE",
    None if PRODUCTION else DATA_DIR / "terms.md",
    languages=[code for code, _name in LANGUAGES],
)
TERMS_VERSION = terms_files.version(TERMS)
# Where to report security holes (config/http/well_known.py).
SECURITY_CONTACT = env.contact("ENTENTE_SECURITY_CONTACT")

# Backups on a schedule (config/backup/scheduled.py): the hour, in UTC, and the numbers of days,
# weeks and months whose last one is kept. Production has no folder that outlives a container.
BACKUP_FOLDER = env.folder_path(
    "ENTENTE_BACKUP_FOLDER", "" if PRODUCTION else str(DATA_DIR / "backups")
)
BACKUP_HOUR = env.integer("ENTENTE_BACKUP_HOUR", 3, 0, 23)
BACKUPS_DAILY = env.integer("ENTENTE_BACKUPS_DAILY", 7, 0, 1000)
BACKUPS_WEEKLY = env.integer("ENTENTE_BACKUPS_WEEKLY", 4, 0, 1000)
BACKUPS_MONTHLY = env.integer("ENTENTE_BACKUPS_MONTHLY", 3, 0, 1000)

globals().update(task_queue.settings(REDIS_URL, DATA_DIR))
# Workers and beat touch this file while they work (config.supervisor.heartbeat_file).
PULSE_FILE = env.text("ENTENTE_PULSE_FILE")
CELERY_BEAT_SCHEDULE = schedule.entries(backups=BACKUPS_DAILY > 0, pictures=bool(PICTURES_DIR))

# If no worker checked the deadlines for longer than this, the site was down
# (see games.deadlines.outages).
# Practice games that a person may have at once; 0 switches them off.
PRACTICE_GAMES = env.integer("ENTENTE_PRACTICE_GAMES", 3, 0, 20)
OUTAGE_AFTER = dt.timedelta(minutes=env.integer("ENTENTE_OUTAGE_MINUTES", 3, 1, 5_000_000))

# Whether webhooks may call private networks, and without https (see
# games.notifications.ssrf_guard).
PRIVATE_WEBHOOKS = env.flag("ENTENTE_PRIVATE_WEBHOOKS", default=False)

# The only hosts, with all names below them, that webhooks and push may call; empty: any public one.
OUTGOING_HOSTS = env.host_names("ENTENTE_OUTGOING_HOSTS", [])

# The key that identifies the site to push services (see games.notifications.push). Without it there
# is no web push.
VAPID_KEY = env.vapid_key("ENTENTE_VAPID_KEY")

# `/latez` reports an error if a phase is later than this.
LATE_SECONDS = env.integer("ENTENTE_LATE_SECONDS", 60, 1, 86_400)
# Prometheus metrics. Without a token they are off, and each process counts in its own memory.
METRICS_TOKEN = env.secret("ENTENTE_METRICS_TOKEN")
_counted_in = env.folder_path(
    "ENTENTE_METRICS_DIR", "" if PRODUCTION else str(DATA_DIR / "metrics")
)
if METRICS_TOKEN and not _counted_in:
    env.refuse(
        "ENTENTE_METRICS_DIR", "is not set, and ENTENTE_METRICS_TOKEN needs it in production"
    )
if METRICS_TOKEN and (len(METRICS_TOKEN) < 16 or not METRICS_TOKEN.isascii()):
    env.refuse("ENTENTE_METRICS_TOKEN", "is not of 16 random letters and digits or more")
METRICS_DIR = Path(_counted_in).absolute() if METRICS_TOKEN else None

LOGGING = logs.configure(
    as_json=env.choice("LOG_FORMAT", "json" if PRODUCTION else "console", ("json", "console"))
    == "json",
    level=env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
)
DEFAULT_EXCEPTION_REPORTER = "config.monitoring.error_reports.ErrorReporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.monitoring.error_reports.RedactingFilter"
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = 10  # DEBUG: log only the end of each request
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False

env.refuse_unknown("ENTENTE_")

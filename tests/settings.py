"""The site's own settings in a separate folder, faster and quieter for tests.

The database is still the one that DATABASE_URL names (SQLite in a file: races are real).
"""

import atexit
import datetime as dt
import os
import shutil
import tempfile
from typing import Any
from urllib.parse import urlsplit

# A key for web push, generated once for the tests.
os.environ.setdefault("ENTENTE_VAPID_KEY", "X_dU_czFZReIG_2PotXAKULMBUjLjltW8wtQ8SgZIGU")
# Providers that no test reaches: nothing listens at the address of the second.
os.environ.setdefault("ENTENTE_DISCORD_CLIENT_ID", "entente-at-discord")
os.environ.setdefault("ENTENTE_DISCORD_SECRET", "hush")
os.environ.setdefault("ENTENTE_OIDC_URL", "http://127.0.0.1:9")
os.environ.setdefault("ENTENTE_OIDC_NAME", "Club")
os.environ.setdefault("ENTENTE_OIDC_CLIENT_ID", "entente")
os.environ.setdefault("ENTENTE_OIDC_SECRET", "hush")
if "ENTENTE_DATA" not in os.environ:
    _folder = tempfile.mkdtemp(prefix="entente-tests-")
    os.environ["ENTENTE_DATA"] = _folder  # the processes of xdist inherit it
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)

# Playwright runs an event loop in the tests' process; Django would refuse queries beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

from config.settings import *  # noqa: F403
from config.settings import (
    CACHES,
    DATA_DIR,
    DATABASES,
    REDIS_URL,
    SQLITE,
    STORAGES,
)

if SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY;"
    )
if REDIS_URL:  # a Redis database for each process, because clearing empties the whole of it
    _number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    CACHES["default"]["LOCATION"] = urlsplit(REDIS_URL)._replace(path=f"/{_number}").geturl()
else:
    CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
CACHES["pictures"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "pictures",
}
OUTAGE_AFTER = dt.timedelta(days=3650)  # tests move the clock by hours
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True  # no list of collected files is needed
ACCOUNT_RATE_LIMITS = False  # type: ignore[assignment]  # tests of the limits set their own
MFA_RATE_LIMITS = False
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT = "memory"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}

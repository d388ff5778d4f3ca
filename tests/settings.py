"""The site's own settings in a folder of their own, quicker and quieter for tests.

The database is still the one that DATABASE_URL names (SQLite in a file, so that races are real races).
"""

import atexit
import os
import shutil
import tempfile

if "ENTENTE_DATA" not in os.environ:
    _folder = tempfile.mkdtemp(prefix="entente-tests-")
    os.environ["ENTENTE_DATA"] = _folder  # xdist's processes inherit it
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)

from config.settings import *  # noqa: E402, F403
from config.settings import DATA_DIR, DATABASES, SQLITE, STORAGES  # noqa: E402

if SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True  # no list of collected files is needed
ACCOUNT_RATE_LIMITS = False  # tests of the limits set their own
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT = None
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}

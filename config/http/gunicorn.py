"""Gunicorn's configuration: `gunicorn --config python:config.http.gunicorn config.wsgi`.

It imports Django's settings, so that a senseless environment stops gunicorn itself with one line.
"""

import os
from typing import Any

from django.conf import settings

from config import garbage_collection
from config.http import first_pages
from config.services import database

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

database.share_connections(settings.DATABASES["default"], settings.DB_POOL_SIZE)
bind = f"{settings.HOST}:{settings.PORT}"
worker_class = "gthread"
workers = settings.WEB_PROCESSES
threads = settings.WEB_THREADS
# Import Django once, before the fork: a faster start, and memory is shared.
preload_app = True
# Shorter than the time after which the supervisor and container engines kill a process.
graceful_timeout = 2
timeout = 60
max_requests = 10_000
max_requests_jitter = 1_000
# The longest that gunicorn allows: letters beyond ASCII take three or more characters in a query.
limit_request_line = 8190
control_socket_disable = True
# No header may say which part of the path belongs to the site: gunicorn takes SCRIPT_NAME and
# PATH_INFO from its own machine, where the proxy passes on what visitors send.
forwarder_headers = ""
logconfig_dict = settings.LOGGING


def when_ready(server: Any) -> None:
    """Draw some pages before the fork."""
    first_pages.draw(server.app.wsgi())
    garbage_collection.prepare_forks()

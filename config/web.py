"""Gunicorn's configuration: `gunicorn --config python:config.web config.wsgi`.

Reading Django's settings here makes a senseless environment stop gunicorn itself with one line.
"""

import os

from config import env

env.serves_web = True
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings  # noqa: E402  (they ask for serves_web)

bind = f"{settings.HOST}:{settings.PORT}"
worker_class = "gthread"
workers = settings.WEB_PROCESSES
threads = settings.WEB_THREADS
# One import of Django for all processes: a quicker start, and pages of memory shared.
preload_app = True
# The supervisor and container engines kill after five and ten seconds.
graceful_timeout = 2
timeout = 60
max_requests = 10_000
max_requests_jitter = 1_000
control_socket_disable = True
logconfig_dict = settings.LOGGING

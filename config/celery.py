"""The Celery application. A message is only a hint: the database is the only truth."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("entente")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add("config.pulse:Pulse")


@setup_logging.connect
def keep_our_logging(**_signal: Any) -> None:
    """Django has configured logging; a receiver is what keeps Celery from doing so again."""

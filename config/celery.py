"""The Celery application. A message is only a hint to look into the database."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("entente")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add("config.supervisor.heartbeat_file:HeartbeatStep")


@setup_logging.connect
def keep_our_logging(**_signal: Any) -> None:
    """Keep Django's logging: Celery configures none if this signal has a receiver."""

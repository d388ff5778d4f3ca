"""The Celery application. A message is only a hint: the database is the only truth."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("entente")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

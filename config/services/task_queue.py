"""Settings of Celery.

A message is only a hint to look into the database: all expire, none is persistent, no result is
stored. Tasks that must not wait use the queue “deadlines”, the others “deliveries”.
"""

from pathlib import Path
from typing import Any

KEY_PREFIX = "entente:celery:"
"""The beginning of the keys in Redis."""
URGENT = (
    "games.resolve_due",
    "games.expire_lobbies",
    "games.resume_due",
    "games.remind",  # in the other queue it could wait behind thousands of mails
)


def settings(redis_url: str, data_dir: Path) -> dict[str, Any]:
    """The settings of the queue: in Redis if there is one, otherwise in the data folder."""
    return {
        **(_in_redis(redis_url) if redis_url else _in_files(data_dir / "queue")),
        "CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP": True,
        "CELERY_BROKER_CONNECTION_MAX_RETRIES": None,
        # Named, because looking for them in all apps costs each process 13 MB of memory.
        "CELERY_IMPORTS": ["config.tasks", "games.tasks"],
        "CELERY_TASK_IGNORE_RESULT": True,
        "CELERY_TASK_DEFAULT_QUEUE": "deliveries",
        "CELERY_TASK_CREATE_MISSING_QUEUES": True,
        "CELERY_TASK_ROUTES": {name: {"queue": "deadlines"} for name in URGENT},
        "CELERY_TASK_TIME_LIMIT": 300,
        "CELERY_WORKER_PREFETCH_MULTIPLIER": 1,
        "CELERY_WORKER_HIJACK_ROOT_LOGGER": False,
        "CELERY_WORKER_ENABLE_REMOTE_CONTROL": False,
        "CELERY_TIMEZONE": "UTC",
        # Keeps no schedule file: intervals do not need one, and it can be damaged when a machine
        # dies.
        "CELERY_BEAT_SCHEDULER": "config.supervisor.heartbeat_file:HeartbeatScheduler",
        "CELERY_BEAT_MAX_LOOP_INTERVAL": 5,  # so that it soon notices a changed system clock
    }


def _in_redis(url: str) -> dict[str, Any]:
    return {
        "CELERY_BROKER_URL": url,
        "CELERY_BROKER_TRANSPORT_OPTIONS": {"global_keyprefix": KEY_PREFIX},
    }


def _in_files(folder: Path) -> dict[str, Any]:
    return {
        "CELERY_BROKER_URL": "filesystem://localhost",
        "CELERY_BROKER_TRANSPORT": "config.services.file_broker:Transport",
        "CELERY_BROKER_TRANSPORT_OPTIONS": {
            "data_folder_in": str(folder),
            "data_folder_out": str(folder),
            "polling_interval": 0.2,
        },
    }

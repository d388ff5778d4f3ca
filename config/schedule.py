"""Intervals at which beat sends each task."""

from typing import Any

from . import env

# The worker's clock decides on expiry: if it is minutes ahead of beat's, hints must still count.
EXPIRES = 300  # seconds


def entries(*, backups: bool = False, pictures: bool = False) -> dict[str, dict[str, Any]]:
    """Return Celery's setting `beat_schedule`. The operator sets two of the intervals.

    `backups` says whether workers that have a folder for backups make them. Beat needs none.
    `pictures` says whether maps are drawn before anybody asks for them.

    `prepare_data` writes one file and shares a queue with `deliver_due`. It must not come more
    often, so that mails never wait for two files.
    """
    deliver_seconds = env.integer("ENTENTE_DELIVER_SECONDS", 2, 1, 60)
    every = {
        "resolve_due": env.integer("ENTENTE_RESOLVE_SECONDS", 1, 1, 60),
        "deliver_due": deliver_seconds,
        "prepare_data": max(5, deliver_seconds),
        "remind": 10,
        "post_due": 10,
        "push_due": 10,
        "resume_due": 30,
        "expire_lobbies": 60,
        "recompute_ratings": 60,
        "record_results": 60,
        "draw_animations": 10,
        "play_bots": 2,
        "close_accounts": 300,
        "delete_expired": 3600,
    }
    tasks = {f"games.{name}": seconds for name, seconds in every.items()}
    if pictures:
        tasks["games.draw_maps"] = 5
    if backups:
        tasks["site.back_up"] = 600
    return {
        task.partition(".")[2]: {
            "task": task,
            "schedule": seconds,
            "options": {"expires": EXPIRES},
        }
        for task, seconds in tasks.items()
    }

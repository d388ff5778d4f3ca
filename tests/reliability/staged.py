"""The site's settings for a clock that runs ahead: an hour of the site's takes seconds.

LEASE_HOURS is the shortest lease of a mail, in hours of the site's clock. Five minutes of that
clock may be less than it takes to send a mail: the lease would run out while its holder is alive.
"""

import datetime as dt
import os

from django.apps import AppConfig

from config.settings import *  # noqa: F403
from config.settings import CELERY_BEAT_SCHEDULE
from config.settings import INSTALLED_APPS as USUAL_APPS

INSTALLED_APPS = [*USUAL_APPS, "tests.reliability.staged.Staged"]
for _name in ("remind", "resume_due"):  # every ten seconds would be every three hours
    CELERY_BEAT_SCHEDULE[_name]["schedule"] = 1


class Staged(AppConfig):
    name = "tests.reliability"
    label = "staged"
    path = os.path.dirname(__file__)  # noqa: PTH120  (Django wants text)

    def ready(self) -> None:
        from games.telling import outbox

        shortest = dt.timedelta(hours=float(os.environ["LEASE_HOURS"]))
        outbox.LEASE = max(outbox.LEASE, shortest)

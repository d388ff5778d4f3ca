"""Settings of a site whose clock runs fast: an hour of its clock takes seconds.

LEASE_HOURS is the shortest lease of a mail, in hours of the site's clock. Five minutes of that
clock may be less than it takes to send a mail, and the lease would run out while its holder is
alive.
"""

import datetime as dt
import os

from django.apps import AppConfig

from config.settings import *  # noqa: F403
from config.settings import CELERY_BEAT_SCHEDULE
from config.settings import INSTALLED_APPS as USUAL_APPS

INSTALLED_APPS = [*USUAL_APPS, "tests.reliability.fast_clock_settings.FastClock"]
for _name in ("remind", "resume_due"):  # ten seconds would be hours of the fast clock
    CELERY_BEAT_SCHEDULE[_name]["schedule"] = 1


class FastClock(AppConfig):
    name = "tests.reliability"
    label = "fast_clock"
    path = os.path.dirname(__file__)  # noqa: PTH120  (Django requires a string)

    def ready(self) -> None:
        from games.notifications import outbox

        shortest = dt.timedelta(hours=float(os.environ["LEASE_HOURS"]))
        outbox.LEASE = max(outbox.LEASE, shortest)

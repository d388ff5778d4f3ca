"""Prometheus metrics: counters of all processes of this machine, and gauges from the database.

No label holds a game, a person or a path.
"""

import time
from collections.abc import Callable, Iterable, Iterator

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import games.core.metrics  # noqa: F401 (registers its counters, so that each is exported from the start)
from accounts.models import AccountMail
from games.models import Game, Notification, Phase

from .. import site_address
from .health import lateness

Handler = Callable[[HttpRequest], HttpResponse]

# Others are counted as “other”: clients may send any word as a method.
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}
REQUESTS = Counter(
    "entente_requests",
    "Answered requests, by the name of their view.",
    ["method", "view", "status"],
)
SECONDS = Histogram(
    "entente_request_seconds",
    "From the request's arrival to the end of its answer.",
    ["method", "view"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
BACKUPS = Counter("entente_backups", "Backups of the schedule, by outcome.", ["outcome"])
BACKUP_MADE, BACKUP_FAILED = (BACKUPS.labels(outcome) for outcome in ("made", "failed"))


def requests_middleware(get_response: Handler) -> Handler:
    """Count and time requests, except the site's own (`http.first_pages`).

    Stands below WhiteNoise, so that static files are not counted.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        if site_address.OWN_REQUEST in request.META:
            return response
        method = request.method if request.method in METHODS else "other"
        view = request.resolver_match.view_name if request.resolver_match else "unknown"
        REQUESTS.labels(method, view, f"{response.status_code // 100}xx").inc()
        seconds = SECONDS.labels(method, view)
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = _timed(response.streaming_content, began, seconds)
        else:
            seconds.observe(time.perf_counter() - began)
        return response

    return middleware


def _timed(parts: Iterable[bytes], began: float, seconds: Histogram) -> Iterator[bytes]:
    try:
        yield from parts
    finally:
        seconds.observe(time.perf_counter() - began)


def has_valid_token(request: HttpRequest) -> bool:
    """Return whether the request's bearer token is METRICS_TOKEN."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower() == "bearer" and constant_time_compare(token, settings.METRICS_TOKEN)


def export() -> bytes:
    """Return all metrics in Prometheus's text format."""
    registry = CollectorRegistry()
    registry.register(DatabaseCollector())
    if settings.METRICS_DIR:
        MultiProcessCollector(registry, settings.METRICS_DIR)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    return generate_latest(registry)


class DatabaseCollector(Collector):
    """Gauges from the database, the same on every machine."""

    def collect(self) -> Iterator[Metric]:
        try:
            gauges = list(self._gauges())
        except DatabaseError:  # the counters matter most while the database is down
            gauges = []
        yield GaugeMetricFamily(
            "entente_database_up", "Whether the database answered.", value=bool(gauges)
        )
        yield from gauges

    def _gauges(self) -> Iterator[Metric]:
        late = lateness()
        phases = Phase.objects.open().count()
        yield GaugeMetricFamily("entente_phases_open", "Phases that take orders.", phases)
        yield GaugeMetricFamily(
            "entente_phases_due", "Open phases past their deadline.", late["due"]
        )
        yield GaugeMetricFamily(
            "entente_lateness_seconds",
            "How long the oldest due phase has been waiting.",
            late["late_seconds"],
        )
        mails = Notification.objects.filter(
            send_at__isnull=False, channel=Notification.Channel.MAIL
        )
        waiting = (
            mails.order_by()
            .values("pk")
            .union(AccountMail.objects.order_by().values("pk"), all=True)
        )
        yield GaugeMetricFamily("entente_mails_waiting", "Mails not yet sent.", waiting.count())
        yield self._games()

    def _games(self) -> Metric:
        games = GaugeMetricFamily("entente_games", "Games, by status.", labels=["status"])
        counted = Game.objects.order_by().values_list("status").annotate(Count("pk"))
        for status, number in (dict.fromkeys(Game.Status.values, 0) | dict(counted)).items():
            games.add_metric([status], number)
        return games

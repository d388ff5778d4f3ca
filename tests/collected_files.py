"""Static files as browsers get them, which one process of a test run collects for all others."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest import mock

from django.conf import settings
from django.contrib.staticfiles import handlers
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import override_settings
from pytest_django.live_server_helper import LiveServer

from config.http.static import HashedStaticFiles
from config.templatetags import scripts

from .shared_databases import run_lock, text_of

ROOT = Path(__file__).resolve().parent.parent
COLLECT = """
import django
django.setup()
from config.supervisor import start
start.collect_static()
"""


@cache
def collected_folder() -> Path:
    """Return the folder with the files as the first start of a site collects them."""
    with run_lock("static") as file:
        folder = file.with_name(f"{file.name}-files")
        if not text_of(file):
            _collect(folder)
            file.write_text("collected", encoding="utf-8")
        return folder


def _collect(folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="entente-collected-") as data:
        variables = {"STATIC_ROOT": str(folder), "ENTENTE_DATA": data}
        subprocess.run(
            [sys.executable, "-c", COLLECT],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"}
            | variables,
            check=True,
        )


@contextlib.contextmanager
def collected_files() -> Iterator[None]:
    """Name the collected files in pages until the end of the block."""
    storage, modules = _storage(), cache(scripts.modules.__wrapped__)
    with (
        mock.patch.object(staticfiles_storage, "_wrapped", storage),
        mock.patch.object(scripts, "modules", modules),
    ):
        yield


@cache
def _storage() -> HashedStaticFiles:
    return HashedStaticFiles(location=collected_folder(), base_url=settings.STATIC_URL)


def live_server() -> LiveServer:
    """Start a server that answers with the collected files, as WhiteNoise serves them."""
    own = override_settings(STATIC_ROOT=str(collected_folder()), WHITENOISE_AUTOREFRESH=False)
    unwrapped = mock.patch.object(handlers, "StaticFilesHandler", lambda application: application)
    with own, collected_files(), unwrapped:
        return LiveServer("localhost")

"""`./run upgrade` brings a site up to date, or leaves it as it was."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import factories
from tests.site import ROOT, Site, serving, until

from . import backups

pytestmark = [pytest.mark.processes, pytest.mark.timeout(300)]

CODE = (
    "accounts",
    "adjudicator",
    "config",
    "docs/help",
    "docs/rules",
    "games",
    "locale",
    "static",
    "templates",
)
FILES = ("manage.py", "run", "requirements.txt", ".gitignore")
GIT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
GIT |= {
    f"GIT_{who}_{what}": "x@x.test" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}
# It destroys rows and cannot be undone by the database, as on a disk that fills up half-way.
FAILING = """
from django.db import migrations

def fail(apps, editor):
    raise RuntimeError("this migration fails")

class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "LAST")]
    operations = [
        migrations.RunSQL("UPDATE accounts_user SET name = 'lost'"),
        migrations.RunPython(fail),
    ]
"""
GOOD = FAILING.replace("UPDATE accounts_user SET name = 'lost'", "SELECT 1").replace(
    "migrations.RunPython(fail)", "migrations.RunPython(migrations.RunPython.noop)"
)


class Checkout(Site):
    """A site that runs from a git clone of its own."""

    def __init__(self, folder: Path) -> None:
        password = {"DJANGO_SUPERUSER_PASSWORD": factories.PASSWORD}
        super().__init__(folder, **GIT, **password)
        self.root = folder / "code"
        self.root.mkdir()
        for name in CODE:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, self.root / name, ignore=ignored)
        for name in FILES:
            shutil.copy2(ROOT / name, self.root / name)
        (self.root / ".venv").symlink_to(sys.prefix)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("First")

    def git(self, *words: str) -> str:
        return subprocess.run(
            ["git", *words],
            cwd=self.root,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def commit(self, subject: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)
        return self.git("rev-parse", "HEAD")

    def with_migration(self, branch: str, text: str) -> str:
        """Commit a migration on a new branch; return the commit. `main` stays checked out."""
        folder = self.root / "accounts/migrations"
        last = max(path.stem for path in folder.glob("0*.py"))
        self.git("checkout", "--quiet", "-b", branch)
        (folder / "9000_new.py").write_text(text.replace("LAST", last))
        commit = self.commit(branch)
        self.git("checkout", "--quiet", "main")
        return commit

    def upgrade(self, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["./run", "upgrade", *options],
            cwd=self.root,
            env=self.environment,
            check=False,
            capture_output=True,
            text=True,
        )

    def migrations(self) -> list[str]:
        return backups.rows(self)["django_migrations"]


@pytest.fixture
def site(tmp_path: Path) -> Checkout:
    if not (Path(sys.prefix) / "requirements.txt").exists():
        pytest.skip("the environment was not made by ./run")
    site = Checkout(tmp_path)
    site.migrate()
    site.manage("createsuperuser", "--no-input", "--email=op@example.org", "--name=Op")
    return site


def test_a_failing_migration_brings_all_back_and_a_good_one_is_served(site: Checkout) -> None:
    failing, good = site.with_migration("failing", FAILING), site.with_migration("good", GOOD)
    first = site.git("rev-parse", "HEAD")
    people = backups.rows(site)["accounts_user"]
    before = site.manage("site_check")
    assert "the site does not run" in before.stdout
    assert before.returncode == 0, before.stdout
    with serving(site):
        assert site.process is not None
        until(lambda: "serving" in site.logged(), seconds=60, what="it says so")
        assert "is ready" in site.manage("site_check").stdout

        failed = site.upgrade("--to", "failing")
        assert failed.returncode == 1, failed.stderr
        assert "everything is as it was before" in failed.stderr
        assert "the site is up again" in failed.stderr
        assert site.git("rev-parse", "HEAD") == first != failing
        assert site.git("branch", "--show-current") == "main"
        assert backups.rows(site)["accounts_user"] == people
        assert not any("9000_new" in row for row in site.migrations())
        assert site.answers()  # in the same process, as its terminal or systemd expects

        done = site.upgrade("--to", "good")
        assert done.returncode == 0, done.stderr
        assert "upgraded." in done.stderr
        assert any("9000_new" in row for row in site.migrations())
        assert backups.rows(site)["accounts_user"] == people
        assert site.answers()
        served = site.folder / "data/commit"
        until(lambda: served.read_text() == good, seconds=30, what="it notes what it serves")
        kept = list((site.folder / "data/backups").glob("before-upgrade-*.sqlite3"))
        assert len(kept) == 2
        checked = site.manage("site_check")
        assert checked.returncode == 0, checked.stdout


def test_what_cannot_be_upgraded_is_refused_before_anything_changes(site: Checkout) -> None:
    before = backups.rows(site)
    (site.root / "manage.py").write_text("# mine\n", "utf-8")
    refused = site.upgrade("--pull")
    assert refused.returncode == 3
    assert "files of the code were changed here" in refused.stderr
    site.git("checkout", "--quiet", "manage.py")
    site.environment["ENTENTE_MODE"] = "production"
    assert "this upgrades embedded sites" in site.upgrade().stderr
    del site.environment["ENTENTE_MODE"]

    lost = site.upgrade("--to", "nowhere")
    assert lost.returncode == 1
    assert "git checkout: " in lost.stderr
    assert "everything is as it was before" in lost.stderr
    assert "the site did not run: start it by ./run" in lost.stderr
    assert backups.rows(site) == before


@pytest.mark.soak
def test_code_that_was_unpacked_by_hand_leaves_the_site_stopped_with_what_to_do(
    site: Checkout,
) -> None:
    """Without a clone nobody knows the former code: a start would fail in the same way."""
    site.with_migration("failing", FAILING)
    with serving(site):
        assert site.process is not None
        site.git("checkout", "--quiet", "failing")
        (site.root / ".git").rename(site.folder / "git")
        failed = site.upgrade()
        assert failed.returncode == 1
        assert "the site stays stopped" in failed.stderr
        assert "./run manage restore " in failed.stderr
        assert site.process.wait(30) == -signal.SIGTERM


@pytest.mark.soak
def test_an_environment_that_cannot_be_made_gives_way_to_the_former_one(site: Checkout) -> None:
    site.git("checkout", "--quiet", "-b", "unlockable")
    (site.root / "requirements.txt").write_text("no-such-package==0 --hash=sha256:00\n")
    site.commit("Unlockable")
    site.git("checkout", "--quiet", "main")
    failed = site.upgrade("--to", "unlockable")
    assert failed.returncode == 1
    assert "everything is as it was before" in failed.stderr
    assert (site.root / ".venv").readlink() == Path(sys.prefix)
    assert not (site.root / ".venv-former").exists()

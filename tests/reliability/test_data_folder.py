"""The data folder and all files in it can be read by their owner only."""

import os
import stat
from pathlib import Path

import pytest

from config import data_folder, env

from .forks import forks
from .test_settings import clean, manage

# Begins with the umask of most systems: other accounts may read what a program creates.
COMMANDS = """
import os
os.umask(0o022)
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from pathlib import Path
from django.core.cache import cache
from django.core.mail import send_mail
from django.core.management import call_command
from config.celery import app
from config.supervisor import start
call_command("migrate", verbosity=0)
from django.conf import settings
with start.lock_data_folder(settings.DATA_DIR):
    cache.add("key", "value")
    send_mail("Subject", "Text", None, ["anna@x.test"])
    app.send_task("games.remind", queue="deadlines")
call_command("backup")
call_command("backup", str(settings.DATA_DIR / "own.sqlite3"))
call_command("restore", str(settings.DATA_DIR / "own.sqlite3"), interactive=False)
"""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def loose(folder: Path) -> list[str]:
    """Return the paths in the folder that other accounts may use."""
    paths = [folder, *folder.rglob("*")]
    return sorted(str(path.relative_to(folder)) for path in paths if mode(path) & 0o077)


def loose_folder(folder: Path, *files: str, permissions: int = 0o755) -> Path:
    """Create the folder and these files as a careless umask would."""
    for name in ("", *files):
        path = folder / name
        (path if not name else path.parent).mkdir(parents=True, exist_ok=True)
        if name:
            path.write_text("correct-horse-battery-staple-0123456789-abcdefghijklmnop")
            path.chmod(0o644)
            path.parent.chmod(permissions)
    folder.chmod(permissions)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_everything_that_a_site_writes_is_its_owners_alone(folder: Path) -> None:
    loose_folder(folder)
    answer = forks().run(program=COMMANDS, environment=clean(folder))
    assert answer.returncode == 0, answer.stderr
    names = {path.name for path in folder.rglob("*")}
    assert {"db.sqlite3", "secret_key", "lock", "own.sqlite3"} <= names
    assert list(folder.glob("queue/*.msg"))
    assert list(folder.glob("mail/*.txt"))
    assert list(folder.glob("backups/*.sqlite3"))
    assert list(folder.glob("db.sqlite3.replaced-*"))
    assert not loose(folder)


def test_a_loose_folder_of_a_site_is_mended_with_all_that_the_site_wrote(folder: Path) -> None:
    written = ("secret_key", "db.sqlite3", "db.sqlite3-wal", "backups/old.sqlite3", "mail/one.txt")
    loose_folder(folder, *written)
    assert manage(folder, "check").returncode == 0
    assert not loose(folder)
    assert all((folder / name).is_file() for name in written)


def test_loose_files_in_a_closed_folder_are_mended(folder: Path) -> None:
    loose_folder(folder, "secret_key", "db.sqlite3", "backups/old.sqlite3")
    folder.chmod(0o700)
    assert manage(folder, "check").returncode == 0
    assert not loose(folder)


def test_a_closed_folder_keeps_the_permissions_of_files_that_are_not_the_sites(
    folder: Path,
) -> None:
    loose_folder(folder, "secret_key", "photos/holiday.jpg")
    folder.chmod(0o700)
    assert manage(folder, "check").returncode == 0
    assert loose(folder) == ["photos", "photos/holiday.jpg"]


def test_what_a_link_leads_to_keeps_its_permissions(folder: Path) -> None:
    elsewhere = loose_folder(folder.parent / "elsewhere", "old.sqlite3")
    loose_folder(folder, "secret_key")
    (folder / "backups").symlink_to(elsewhere)
    assert manage(folder, "check").returncode == 0
    assert mode(elsewhere) == 0o755
    assert mode(elsewhere / "old.sqlite3") == 0o644


@pytest.mark.parametrize(
    ("files", "permissions", "why"),
    [
        (["holiday.jpg"], 0o755, "files that are not the site's"),
        (["holiday.jpg"], 0o750, "files that are not the site's"),
        (["secret_key"], 0o777, "may have changed"),
        (["secret_key"], 0o1777, "is shared"),
        ([], 0o1777, "is shared"),
    ],
)
def test_a_loose_folder_that_cannot_be_mended_safely_is_refused_and_stays_as_it_is(
    folder: Path, files: list[str], permissions: int, why: str
) -> None:
    loose_folder(folder, *files, permissions=permissions)
    answer = manage(folder, "check")
    assert answer.returncode == env.EXIT_STATUS
    assert answer.stderr.startswith("entente: ENTENTE_DATA: other accounts ")
    assert answer.stderr.count("\n") == 1
    assert why in answer.stderr
    assert mode(folder) == permissions
    assert sorted(path.name for path in folder.iterdir()) == files


@pytest.mark.parametrize("error", [PermissionError(1, "Operation not permitted"), None])
def test_a_folder_whose_permissions_cannot_be_changed_is_refused(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: OSError | None,
) -> None:
    """It belongs to somebody else, or the file system (FAT, for one) knows no permissions."""
    loose_folder(folder, "secret_key")

    def chmod(_path: Path, _mode: int) -> None:
        if error:
            raise error

    monkeypatch.setattr(Path, "chmod", chmod)
    with pytest.raises(SystemExit) as stopped:
        data_folder.prepare(folder)
    assert stopped.value.code == env.EXIT_STATUS
    told = capsys.readouterr().err
    assert told.startswith("entente: ENTENTE_DATA: other accounts can read the data folder ")
    assert told.count("\n") == 1


def test_root_writes_nothing_into_the_folder_of_another_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if os.geteuid() == 0:
        os.chown(tmp_path, 1, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
    owner = data_folder.account_name(tmp_path.stat().st_uid)
    with pytest.raises(SystemExit) as stopped:
        data_folder.prepare(tmp_path)
    assert stopped.value.code == env.EXIT_STATUS
    assert f"is of the account {owner}: sudo -u {owner} ./run" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []

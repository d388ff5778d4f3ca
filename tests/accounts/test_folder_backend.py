import stat
from pathlib import Path

import pytest
from django.core.mail import EmailMessage, get_connection

from accounts import clock


@pytest.fixture
def folder(settings, tmp_path):
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    return tmp_path / "mail"


def send(*messages: EmailMessage) -> int:
    return (
        get_connection("accounts.mails.folder_backend.FolderBackend").send_messages(list(messages))
        or 0
    )


def message(subject: str = "Потвърдете адреса", to: str = "Iva <iva@x.test>") -> EmailMessage:
    return EmailMessage(subject, "Здравей!\nhttp://x.test/" + "a" * 200, "e@x.test", [to])


def test_each_message_is_a_file_named_after_what_it_is(folder):
    assert send(message(), message()) == 2
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 2
    assert all("iva@x.test_потвърдете-адреса" in name for name in names)


def test_a_file_is_readable_as_it_is_and_a_long_link_stays_whole(folder):
    send(message())
    (path,) = folder.iterdir()
    text = path.read_text(encoding="utf-8")
    assert "Subject: Потвърдете адреса\n" in text
    assert "Здравей!\nhttp://x.test/" + "a" * 200 in text


def test_a_file_is_listed_under_its_name_once_it_is_whole(folder, monkeypatch):
    listed: list[list[Path]] = []
    write = Path.write_text

    def watched(path: Path, text: str, encoding: str) -> int:
        written = write(path, text, encoding=encoding)
        listed.append(list(folder.glob("*.txt")))
        return written

    monkeypatch.setattr(Path, "write_text", watched)
    send(message(), message())
    assert [len(files) for files in listed] == [0, 1]
    assert len(list(folder.iterdir())) == 2


def test_a_message_that_cannot_be_written_leaves_no_file(folder, monkeypatch):
    def full(*_args: object, **_more: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space"):
        send(message())
    assert list(folder.iterdir()) == []


def test_a_name_that_another_process_is_writing_is_left_to_it(folder):
    with clock.stopped_at(clock.now()):
        send(message())
        (first,) = folder.iterdir()
        first.rename(first.with_suffix(".unfinished"))
        send(message())
    assert [path.name for path in folder.glob("*.txt")] == [f"{first.stem}_2.txt"]


def test_only_its_owner_may_read_a_file_that_may_hold_a_sign_in(folder):
    send(message())
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("to", ["../../etc/passwd@x.test", "a/b@x.test", "'; rm *'@x.test"])
def test_no_address_leads_out_of_the_folder(folder, to):
    send(message("../../../x", to))
    (path,) = folder.rglob("*")
    assert path.parent == folder


def test_the_log_says_where_mail_lies_and_neither_to_whom_nor_what_about(folder, monkeypatch):
    said: list[dict[str, str]] = []
    monkeypatch.setattr(
        "accounts.mails.folder_backend.log.info", lambda event, **more: said.append(more)
    )
    send(message(), message())
    assert said == [{"folder": str(folder)}] * 2


@pytest.mark.parametrize("letter", ["x", "ж", "外", "𠀀"])
def test_a_long_subject_in_any_script_makes_a_name_that_the_disk_takes(folder, letter):
    assert send(message(letter * 200, f"{'x' * 60}@x.test"), message(letter * 200)) == 2
    assert all(letter * 30 in path.name for path in folder.iterdir())

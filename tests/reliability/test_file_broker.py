"""The file broker reads no half-written message, and drops one that it cannot read."""

import json
import threading
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config.services import file_broker


@pytest.fixture
def connection(tmp_path: Path) -> Connection:
    folders = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    return Connection(
        "filesystem://localhost",
        transport="config.services.file_broker:Transport",
        transport_options={**folders, "polling_interval": 0.01},
    )


def channel_of(connection: Connection) -> file_broker.Channel:
    channel = connection.channel()
    assert isinstance(channel, file_broker.Channel)
    return channel


def envelope(number: int) -> dict[str, Any]:
    return {
        "body": json.dumps(number),
        "headers": {"id": str(number)},
        "content-type": "application/json",
        "content-encoding": "utf-8",
        "properties": {"delivery_info": {"exchange": ""}, "delivery_tag": str(number)},
    }


def test_a_message_comes_out_as_it_went_in_and_leaves_no_file(
    connection: Connection, tmp_path: Path
) -> None:
    with connection:
        queue = connection.SimpleQueue("deadlines")
        queue.put({"look": 1}, headers={"id": "1"})
        message = queue.get(timeout=2)
        assert message.payload == {"look": 1}
        message.ack()
    assert list(tmp_path.iterdir()) == []


def test_messages_come_in_the_order_they_were_sent(connection: Connection) -> None:
    channel = channel_of(connection)
    for number in range(20):
        channel._put("deadlines", envelope(number))
    assert [channel._get("deadlines")["body"] for _ in range(20)] == [str(n) for n in range(20)]


def test_a_queue_does_not_give_out_another_queues_messages(connection: Connection) -> None:
    channel = channel_of(connection)
    channel._put("deliveries", envelope(1))
    with pytest.raises(Empty):
        channel._get("deadlines")
    assert channel._get("deliveries")["body"] == "1"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"7", b"\xff\xfe", b"{}", b'{"body": "x", "properties": {}}']
)
def test_what_cannot_be_read_is_dropped_and_the_next_message_comes(
    connection: Connection, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "0.deadlines.msg").write_bytes(content)
    channel = channel_of(connection)
    channel._put("deadlines", envelope(1))
    assert channel._get("deadlines")["body"] == "1"
    assert list(tmp_path.iterdir()) == []


def test_a_message_still_being_written_is_not_seen(connection: Connection, tmp_path: Path) -> None:
    (tmp_path / "0.tmp").write_text('{"body"')
    with pytest.raises(Empty):
        channel_of(connection)._get("deadlines")
    assert (tmp_path / "0.tmp").exists()


def test_two_readers_and_two_writers_lose_nothing_and_double_nothing(
    connection: Connection,
) -> None:
    each, finished = 300, threading.Event()
    seen: list[int] = []

    def write(first: int) -> None:
        channel = channel_of(connection.clone())
        for number in range(first, first + each):
            channel._put("deadlines", envelope(number))

    def read() -> None:
        channel = channel_of(connection.clone())
        while True:
            was_finished = finished.is_set()
            try:
                seen.append(int(channel._get("deadlines")["body"]))
            except Empty:
                if was_finished:
                    return

    readers = [threading.Thread(target=read) for _ in range(2)]
    writers = [threading.Thread(target=write, args=(n * each,)) for n in range(2)]
    for thread in readers + writers:
        thread.start()
    for thread in writers:
        thread.join()
    finished.set()
    for thread in readers:
        thread.join()
    assert sorted(seen) == list(range(2 * each))


def test_clearing_forgets_messages_and_nothing_else(tmp_path: Path) -> None:
    for name in ("1.deadlines.msg", "2.tmp", "3.deadlines.msg.77.claimed", "kept"):
        (tmp_path / name).write_text("x")
    file_broker.delete_messages(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]

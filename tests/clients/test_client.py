"""The client repeats only what is safe to repeat, and explains refusals."""

import json

import pytest
from entente_client import ApiError, Client

from .stub import Answer, Request, Stub, serving

LATER = Answer(503, b'{"code": "failed", "detail": "Not now."}', {"Retry-After": "2"})
READY = Answer(body=json.dumps({"name": "Ada"}).encode())


class Script:
    """Answers one after the other; the last one again and again."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)

    def __call__(self, _request: Request) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def client_of(stub: Stub, slept: list[float]) -> Client:
    return Client(stub.url, "entente_key", sleep=slept.append)


@pytest.fixture
def slept() -> list[float]:
    """The seconds that the client would have waited."""
    return []


def test_a_read_is_repeated_at_the_time_that_is_told(slept: list[float]):
    with serving(Script(LATER, LATER, READY)) as stub:
        assert client_of(stub, slept).me()["name"] == "Ada"
    assert slept == [2, 2]
    assert stub.requests[0].headers["Authorization"] == "Bearer entente_key"


@pytest.mark.parametrize("path", ["", "/", "/api/v1", "/api/v1/"])
def test_the_address_is_that_of_the_site_or_the_base_address_of_its_api(path: str):
    with serving(Script(READY)) as stub:
        client = Client(f"{stub.url}{path}", "entente_key")
        client.me()
    assert client.url == stub.url
    assert [each.path for each in stub.requests] == ["/api/v1/me"]


def test_a_read_is_given_up_when_the_wait_is_too_long(slept: list[float]):
    long = Answer(429, b'{"code": "too_many_requests"}', {"Retry-After": "91"})
    with serving(Script(long)) as stub, pytest.raises(ApiError) as refused:
        client_of(stub, slept).me()
    assert (refused.value.code, refused.value.retry_after) == ("too_many_requests", 91)
    with serving(Script(LATER)) as stub, pytest.raises(ApiError):
        client_of(stub, slept).me()
    assert sum(slept) == 90


def test_a_write_is_never_repeated(slept: list[float]):
    with serving(Script(LATER, READY)) as stub:
        with pytest.raises(ApiError) as refused:
            client_of(stub, slept).send_message("table", "public", "Once")
        assert len(stub.requests) == 1
    assert (refused.value.status, refused.value.sentence, slept) == (503, "Not now.", [])


def test_each_message_has_a_key_of_its_own(slept: list[float]):
    with serving(Script(READY)) as stub:
        client = client_of(stub, slept)
        client.send_message("table", "public", "One")
        client.send_message("table", "public", "Two")
        client.send_message("table", "public", "Two", idempotency_key="mine")
    keys = [each.headers["Idempotency-Key"] for each in stub.requests]
    assert len(set(keys)) == 3
    assert keys[2] == "mine"


def test_a_page_of_something_else_is_an_error_of_the_api(slept: list[float]):
    with serving(Script(Answer(502, b"<h1>Bad gateway</h1>"), Answer(body=b"<h1>Hi</h1>"))) as stub:
        client = client_of(stub, slept)
        for status in (502, 200):
            with pytest.raises(ApiError) as refused:
                client.me()
            assert (refused.value.status, refused.value.code) == (status, "")
            assert refused.value.sentence == f"The site answered with status {status}."


def test_the_key_does_not_follow_a_redirect(slept: list[float]):
    with serving(Script(READY)) as other:
        elsewhere = Answer(302, b"", {"Location": f"{other.url}/api/v1/me"})
        with serving(Script(elsewhere)) as stub, pytest.raises(ApiError) as refused:
            client_of(stub, slept).me()
    assert refused.value.status == 302
    assert other.requests == []


def test_a_site_has_an_address_of_the_web():
    with pytest.raises(ValueError, match="https://"):
        Client("file:///etc", "entente_key")

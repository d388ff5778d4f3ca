"""Refusals of the API: keys, bodies, methods and limits, each as a problem with a code."""

import datetime as dt
import re
import zoneinfo
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts import account_closing, clock
from accounts.api_keys import keys
from accounts.models import ApiKey, User
from accounts.terms import acceptance
from games.api.problems import Problem
from tests import factories

from .conftest import Table, program

SHEET = {"phase": "S1901M", "orders": ["A PAR H"]}


@pytest.mark.parametrize(
    "header",
    [None, "Bearer", "Bearer entente_00000000_x", "Basic YTpi", "Bearer \x7fé", "x" * 5000],
)
def test_a_missing_or_wrong_key_is_refused(table: Table, header: str | None):
    headers = {} if header is None else {"Authorization": header}
    answer = Client(headers=headers).get(f"/api/v1{table.path}")
    assert (answer.status_code, answer.json()["code"]) == (401, "no_valid_key")
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_revoked_key_and_one_that_has_ended_are_refused(table: Table):
    france = table.programs["FRANCE"]
    keys.revoke(ApiKey.objects.get(prefix=france.key[:16]))
    assert france.get("/me").status_code == 401
    italy = table.programs["ITALY"]
    now = dt.datetime(2090, 1, 1, tzinfo=dt.UTC)
    ApiKey.objects.filter(prefix=italy.key[:16]).update(ends_at=now)
    assert italy.get("/me").status_code == 200
    with time_machine.travel(now, tick=False):
        assert italy.get("/me").status_code == 401


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "no_json"),
        (b"\xff\xfe", 400, "no_json"),
        (b'{"phase": NaN}', 400, "no_json"),
        (b'{"phase": "\\ud800"}', 400, "no_json"),
        (b"[" * 100_000 + b"]" * 100_000, 400, "no_json"),
        (b'{"phase": ' + b"[" * 9 + b"]" * 9 + b"}", 400, "too_deep"),
        (b'"' + b"x" * 5_000_000 + b'"', 413, "too_large"),
        (b"", 422, "wrong_field"),
        (b"[]", 422, "wrong_field"),
        (b"null", 422, "wrong_field"),
        (b'{"phase": "S1901M", "orders": "A PAR H"}', 422, "wrong_field"),
        (b'{"phase": "S1901M", "orders": [1]}', 422, "wrong_field"),
        (b'{"phase": "S1901M"}', 422, "wrong_field"),
        (b'{"phase": "S\\u00001M", "orders": []}', 422, "wrong_field"),
    ],
)
def test_a_body_that_is_no_sheet_is_refused(table: Table, body: bytes, status: int, code: str):
    answer = table.programs["FRANCE"].put(f"{table.seat('FRANCE')}/orders", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content


def test_an_unknown_field_is_named_in_the_callers_language(table: Table):
    france, path = table.programs["FRANCE"], f"{table.seat('FRANCE')}/orders"
    problem = france.put(path, SHEET | {"turbo": True}).json()
    assert (problem["field"], problem["detail"]) == ("turbo", "There’s no field “turbo” here.")
    assert problem["errors"][0]["field"] == "turbo"
    spanish = france.put(path, SHEET | {"turbo": True}, Accept_Language="es").json()
    assert spanish["code"] == problem["code"]


def test_a_method_that_an_address_lacks_is_refused_with_those_it_has(table: Table):
    answer = table.programs["FRANCE"].send("DELETE", f"{table.seat('FRANCE')}/orders")
    assert (answer.status_code, answer.json()["code"]) == (405, "wrong_method")
    assert set(answer.headers["Allow"].split(", ")) >= {"GET", "PUT"}


def test_a_head_is_a_get_without_content(table: Table):
    answer = table.programs["FRANCE"].send("HEAD", table.path)
    assert (answer.status_code, answer.content) == (200, b"")


def test_the_body_of_a_read_means_nothing(table: Table):
    france = table.programs["FRANCE"]
    for body in (b"{", b"x" * 5_000_000):
        assert france.send("GET", table.path, body).status_code == 200
        assert france.send("HEAD", table.path, body).status_code == 200


def test_over_the_limit_a_person_hears_when_it_may_ask_again(table: Table, settings):
    settings.API_LIMITS = {"reads": 2, "writes": 1}
    with time_machine.travel(dt.datetime(2030, 1, 1, 12, 0, 20, tzinfo=dt.UTC), tick=False):
        france = table.programs["FRANCE"]
        first = france.get("/me")
        assert first.headers["RateLimit"] == '"reads";r=1;t=40'
        assert first.headers["RateLimit-Policy"] == '"reads";q=2;w=60'
        france.get("/me")
        another_key = program(ApiKey.objects.get(prefix=france.key[:16]).person)
        for asking in (france, another_key):
            refused = asking.get("/me")
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "40")
        # Writes and other people are counted apart.
        path = f"{table.seat('FRANCE')}/orders"
        answered = [france.put(path, SHEET).status_code for _time in range(2)]
        assert answered == [409, 429]  # that phase is over by then
        assert table.programs["ITALY"].get("/me").status_code == 200


@pytest.mark.parametrize(
    ("action", "method", "path", "body"),
    [
        ("orders", "PUT", "/seats/FRANCE/orders", SHEET),
        ("orders", "PUT", "/seats/FRANCE/ready", {"phase": "S1901M", "ready": False}),
        ("messages", "POST", "/threads/public/messages", {"text": "Hello"}),
        ("games", "POST", "/votes", {"power": "FRANCE", "kind": "draw"}),
    ],
)
def test_a_write_counts_as_a_form_of_a_page(
    table: Table, settings, action: str, method: str, path: str, body: dict[str, object]
):
    settings.ACCOUNT_RATE_LIMITS = {action: "1/m/user"}
    france = table.programs["FRANCE"]
    statuses = [france.send(method, table.path + path, body).status_code for _time in range(2)]
    assert statuses[0] != 429
    refused = france.send(method, table.path + path, body)
    assert (statuses[1], refused.headers["Retry-After"]) == (429, "60")


@pytest.mark.parametrize(
    ("action", "rate", "method", "path", "seconds"),
    [
        ("complaints", "1/h/user", "POST", f"/messages/{'0' * 32}/report", "3600"),
        ("archives", "1/h/user", "GET", "/archive", "3600"),
        ("games", "1/m/user,1/2h/user", "POST", "/lobby/leave", "7200"),
    ],
)
def test_a_refusal_says_when_the_form_may_be_sent_again(
    table: Table, settings, action: str, rate: str, method: str, path: str, seconds: str
):
    settings.ACCOUNT_RATE_LIMITS = {action: rate}
    body = {"complaints": {"reason": "Rude."}, "games": {}}.get(action)
    france = table.programs["FRANCE"]
    assert france.send(method, table.path + path, body).status_code != 429
    refused = france.send(method, table.path + path, body)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, seconds)
    assert refused.headers["RateLimit"].endswith(f'"{action}";r=0;t={seconds}')
    assert refused.headers["RateLimit-Policy"].endswith(f'"{action}";q=1;w={seconds}')
    assert f"Try again in {seconds} seconds." in refused.json()["detail"]


def test_the_language_is_that_of_the_keys_owner_unless_one_is_asked_for(table: Table):
    person = factories.person("Elena", language="es")
    elena = program(person)
    elena.headers = {}
    spanish = elena.get("/games/no-such-game").json()
    english = elena.get("/games/no-such-game", Accept_Language="en-GB,en;q=0.8").json()
    assert english["title"] == "Not found"
    assert spanish["code"] == english["code"]


def test_terms_that_wait_to_be_accepted_come_first(table: Table, settings):
    settings.TERMS, settings.TERMS_VERSION = {"en": "Be kind."}, "2"
    france = table.programs["FRANCE"]
    path = f"{table.path}/threads/public/messages"
    for refused in (france.get("/me"), france.post(path, {"text": "Hello"})):
        problem = refused.json()
        assert (refused.status_code, problem["code"]) == (403, "terms_not_accepted")
        assert problem["page"].endswith("/accounts/terms/")
    acceptance.accept(ApiKey.objects.get(prefix=france.key[:16]).person)
    assert france.get("/me").status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/me", "/api/v1/openapi.json"])
def test_whoever_has_signed_in_in_the_browser_does_not_matter(table: Table, settings, path: str):
    settings.TERMS, settings.TERMS_VERSION = {"en": "Be kind."}, "2"
    france, other = table.programs["FRANCE"], factories.person("Elena", language="es")
    acceptance.accept(ApiKey.objects.get(prefix=france.key[:16]).person)
    account_closing.ask(other)
    newcomer = factories.person("Ben")
    for person in (other, newcomer):
        client = Client(headers={"Authorization": f"Bearer {france.key}", "Accept": "text/html"})
        client.force_login(person)
        assert client.get(path).status_code == 200


def test_an_unknown_parameter_is_refused_by_name(table: Table):
    france = table.programs["FRANCE"]
    refused = france.get("/games?mien=true&limit=5")
    assert (refused.status_code, refused.json()["field"]) == (422, "mien")
    assert refused.json()["detail"] == "There’s no parameter “mien” here."
    assert france.get("/games?mine=true&limit=5").status_code == 200
    path = f"{table.path}/threads/public/messages"
    assert france.get(f"{path}?limit=5").status_code == 200
    assert france.post(f"{path}?limit=5", {"text": "Hello"}).status_code == 422


def test_an_operation_without_a_body_refuses_fields_by_name(table: Table):
    france, path = table.programs["FRANCE"], f"{table.seat('FRANCE')}/come-back"
    refused = france.post(path, {"orders": []})
    assert (refused.status_code, refused.json()["field"]) == (422, "orders")
    assert france.post(path, b"{").json()["code"] == "no_json"
    assert france.post(path, {}).status_code == 200


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", "The body is missing. Send a JSON object."),
        ({"text": 1}, "It must be a text."),
        ({"text": "Hello", "sender": "x" * 21}, "It can have at most 20 characters."),
        ({"text": "Hello", "unsigned": "no"}, "It must be true or false."),
    ],
)
def test_a_wrong_value_is_told_what_is_possible(table: Table, body: Any, expected: str):
    refused = table.programs["FRANCE"].post(f"{table.path}/threads/public/messages", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_field")
    assert refused.json()["detail"].endswith(expected)
    absences = f"{table.seat('FRANCE')}/absences"
    day = table.programs["FRANCE"].post(absences, {"first": "soon", "last": "2050-01-01"})
    assert day.json()["detail"].endswith("It must be a date such as 2027-12-24.")
    limits = table.programs["FRANCE"].get("/games?limit=1000&status=over").json()
    sentences = [each["detail"] for each in limits["errors"]]
    assert any("Possible: “lobby”, “running”," in each for each in sentences)
    assert any(each.endswith("It can be at most 100.") for each in sentences)


def test_a_body_that_is_no_object_is_told_so(table: Table):
    answer = table.programs["FRANCE"].put(f"{table.seat('FRANCE')}/orders", b"[]")
    assert answer.json()["detail"] == "The body must be a JSON object."


@pytest.mark.parametrize(
    ("method", "path", "kind", "status"),
    [
        ("GET", "/api/v1/", "application/json", 404),
        ("PUT", "orders", "application/x-www-form-urlencoded; charset=latin-1", 400),
        ("PUT", "orders", "application/json; charset=latin-1", 400),
        ("PUT", "orders", "multipart/form-data", 400),
    ],
)
def test_odd_requests_are_answered_by_problems(
    table: Table, method: str, path: str, kind: str, status: int
):
    france = table.programs["FRANCE"]
    address = path if path[0] == "/" else f"/api/v1{table.seat('FRANCE')}/{path}"
    client = Client(headers={"Authorization": f"Bearer {france.key}"})
    answer = client.generic(method, address, b'{"text": "\xe9"}', kind)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")


def test_an_answer_says_its_language_and_has_times_in_the_owners_zone(table: Table):
    france = table.programs["FRANCE"]
    User.objects.filter(api_keys__prefix=france.key[:16]).update(time_zone="Asia/Tokyo")
    assert france.get("/me", Accept_Language="es").headers["Content-Language"] == "es"
    open_until = factories.deadline(table.game)
    with time_machine.travel(open_until - dt.timedelta(minutes=1), tick=False):
        answer = france.put(f"{table.seat('FRANCE')}/orders", SHEET).json()
        there = clock.now().astimezone(zoneinfo.ZoneInfo("Asia/Tokyo"))
    assert f"{there:%H:%M}" in answer["message"]
    assert answer["stored"]["saved_at"].endswith("Z")


def test_no_secret_is_in_the_name_of_a_problem():
    assert str(Problem(409, "refused", "A PAR - BUR")) == "409 refused"
    assert re.fullmatch(r"[\d ]+\w+", str(Problem(400, "no_json", "secret")))


def test_codes_in_lower_case_are_those_in_capitals(table: Table):
    france = table.programs["FRANCE"]
    code = factories.open_phase(table.game).code.lower()
    for path in ("/seats/france/orders", f"/phases/{code}", "/threads/france.italy/messages"):
        assert france.get(table.path + path).status_code == 200, path
    body = {"phase": code, "orders": ["A PAR H"], "check": True}
    assert france.put(f"{table.path}/seats/france/orders", body).status_code == 200


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("/phases/F1950M", "unknown_phase", "F1950M"),
        ("/threads/FRANCE.SPAIN/messages", "not_found", "This game has no power “SPAIN”."),
    ],
)
def test_an_address_of_something_unknown_says_what_it_is(
    table: Table, path: str, code: str, said: str
):
    refused = table.programs["FRANCE"].get(table.path + path)
    assert (refused.status_code, refused.json()["code"]) == (404, code)
    assert said in refused.json()["detail"]


def test_an_empty_list_and_a_sheet_without_orders_are_told_so(table: Table):
    france = table.programs["FRANCE"]
    refused = france.put(f"{table.seat('FRANCE')}/orders", {"phase": "S1901M"})
    assert refused.json()["detail"] == "Send “orders” or “text”."
    refused = france.get("/statistics/openings/france?spring=A%20PAR%20-%20BUR")
    assert (refused.status_code, refused.json()["field"]) == (422, "spring")

"""The description of the API, and the page on which people read and try it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pydantic import ValidationError

from accounts.models.api_key import SCOPES
from games.api import pages
from games.api.problems import TITLES
from games.api.schemas.common import Input


def test_the_document_is_openapi_3_1_and_the_same_for_everyone(client: Client, db: None):
    answer = client.get("/api/v1/openapi.json")
    document = json.loads(answer.content)
    assert document["openapi"].startswith("3.1")
    assert (
        answer.content
        == Client(headers={"Accept-Language": "bg"}).get("/api/v1/openapi.json").content
    )
    pages.openapi_document.cache_clear()
    pages.openapi_text.cache_clear()
    assert pages.openapi_text().encode() == answer.content


def test_each_operation_says_what_it_does_and_how_it_refuses():
    for path, operations in pages.openapi_document()["paths"].items():
        for method, operation in operations.items():
            place = f"{method} {path}"
            assert operation.get("description"), place
            assert all(each.get("description") for each in operation["parameters"]), place
            scopes = {scope for each in operation["security"] for scope in each["Key"]}
            assert scopes, place
            assert scopes <= {"read", *SCOPES}, place
            assert (method == "get") or "read" not in scopes, place
            refusals = {status for status in operation["responses"] if status >= "400"}
            assert refusals >= set(pages.REFUSALS_OF_ALL), place
            assert {int(status) for status in refusals} <= TITLES.keys(), place
            if method != "get":
                assert {"400", "403", "409", "413"} <= refusals, place


def test_each_read_with_an_etag_says_that_it_may_be_304():
    without = {
        path
        for path, operations in pages.openapi_document()["paths"].items()
        for method, operation in operations.items()
        if (method == "get") is not ("304" in operation["responses"])
    }
    assert without == {"/api/v1/games/{slug}/archive"}  # sent while it is written


def test_no_field_of_a_body_takes_nul():
    """PostgreSQL has no texts with NUL, not even to look for."""
    document = pages.openapi_document()  # it loads the modules with the bodies
    bodies = [*_inputs(Input)]
    contents = re.findall(r'"requestBody".*?"#/components/schemas/(\w+)"', json.dumps(document))
    assert set(contents) <= {body.__name__ for body in bodies}
    for body in bodies:
        for name in body.model_fields:
            for value in ("a\0b", ["a\0b"], {"a\0b": "a"}, {"a": "a\0b"}, {"a\0b": None}):
                with pytest.raises(ValidationError) as refused:
                    body.model_validate({name: value})
                wrong = {str(each["loc"][0]) for each in refused.value.errors()}
                assert name in wrong, (body, name, value)


def _inputs(body: type[Input]) -> Iterator[type[Input]]:
    for each in body.__subclasses__():
        yield each
        yield from _inputs(each)


def test_every_operation_has_a_summary_that_is_unique():
    operations = [
        operation
        for several in pages.openapi_document()["paths"].values()
        for operation in several.values()
    ]
    assert len({each["summary"] for each in operations}) == len(operations)
    assert len({each["operationId"] for each in operations}) == len(operations)


@pytest.mark.parametrize("language", ["en", "es", "it", "bg"])
def test_the_page_has_a_form_for_each_operation(client: Client, db: None, language: str):
    page = client.get("/api/", headers={"Accept-Language": language}).content.decode()
    assert page.count("data-words") == sum(
        len(operations) for operations in pages.openapi_document()["paths"].values()
    )
    assert len(page.encode()) <= 350 * 1024
    assert not re.search(r"\sstyle=|<style|https?://(?!testserver|localhost|discord)", page)


def test_the_page_says_what_each_field_takes(client: Client, db: None):
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get("/api/").content.decode()).split())
    assert "status query, optional As the games have it" in page
    assert "One of lobby running playing paused aside finished expired" in page
    assert "days body, optional Whole number or null, 1 to 60" in page
    assert "sender body, optional One of your powers" in page
    assert "String or null, at most 20 characters" in page
    assert "FRANCE.GERMANY" in page
    assert "Fields of deadlines weekdays body, optional" in page
    assert "Fields of the answer games List of objects ." in page


def test_trying_a_request_as_it_stands_changes_nothing_unasked():
    """A form has the required fields alone, and each with a value that its schema takes."""
    schemas = pages.openapi_document()["components"]
    for group in pages._groups():
        for operation in group["operations"]:
            body = json.loads(operation["body"] or "{}")
            empty = [name for name, value in body.items() if value in ("", [], {}, None)]
            assert not empty, operation["id"]
            if operation["method"] == "PATCH":
                assert body == {}
    for name, schema in schemas["schemas"].items():
        for each in schema.get("examples", ()):
            assert set(schema.get("required", ())) <= each.keys() <= schema["properties"].keys()
            assert name


def test_the_page_explains_each_code_of_a_problem(client: Client, db: None):
    code = re.compile(r"Problem\(\s*\d{3},\s*\"(\w+)\"")
    texts = [path.read_text() for path in Path("games/api").rglob("*.py")]
    page = client.get("/api/").content.decode()
    used = {name for text in texts for name in code.findall(text)}
    assert len(used) > 15
    assert [name for name in used if f'id="{name}"' not in page] == []


def test_writing_links_does_not_load_the_api():
    """A worker that reverses an address imports neither django-ninja nor pydantic."""
    code = (
        "import django, sys; django.setup(); from django.urls import reverse; reverse('games:api');"
        "print(sorted({'ninja', 'pydantic'} & sys.modules.keys()))"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"

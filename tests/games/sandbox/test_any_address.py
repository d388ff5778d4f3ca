"""Addresses at random are lines, or have one of the declared errors."""

import pytest
from django.test import Client
from hypothesis import given

from games.sandbox import address
from games.sandbox.address import AddressError
from games.sandbox.line import MOST_PHASES
from tests.adjudicator.soaking import often

from .any_address import addresses


@often(300)
@given(addresses)
def test_any_address_is_a_line_within_its_bounds_or_an_error(text: str) -> None:
    try:
        read, code = address.read(text), ""
    except AddressError as error:
        read, code = None, error.code
    if read is None:
        assert code in {"damaged", "too_long", "other_version", "impossible"}
        return
    line = read.line
    positions = [*(phase.position for phase in line.phases), line.position]
    assert len(line.phases) <= MOST_PHASES
    assert sum(len(units) for each in positions[:-1] for units in each.units.values()) <= (
        address.MOST_UNITS
    )
    assert address.read(address.write(line)).line == line


@pytest.mark.django_db
@often(40)
@given(addresses)
def test_any_address_has_a_page(text: str) -> None:
    answer = Client().get(f"/sandbox/{text}/")
    assert answer.status_code in {200, 404}

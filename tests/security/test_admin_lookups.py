"""The lists of the administration accept no filters other than those that they offer.

Django accepts a condition on any column or relation in the query string: `?messages=6` would name
the author of a message, and `?invitation_key__startswith=a` would reveal a key character by
character.
"""

from collections.abc import Iterator
from unittest import mock

import pytest
from django.contrib import admin
from django.db.models import Model
from django.urls import reverse

from accounts.admin_lookups import RestrictedLookupAdmin
from games.models import Event, Message
from tests.soak import SOAK

from .world import World

pytestmark = pytest.mark.django_db
LISTS = {model._meta.label: model for model in admin.site._registry}
# Hundreds of conditions with a page each, so all are tried only in a soak.
HOW = ("", "__isnull", "__gte", "__startswith") if SOAK else ("", "__isnull")
OPERATORS = ("super", "plays")


def address(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def columns(model: type[Model]) -> Iterator[str]:
    """Return the names a condition can use: columns, relations in both directions, hidden ones."""
    yield "pk"
    for field in model._meta.get_fields(include_hidden=True):
        yield from {field.name, getattr(field, "attname", field.name)}


def steps(model: type[Model]) -> Iterator[str]:
    """Return conditions on columns one relation away."""
    for field in model._meta.get_fields(include_hidden=True):
        if isinstance(field.related_model, type):
            for name in columns(field.related_model):
                yield f"{field.name}__{name}"


def offered(model: type[Model]) -> set[str]:
    fields = [str(name) for name in admin.site._registry[model].list_filter]
    return {f"{name}{how}" for name in fields for how in ("", "__exact", "__isnull")}


def test_the_lists_are_all_that_are_registered():
    assert {"accounts.User", "account.EmailAddress", "auth.Group"} < set(LISTS)
    assert {"games.Game", "games.Event"} < set(LISTS)
    for model, registered in admin.site._registry.items():
        assert isinstance(registered, RestrictedLookupAdmin), model
        assert all(isinstance(name, str) for name in registered.list_filter)
        assert not registered.date_hierarchy


@pytest.mark.parametrize("role", OPERATORS if SOAK else OPERATORS[:1])
@pytest.mark.parametrize("label", LISTS)
def test_a_list_refuses_every_condition_that_it_does_not_offer(world: World, label: str, role: str):
    model, client = LISTS[label], world.client(role)
    tried = {f"{name}{how}" for name in columns(model) for how in HOW} | set(steps(model))
    assert len(tried) > 40
    refused = [name for name in tried if client.get(address(model), {name: "1"}).status_code == 400]
    assert tried - set(refused) == offered(model) & tried


@pytest.mark.parametrize("role", OPERATORS)
@pytest.mark.parametrize("label", LISTS)
def test_a_list_offers_its_filters_its_search_and_its_pages(world: World, label: str, role: str):
    client, model = world.client(role), LISTS[label]
    words = ({"q": "a"}, {"o": "1.-2"}, {"o": "99"}, {"p": "1"}, {"all": ""}, {"e": "1"})
    for name in sorted(offered(model)):
        answer = client.get(address(model), {name: "1"})
        assert answer.status_code == 200, name
    for query in (*words, {"_popup": "1"}, {"_facets": "True"}, {"_to_field": "id"}):
        assert client.get(address(model), query).status_code == 200, query


@pytest.mark.parametrize("label", LISTS)
def test_no_column_but_the_key_names_a_row(world: World, label: str):
    model, client = LISTS[label], world.client("super")
    for field in model._meta.get_fields():
        if not getattr(field, "primary_key", False):
            query = {"_popup": "1", "_to_field": field.name}
            assert client.get(address(model), query).status_code == 400, field.name


def test_a_list_does_not_sort_by_names_that_it_hides(world: World):
    client, page = world.client("super"), "/admin/games/event/"
    usual = [event.pk for event in client.get(page, {"o": "99"}).context["cl"].result_list]
    assert len(usual) > 10
    for column, name in enumerate(admin.site._registry[Event].list_display, start=1):
        if name in ("by", "whom"):
            for order in (f"{column}", f"-{column}"):
                found = client.get(page, {"o": order}).context["cl"].result_list
                assert [event.pk for event in found] == usual


def test_without_this_a_list_would_name_the_author_of_a_message(world: World):
    message = Message.objects.filter(thread__game=world.private.game, thread__circle="").first()
    assert message is not None
    page, query = "/admin/accounts/user/", {"messages": str(message.pk)}
    assert world.client("plays").get(page, query).status_code == 400
    django_s_own = admin.ModelAdmin.lookup_allowed
    with mock.patch.object(RestrictedLookupAdmin, "lookup_allowed", django_s_own):
        answer = world.client("plays").get(page, query)
    assert list(answer.context["cl"].result_list) == [message.person]

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import User
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client):
    client.force_login(User.objects.create_superuser("op@x.test", "Operator", PASSWORD))
    return client


def test_a_person_is_listed_and_shown_without_the_hash_of_the_password(operator, anna):
    for name, args in (("changelist", []), ("change", [anna.pk])):
        page = operator.get(reverse(f"admin:accounts_user_{name}", args=args)).content.decode()
        assert "Anna" in page
        assert anna.password not in page
        assert "md5$" not in page
        assert "pbkdf2" not in page


@pytest.mark.parametrize("path", ["add/", "{pk}/password/", "{pk}/delete/"])
def test_nobody_is_added_deleted_or_given_a_password_here(operator, anna, path):
    answer = operator.get("/admin/accounts/user/" + path.format(pk=anna.pk))
    assert answer.status_code in (302, 403, 404)
    if answer.status_code == 302:  # no such page: the admin reads the path as a primary key
        last = operator.get(answer["Location"], follow=True)
        assert last.request["PATH_INFO"] == "/admin/"


def test_an_operator_suspends_nobody_here_for_it_asks_no_reason(operator, anna):
    operator.post(
        reverse("admin:accounts_user_change", args=[anna.pk]),
        {"name": "Anna", "time_zone": "Europe/Madrid", "language": "en"},
    )
    before = anna.password
    anna.refresh_from_db()
    assert (anna.is_active, anna.email, anna.password) == (True, "anna@x.test", before)


@pytest.mark.parametrize(("chosen", "stored"), [("bg", "bg"), ("", ""), ("xx", "es")])
def test_an_operator_changes_a_notation_to_one_that_there_is(operator, anna, chosen, stored):
    User.objects.filter(pk=anna.pk).update(notation="es")
    operator.post(
        reverse("admin:accounts_user_change", args=[anna.pk]),
        {
            "name": "Anna",
            "time_zone": "Europe/Madrid",
            "language": "en",
            "notation": chosen,
            "is_active": "on",
        },
    )
    anna.refresh_from_db()
    assert anna.notation == stored


def test_an_operator_cannot_give_a_name_that_is_taken(operator, anna):
    User.objects.create_user("b@x.test", "Berta")
    answer = operator.post(
        reverse("admin:accounts_user_change", args=[anna.pk]),
        {"name": "BERTA", "time_zone": "UTC", "language": "en", "is_active": "on"},
    )
    assert answer.status_code == 200
    anna.refresh_from_db()
    assert anna.name == "Anna"


def test_staff_without_all_rights_cannot_take_them(client, anna):
    clerk = User.objects.create_user("clerk@x.test", "Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    client.force_login(clerk)
    client.post(
        reverse("admin:accounts_user_change", args=[clerk.pk]),
        {
            "name": "Clerk",
            "time_zone": "UTC",
            "language": "en",
            "is_active": "on",
            "is_staff": "on",
            "is_superuser": "on",
        },
    )
    clerk.refresh_from_db()
    assert (clerk.is_staff, clerk.is_superuser) == (True, False)


def test_an_address_can_be_vouched_for_but_not_replaced(operator, anna):
    address = EmailAddress.objects.get(user=anna)
    EmailAddress.objects.update(verified=False)
    operator.post(
        reverse("admin:account_emailaddress_change", args=[address.pk]),
        {"email": "evil@x.test", "verified": "on"},
    )
    address.refresh_from_db()
    assert (address.email, address.verified) == ("anna@x.test", True)

"""Links from people to their accounts elsewhere, which allauth stores as `SocialAccount`."""

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User

LINKED_MAIL = "socialaccount/email/account_connected"
UNLINKED_MAIL = "socialaccount/email/account_disconnected"


def any_set_up() -> bool:
    """Whether people may sign in with any account elsewhere."""
    return bool(settings.SOCIALACCOUNT_PROVIDERS)


def links_of(person: User) -> QuerySet[SocialAccount]:
    found: QuerySet[SocialAccount] = SocialAccount.objects.filter(user=person).order_by("pk")
    return found


def provider_names() -> dict[str, str]:
    """Return the names of the providers that are set up, by the ids that links store."""
    apps = get_adapter().list_apps(None)
    return {app.provider_id or app.provider: app.name for app in apps}


def shown(link: SocialAccount) -> dict[str, object]:
    """Return what pages show of a link. A provider that was switched off has only its id."""
    provider = provider_names().get(link.provider, link.provider)
    return {"pk": link.pk, "provider": provider, "name": link.extra_data.get("name", "")}


def link(person: User, account: SocialAccount) -> bool:
    """Store a link and tell its person by mail; False if the account is linked to another person.

    Allauth's own function would write the whole row of the person as it was before the provider
    answered, which could undo a suspension. Nobody is linked whose account has been closed since.
    """
    try:
        with transaction.atomic():
            row = User.objects.active().select_for_update().filter(pk=person.pk).first()
            if row is None:
                return False
            account.user = row
            account.save()
    except IntegrityError:
        return links_of(person).filter(provider=account.provider, uid=account.uid).exists()
    provider = shown(account)["provider"]
    get_adapter().send_notification_mail(LINKED_MAIL, person, {"provider": provider})
    return True


def refusal_to_unlink(link: SocialAccount) -> str:
    """Return why a link must stay: its person could not sign in without it. Otherwise ""."""
    person = link.user
    others = links_of(person).filter(provider__in=provider_names()).exclude(pk=link.pk)
    if person.has_usable_password() or others.exists():
        return ""
    return _(
        "Without this account you couldn’t sign in. Choose a password first, then "
        "unlink the account."
    )


def unlink(link: SocialAccount) -> None:
    """Delete a link, and tell its person by mail."""
    provider = shown(link)["provider"]
    person = link.user
    link.delete()
    get_adapter().send_notification_mail(UNLINKED_MAIL, person, {"provider": provider})


def delete_all(person: User) -> bool:
    """Delete the links of a person without a mail; return whether there were any."""
    deleted, _rows = links_of(person).delete()
    return bool(deleted)

"""Of what a person's browsers tell them: of everything, but for what they switched off."""

from collections.abc import Collection

from django.db import transaction

from accounts.models import User

from ...models import Notice, PushOff


def of(person: User) -> list[str]:
    """The kinds of which `person` is told."""
    off = set(PushOff.objects.filter(person=person).values_list("kind", flat=True))
    return [kind for kind in Notice.Kind.values if kind not in off]


def is_off(person: User, kind: str) -> bool:
    return PushOff.objects.filter(person=person, kind=kind).exists()


def choose(person: User, wanted: Collection[str]) -> None:
    """Tell `person` of the kinds `wanted`, and of no other."""
    off = [PushOff(person=person, kind=kind) for kind in Notice.Kind.values if kind not in wanted]
    with transaction.atomic():
        PushOff.objects.filter(person=person, kind__in=wanted).delete()
        PushOff.objects.bulk_create(off, ignore_conflicts=True)

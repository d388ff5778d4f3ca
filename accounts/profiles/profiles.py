"""The profiles of people, and who may see them."""

from collections.abc import Collection

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from accounts.models import Profile, ProfileReport, ProfileVisibility, SpokenLanguage, User
from accounts.names import spelling


def person_of(name: str) -> User | None:
    """Return the person with exactly this name, and their profile with it; None if there is none.

    Closed accounts and newcomers have no profile.
    """
    people = User.objects.confirmed().select_related("profile")
    return people.filter(name_key=spelling.comparison_key(name), name=name).first()


def profile_of(person: User) -> Profile:
    """Return the profile of a person; one with the defaults, not stored, if they have made none."""
    found: Profile | None = getattr(person, "profile", None)
    return found or Profile(person=person)


def languages_of(profile: Profile) -> list[str]:
    """Return the codes of the languages that a person has chosen to name."""
    if profile.pk is None:
        return []
    return list(profile.languages.values_list("code", flat=True))


def language_names(codes: Collection[str]) -> list[str]:
    return [str(name) for code, name in settings.LANGUAGES if code in codes]


def sees(viewer: User | AnonymousUser, profile: Profile) -> bool:
    """Whether `viewer` may see what a profile says."""
    if viewer.pk == profile.person_id:
        return True
    match profile.visibility:
        case ProfileVisibility.EVERYONE:
            return True
        case ProfileVisibility.SIGNED_IN:
            return isinstance(viewer, User)
    return False


def words_of(profile: Profile) -> str:
    """Return the words of a profile; those of a suspended person are not shown."""
    return profile.about if profile.person.is_active else ""


def save(person: User, languages: Collection[str], **fields: object) -> None:
    """Store the choices of a person, unless their account has been closed meanwhile."""
    with transaction.atomic():
        if not User.objects.lock_taking_part(person.pk):
            return
        profile, _made = Profile.objects.update_or_create(person=person, defaults=fields)
        profile.languages.all().delete()
        SpokenLanguage.objects.bulk_create(
            SpokenLanguage(profile=profile, code=code) for code in dict.fromkeys(languages)
        )


def erase(person: User) -> None:
    """Delete the profile of a closed account, and the reports about it or by its person."""
    ProfileReport.objects.filter(person=person).delete()
    ProfileReport.objects.filter(by=person).delete()
    Profile.objects.filter(person=person).delete()

"""Settings and profile of the key's owner. Passwords, addresses and keys are for pages alone."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router

from accounts.forms import PreferencesForm
from accounts.models import User
from accounts.profiles import profiles
from accounts.profiles.forms import ProfileForm

from ...models import Notification
from ...notifications import preferences
from .. import forms, limits
from ..authentication import ACCOUNT, READ, KeyRequest
from ..problems import Problem
from ..schemas import account as schemas
from ..schemas.common import acts, answers

router = Router(tags=["You"])
FIELDS = PreferencesForm.Meta.fields


@router.get(
    "/me/settings", response=answers(schemas.Settings), auth=READ, summary="Read your settings"
)
def read_settings(request: KeyRequest) -> schemas.Settings:
    """Your settings and your choices of notifications."""
    return _settings(request.user)


def _settings(person: User) -> schemas.Settings:
    return schemas.Settings(
        **{name: getattr(person, name) for name in FIELDS},
        emails=preferences.mail_preferences(person),
        push=preferences.push_preferences(person),
    )


@router.patch(
    "/me/settings",
    response=acts(schemas.Settings),
    auth=ACCOUNT,
    summary="Change your settings",
)
def change_settings(request: KeyRequest, change: schemas.SettingsChange) -> schemas.Settings:
    """Change some of your settings: all of these or, if one is wrong, none."""
    limits.count_form(request, "preferences")
    person = User.objects.get(pk=request.user.pk)
    _must_be_kinds(change)
    given = change.model_dump(include=set(FIELDS), exclude_none=True)
    form = PreferencesForm(
        {name: getattr(person, name) for name in FIELDS} | given, instance=person
    )
    forms.must_be_valid(form)
    with transaction.atomic():
        person = _saved(form)
        preferences.set_mail_preferences(person, change.emails)
        if change.push is not None:
            preferences.set_push_preferences(person, change.push)
    return _settings(person)


def _saved(form: PreferencesForm) -> User:
    """The person with the settings of a form. Raises `Problem` if the name was taken meanwhile."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        raise forms.name_taken() from None


def _must_be_kinds(change: schemas.SettingsChange) -> None:
    """Raise `Problem` for an unknown kind of notification, or a way that it does not have."""
    for field, kinds in (("emails", change.emails), ("push", change.push or ())):
        for kind in kinds:
            if kind not in Notification.Kind.values:
                text = _("There’s no notification of this kind.")
                raise Problem(422, "wrong_field", text, field=f"{field}.{kind}")
    for kind, way in change.emails.items():
        if way not in preferences.possible_ways(kind):
            text = _("Emails of this kind can’t be sent in this way.")
            raise Problem(422, "wrong_field", text, field=f"emails.{kind}")


@router.get(
    "/me/profile", response=answers(schemas.OwnProfile), auth=READ, summary="Read your profile"
)
def read_profile(request: KeyRequest) -> schemas.OwnProfile:
    """The words about yourself that others read, and who can see them."""
    return schemas.OwnProfile(**_choices(request.user))


def _choices(person: User) -> dict[str, Any]:
    found = profiles.profile_of(person)
    names = ("about", "visibility", "lists_games")
    return {
        **{name: getattr(found, name) for name in names},
        "languages": profiles.languages_of(found),
    }


@router.patch(
    "/me/profile",
    response=acts(schemas.OwnProfile),
    auth=ACCOUNT,
    summary="Change your profile",
)
@sensitive_variables()
def change_profile(request: KeyRequest, change: schemas.ProfileChange) -> schemas.OwnProfile:
    """Change what your profile says, and who can see it."""
    limits.count_form(request, "preferences")
    wanted = _choices(request.user) | change.model_dump(exclude_none=True)
    form = ProfileForm(wanted, person=request.user)
    forms.must_be_valid(form)
    form.save()
    return schemas.OwnProfile(**_choices(User.objects.get(pk=request.user.pk)))

"""The confirmed address from which a person writes, and to which alone they are answered."""

from allauth.account.models import EmailAddress

from accounts.models import User


def confirmed_address(person: User) -> str:
    """Return the address of `person`, in lower case, if it is confirmed.

    Empty if it is not, or if the site is not open to them: then no mail for them is believed, and
    none is answered.
    """
    confirmed = EmailAddress.objects.filter(user=person, email__iexact=person.email, verified=True)
    taking_part = User.objects.taking_part().filter(pk=person.pk)
    return person.email.lower() if taking_part.exists() and confirmed.exists() else ""

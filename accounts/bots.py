"""The accounts with which bots play. Nobody signs in with one of them."""

import secrets

from django.db import IntegrityError, transaction

from accounts.models import Bot, User
from accounts.names import spelling


def account_of(bot: Bot) -> User:
    """Return the account of a bot; it is created when it is needed first."""
    found = User.objects.filter(bot=bot).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return _create(bot)
    except IntegrityError:  # created meanwhile
        return User.objects.get(bot=bot)


def _create(bot: Bot) -> User:
    """Create the account of a bot, named in English, or with a number if a person has the name."""
    name, number = bot.value.capitalize(), 1
    while User.objects.filter(name_key=spelling.comparison_key(name)).exists():
        number += 1
        name = f"{bot.value.capitalize()} {number}"
    # Nobody can have signed up with it before.
    address = f"{bot.value}-{secrets.token_hex(8)}@bots.invalid"
    return User.objects.create_user(address, name, bot=bot, is_active=False)

"""Rates at which forms may be sent, in allauth's notation: `10/5m/key` is ten in five minutes."""

from . import env

MOST = 1_000_000


def api_limits() -> dict[str, int]:
    """Return how many requests a minute each person may send to the API."""
    reads = env.integer("ENTENTE_API_READS_PER_MINUTE", 300, 1, MOST)
    writes = env.integer("ENTENTE_API_WRITES_PER_MINUTE", 60, 1, MOST)
    return {"reads": reads, "writes": writes}


def rates() -> dict[str, str]:
    """Return the rates of allauth's forms and of our own (accounts/rate_limits.py).

    Four of them are the operator's. Seventy people in one room may share an address; allauth's 30
    sign-ins a minute would lock them out.
    """
    sign_ins = env.integer("ENTENTE_SIGN_INS_PER_MINUTE", 300, 1, MOST)
    orders = env.integer("ENTENTE_ORDERS_PER_MINUTE", 60, 1, MOST)
    messages = env.integer("ENTENTE_MESSAGES_PER_MINUTE", 30, 1, MOST)
    joins = env.integer("ENTENTE_JOINS_PER_MINUTE", 30, 1, MOST)
    return {
        "login": f"{sign_ins}/m/ip",
        # By account and network; a browser that the account has used is counted alone
        # (accounts/sign_in/adapter.py).
        "login_failed": f"{max(10, sign_ins // 5)}/m/ip,10/5m/key",
        "login_failed_in_known_browser": "30/5m/key",
        "signup": f"{sign_ins}/m/ip",
        "confirm_email": "1/30s/key",
        "reset_password": f"{max(20, sign_ins // 5)}/m/ip,5/m/key",
        "reset_password_from_key": f"{max(20, sign_ins // 5)}/m/ip",
        "orders": f"{orders}/m/user",
        "feedback": f"{3 * orders}/m/user",  # requested whenever the typing pauses
        "messages": f"{messages}/m/user",
        "drafts": f"{2 * messages}/m/user",  # sent whenever the typing pauses
        "complaints": "10/h/user",
        "games": f"{joins}/m/user",
        # Each notifies a person who has not asked for it.
        "seat_invitations": "20/d/user",
        "lobby_invitations": "80/d/user",  # more than one form may have (forms/game.py)
        # Each takes up to a second of a processor.
        "searches": "10/m/user",
        "searches_of_strangers": "6/m/ip",
        "sandbox": f"{orders}/m/user",
        "preferences": "30/m/user",
        "data_exports": "3/d/user",
        "pictures": "60/m/user",  # drawn as PNG; pictures from the cache are not counted
        "pictures_of_strangers": "30/m/ip",
        "animations": "10/h/user",  # each takes some twenty seconds of a processor
        "archives": "20/h/user",
        "archives_of_strangers": "10/h/ip",
        "imports": "10/m/user,60/h/user",  # each is checked by resolving all its phases again
        "strangers": f"{sign_ins}/m/ip",
    }

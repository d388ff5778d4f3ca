"""Descriptions of parameters that many operations share, by their places in addresses."""

from typing import Any

IN_PATHS = {
    "games/{slug}": "The name of the game in addresses, such as the-balkan-table.",
    "seats/{power}": "The code of the power, such as FRANCE. The game lists its powers.",
    "phases/{code}": "The code of the phase, such as F1901M.",
    "absences/{first}": "The first day of the absence.",
    "votes/{vote}": "The id of the vote, from the list of votes.",
    "messages/{key}": "The key of the message, from its thread.",
    "people/{name}": "The name of the person.",
    "ratings/{name}": "The name of the person.",
    "openings/{power}": "The code of the power, such as FRANCE.",
    "clubs/{club}": "The name of the club in addresses.",
    "tournaments/{tournament}": "The name of the tournament in addresses.",
    "rounds/{number}": "The number of the round, from 1.",
    "webhooks/{webhook}": "The id of the webhook, from the list of webhooks.",
    "players/{key}": "The last part of the link that the player without an account got.",
    "members/{key}": "The key of the proposal, from the members of the thread.",
    "seats/{key}": "The key of the invitation, from the list of invitations.",
    "readings/{province}": "The province of the order, such as BUR.",
    "threads/{thread}": "“public”, or the powers in it with yours, such as FRANCE.GERMANY. "
    "“master.FRANCE” is that of a power with the game masters, “report.S1901M” that about the "
    "results of a phase. The list of threads has the ids of those with a title.",
}
IN_QUERIES = {
    "limit": "The number of entries on a page.",
    "cursor": "The “next_cursor” of the page before.",
    "invitation": "The last part of an invitation link, for a lobby that it opens to you.",
    "setup": "The code of the set-up, such as standard.",
    "edition": "The edition of the rules; without it, all editions.",
    "press": "The kind of press; without it, all kinds.",
    "pace": "The time for a movement phase: live, up to a day (day), 2 to 3 days (days), or longer "
    "(week); without it, all.",
    "source": "Games that were played here, or recorded ones; without it, both.",
}


def describe(path: str, operation: dict[str, Any]) -> None:
    """Add descriptions to the parameters of an operation that have none."""
    for parameter in operation["parameters"]:
        name = parameter["name"]
        if parameter["in"] == "path":
            place = path.partition(f"/{{{name}}}")[0].rpartition("/")[2]
            text = IN_PATHS.get(f"{place}/{{{name}}}")
        else:
            text = IN_QUERIES.get(name)
        if text is not None:
            parameter.setdefault("description", text)

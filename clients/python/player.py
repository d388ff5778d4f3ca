"""Example of a player: it orders at random among the legal orders, and says that it is ready.

    ENTENTE_KEY=entente_… python player.py https://entente.example the-balkan-table FRANCE

The key needs the scope `orders`. It plays until the game is over.
"""

import os
import random
import sys
import time

from entente_client import ApiError, Client


def random_orders(client: Client, slug: str, power: str) -> tuple[str, list[str]]:
    """The open phase, and an order for each unit or each build or disband that is due."""
    legal = client.legal_orders(slug, power)
    chosen: dict[str, str] = {}
    for row in legal["rows"]:
        possible = [each["order"] for each in row["orders"]]
        free = [order for order in possible if province(order, row["row"]) not in chosen]
        if free:
            order = random.choice(free)
            chosen[province(order, row["row"])] = order
    return legal["phase"], list(chosen.values())


def province(order: str, row: str) -> str:
    """The province of an order such as `F STP/SC B`; the row of one without, which is `WAIVE`."""
    return row if order == "WAIVE" else order.split()[1][:3]


def play(client: Client, slug: str, power: str) -> None:
    """Order in the open phase, and be ready."""
    phase, orders = random_orders(client, slug, power)
    client.save_orders(slug, power, phase, orders)
    client.set_ready(slug, power, phase)
    print(f"{phase}: {', '.join(orders)}", flush=True)


def main(url: str, slug: str, power: str) -> None:
    client = Client(url, os.environ["ENTENTE_KEY"])
    while client.game(slug)["status"] != "finished":
        news = client.news()
        mine = [each for each in news.games or [] if each["slug"] == slug]
        if any(power in each["waits_for_orders_of"] for each in mine):
            try:
                play(client, slug, power)
            except ApiError as error:
                if error.status != 409:  # the phase has just ended
                    raise
        time.sleep(news.wait)


if __name__ == "__main__":
    if len(sys.argv) != 4 or "ENTENTE_KEY" not in os.environ:
        sys.exit(__doc__)
    main(*sys.argv[1:])

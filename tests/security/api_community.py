"""Operations of the API that concern more than one game: the walk of keys knows all of them."""

from typing import Any

FOR_ALL = (
    "/ratings", "/statistics", "/statistics/openings/{power}", "/tournaments", "/clubs",
    "/tournaments/{tournament}", "/tournaments/{tournament}/standings",
    "/tournaments/{tournament}/rounds/{number}",
)  # fmt: skip
OF_A_CLUB = ("/clubs/{club}", "/clubs/{club}/games", "/clubs/{club}/ratings")
OF_A_PERSON = ("/ratings/{name}",)
OF_A_GAME = ("/games/{slug}/statistics",)
READS = {("GET", path) for path in (*FOR_ALL, *OF_A_CLUB, *OF_A_PERSON, *OF_A_GAME)}
INVITATION = {"invitation": "c1" * 16}  # that of `paths.club_of`
WRITES: tuple[tuple[str, str, str, Any], ...] = (
    ("POST", "/tournaments/{tournament}/enter", "account", {}),
    ("POST", "/tournaments/{tournament}/leave", "account", {"confirmed": True}),
    ("PUT", "/tournaments/{tournament}/team", "account", {"name": "Reds"}),
    ("POST", "/clubs/{club}/join", "account", INVITATION),
    ("POST", "/clubs/{club}/leave", "account", {"confirmed": True}),
)

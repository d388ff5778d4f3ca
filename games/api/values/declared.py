"""Players without an account → values of the API, for masters and for the players themselves."""

from accounts.models import User

from ...models import DeclaredPlayer, Game, Seat
from ...seats import declared_players
from ...state import phases, variants
from ..schemas import declared as schemas


def declared_value(player: DeclaredPlayer, seat: Seat) -> schemas.Declared:
    return schemas.Declared(
        power=seat.power,
        powers=_powers(player),
        name=player.name,
        email=player.email,
        email_confirmed=player.confirmed_at is not None,
        link=declared_players.account_url(player) or None,
    )


def offer_value(player: DeclaredPlayer, reader: User) -> schemas.DeclaredOffer:
    game, phase = player.game, phases.current(player.game)
    return schemas.DeclaredOffer(
        game=game.slug,
        title=game.title,
        name=player.name,
        powers=_powers(player),
        masters=master_names(game),
        phase=phase.code if phase else None,
        due_at=phase.due_at if phase else None,
        house_rules=game.house_rules,
        problem=declared_players.problem_for(player, reader),
    )


def master_names(game: Game) -> list[str]:
    rows = game.masterships.current().select_related("person").order_by("pk")
    return [str(row.person) for row in rows]


def _powers(player: DeclaredPlayer) -> list[str]:
    if player.hand is None:
        return []
    return list(variants.powers_of_hand(player.game, player.hand))

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import closing

        from . import access, lobby

        closing.concerns += [access.seats_in_words, access.masterships_in_words]
        closing.farewells.append(lobby.leave_all)

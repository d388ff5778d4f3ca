from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import closing

        from . import access, lobby
        from .mastering import crew
        from .seats import sitting, volunteers

        closing.concerns += [access.seats_in_words, access.masterships_in_words]
        closing.farewells += [
            lobby.leave_all,
            sitting.resign_all,
            crew.leave_all,
            volunteers.withdraw,
        ]

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from accounts import closing

        from . import access, lobby
        from .mastering import crew
        from .seats import sitting, volunteers
        from .telling.pushes import browsers

        closing.concerns += [access.seats_in_words, access.masterships_in_words]
        closing.farewells += [
            lobby.leave_all,
            sitting.resign_all,
            crew.leave_all,
            volunteers.withdraw,
            browsers.forget_all,
        ]
        # Of all ways to sign out, the administration's among them, only Django's own knows.
        user_logged_out.connect(browsers.forget_this)

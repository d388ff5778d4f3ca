from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from .api.urls import urlpatterns as api_urls
from .web.forms import game_master as master_actions
from .web.forms import several_games
from .web.views import (
    absences,
    allotment,
    amendments,
    archive,
    complaints,
    declared_players,
    feeds,
    game_master,
    games,
    help_pages,
    history,
    import_game,
    invitations,
    joint_orders,
    lobby,
    mail,
    maps,
    mastered_games,
    moderation,
    muting,
    new_game,
    notifications,
    order_mail,
    orders_on_behalf,
    own_webhooks,
    play,
    practice,
    press,
    privacy,
    profile,
    ratings,
    replace_seat,
    replay,
    report,
    reported_texts,
    seats,
    settings,
    statistics,
    take_over,
    thread_members,
    votes,
    webhooks,
)
from .web.views.clubs.members import join_club
from .web.views.clubs.urls import urlpatterns as club_urls
from .web.views.course.urls import urlpatterns as course_urls
from .web.views.rulebook.board_urls import urlpatterns as rule_board_urls
from .web.views.rulebook.urls import urlpatterns as rules_urls
from .web.views.sandbox import line as sandbox_line
from .web.views.sandbox import saved as sandbox_saved
from .web.views.sandbox import use_orders as sandbox_use_orders
from .web.views.sandbox.urls import urlpatterns as sandbox_urls
from .web.views.tournaments.urls import urlpatterns as tournament_urls


class PhaseCodeConverter(StringConverter):
    """A phase in a URL, such as S1901M."""

    regex = "[SFW][0-9]{4}[MRA]"


class KeyConverter(StringConverter):
    """The secret part of the URL of an invitation, a map or a person's feeds.

    A value of another shape never reaches the database.
    """

    regex = "[0-9a-f]{32}"


class TokenConverter(StringConverter):
    """A signed token: two parts separated by a point."""

    regex = "[A-Za-z0-9_-]{1,200}[.][A-Za-z0-9_-]{1,100}"


class SealedConverter(StringConverter):
    """An encrypted text of our own: letters and digits."""

    regex = "[A-Za-z0-9_-]{80,3000}"


class PowerConverter(StringConverter):
    """A power in a URL, such as FRANCE."""

    regex = "[A-Z]{1,20}"


class CircleConverter:
    """The powers of a private thread in a URL, such as FRANCE-GERMANY; a notebook has one."""

    regex = "[A-Z]{1,20}(?:-[A-Z]{1,20})*"

    def to_python(self, value: str) -> list[str]:
        return value.split("-")

    def to_url(self, powers: list[str]) -> str:
        return "-".join(powers)


register_converter(PhaseCodeConverter, "phase")
register_converter(KeyConverter, "key")
register_converter(PowerConverter, "power")
register_converter(SealedConverter, "sealed")
register_converter(TokenConverter, "token")
register_converter(CircleConverter, "circle")

phase_urls = [
    path("", history.phase_results, name="phase"),
    path("after/", history.position_after, name="after"),
    path("superseded/<int:number>/", history.superseded_phase, name="superseded"),
    path("report/", report.phase_report, name="report"),
    path("sandbox/", sandbox_line.phase_in_sandbox, name="phase_in_sandbox"),
    path("report/discuss/", press.discuss_report, name="discuss"),
    path("map.svg", maps.map_svg, name="board"),
    path("map.png", maps.map_png, name="picture"),
    path("map-<key:key>.png", maps.shared_map_png, name="shared_picture"),
    path("orders/<power:power>/", play.order_form, name="orders"),
    path("choices/<power:power>/", play.order_choices, name="order_choices"),
    path("echo/<power:power>/", play.order_feedback, name="order_feedback"),
    path("ready/<power:power>/", play.set_ready, name="ready"),
    path("orders/from-sandbox/", sandbox_use_orders.use_orders, name="use_orders"),
    path("orders/", joint_orders.order_forms, name="joint_orders"),
    path("echo/", joint_orders.order_feedback, name="joint_feedback"),
    path("ready/", joint_orders.set_ready, name="joint_ready"),
]

seat_urls = [
    path("take/", seats.take_seat, name="take"),
    path("take/<key:key>/", seats.take_seat, name="take_invited"),
    path("resign/", seats.resign_seat, name="resign"),
    path("back/", seats.come_back, name="come_back"),
    path("accept-end/", seats.accept_end, name="accept_end"),
    path("replace/", replace_seat.replace_player, name="replace"),
    path("replace/undo/", replace_seat.undo_replacement, name="undo_replacement"),
    path("invitation/withdraw/", invitations.withdraw_invitation, name="withdraw_invitation"),
    path("return/", replace_seat.return_seat, name="return_seat"),
    path(
        "disorder/",
        game_master.game_master_action,
        {"kind": master_actions.DeclareDisorder},
        name="declare_disorder",
    ),
    path("remind/", game_master.game_master_action, {"kind": master_actions.Nudge}, name="nudge"),
    *(
        path(f"{name}/", game_master.game_master_action, {"kind": kind}, name=f"seat_{name}")
        for name, kind in master_actions.DECLARED_ACTIONS.items()
    ),
    path("master-orders/", orders_on_behalf.let_master_order, name="let_master_order"),
    path("mail/", order_mail.order_address, name="order_address"),
]

master_urls = [
    path("orders/", orders_on_behalf.enter_orders, name="enter_orders"),
    path("", game_master.game_master_page, name="master"),
    *(
        path(f"{name}/", game_master.game_master_action, {"kind": kind}, name=f"master_{name}")
        for name, kind in (
            master_actions.CLOCK_ACTIONS
            | master_actions.PUBLICATION_ACTIONS
            | master_actions.GAME_ACTIONS
            | master_actions.LOBBY_ACTIONS
            | master_actions.MAP_ACTIONS
            | master_actions.MASTER_ACTIONS
            | master_actions.OVERSIGHT_ACTIONS
        ).items()
    ),
    path(
        "publish/<slug:province>/",
        game_master.game_master_action,
        {"kind": master_actions.CorrectReading},
        name="correct_reading",
    ),
]

press_urls = [
    path("", press.thread_list, name="press"),
    path("public/", press.public_press, name="public_press"),
    path("public/new/", press.new_topic, name="new_public_press"),
    path("to/<circle:powers>/", press.untitled_thread, name="thread"),
    path("to/<circle:powers>/new/", press.new_topic, name="new_thread"),
    path("master/<power:power>/", press.masters_thread, name="master_thread"),
    path("masters/", press.masters_thread, name="masters_thread"),
    path("reports/", press.report_threads_page, name="reports"),
    path("search/", press.search_messages, name="search_press"),
    path("topics/<key:key>/", press.titled_thread, name="topic"),
    path("topics/<key:key>/extend/", thread_members.propose_member, name="propose_member"),
    path("proposals/<key:key>/", thread_members.answer_proposal, name="answer_proposal"),
    path("<key:key>/", press.message_redirect, name="message"),
    path("<key:key>/report/", complaints.report_message, name="report_message"),
    path("<key:key>/mute/", muting.mute_or_unmute, {"wanted": True}, name="mute_power"),
    path("<key:key>/unmute/", muting.mute_or_unmute, {"wanted": False}, name="unmute_power"),
    path(
        "<key:key>/hide/",
        game_master.game_master_action,
        {"kind": master_actions.HideMessage},
        name="hide_message",
    ),
    path(
        "<key:key>/show/",
        game_master.game_master_action,
        {"kind": master_actions.ShowMessage},
        name="show_message",
    ),
]

game_urls = [
    path("", play.game, name="game"),
    path("state/", notifications.poll_game, name="state"),
    path("calendar.ics", feeds.game_calendar, name="calendar"),
    path("calendar-<key:key>.ics", feeds.game_calendar, name="keyed_calendar"),
    path("feed.atom", feeds.game_news, name="news"),
    path("feed-<key:key>.atom", feeds.game_news, name="keyed_news"),
    path("join/", lobby.join_game, name="join"),
    path("invitation/<key:key>/", lobby.join_game, name="invitation"),
    path("invitation/", lobby.renew_invitation, name="renew_invitation"),
    path("leave/", lobby.leave_lobby, name="leave"),
    path("remove/<int:entry>/", lobby.remove_from_lobby, name="remove"),
    path("declare/", declared_players.declare_in_lobby, name="declare_in_lobby"),
    path(
        "declared/<int:player>/remove/",
        declared_players.withdraw_from_lobby,
        name="remove_declared",
    ),
    path(
        "invited/<int:invitation>/withdraw/",
        invitations.withdraw_game_invitation,
        name="withdraw_game_invitation",
    ),
    path("wishes/", allotment.give_wishes, name="wishes"),
    path("powers/", allotment.give_powers, name="powers"),
    path("votes/", votes.propose_vote, name="votes"),
    path("votes/<int:vote>/vote/", votes.cast_vote, name="vote"),
    path("votes/<int:vote>/withdraw/", votes.withdraw_vote, name="withdraw_vote"),
    path("amend/", amendments.propose_amendment, name="amend"),
    path("amend/withdraw/", amendments.withdraw_amendment, name="withdraw_amendment"),
    path("resume/", game_master.restart_game, name="resume"),
    path("settings/", settings.game_settings, name="settings"),
    path("absence/<power:power>/", absences.announce_absence, name="absence"),
    path(
        "absence/<power:power>/<int:absence>/withdraw/",
        absences.withdraw_absence,
        name="withdraw_absence",
    ),
    path("end-practice/", practice.end_practice, name="end_practice"),
    path("archive.zip", archive.game_archive, name="archive"),
    path("players/<key:key>/", declared_players.take_declared_seat, name="take_declared"),
    path("log/", history.game_log, name="log"),
    path("statistics/", statistics.game_statistics, name="statistics"),
    path("replay/", replay.game_replay, name="replay"),
    path("replay/animation.webp", replay.animation_webp, name="animation"),
    path("replay/animate/", replay.make_animation, name="make_animation"),
    path("replay/<phase:code>/", replay.game_replay, name="replay_phase"),
    path("lobby/here/", lobby.say_here, name="say_here"),
    path("elsewhere/", webhooks.webhook_list, name="webhooks"),
    path("elsewhere/add/<slug:kind>/", webhooks.add_webhook, name="add_webhook"),
    path("elsewhere/<int:webhook>/test/", webhooks.try_webhook, name="try_webhook"),
    path("elsewhere/<int:webhook>/off/", webhooks.switch_off_webhook, name="switch_webhook_off"),
    path("small-map/<int:number>.svg", maps.small_map, name="small_map"),
    path("<phase:code>/", include(phase_urls)),
    path("seats/<power:power>/", include(seat_urls)),
    path("press/", include(press_urls)),
    path("master/", include(master_urls)),
]

app_name = "games"
urlpatterns = [
    path("", games.front_page, name="front"),
    *api_urls,
    path("people/<path:name>/", profile.profile_page, name="profile"),
    path("privacy/", privacy.read_privacy, name="privacy"),
    path("help/", help_pages.help_index, name="help"),
    path("help/<slug:page>/", help_pages.help_page, name="help_page"),
    path("rules/", include(rule_board_urls)),
    path("rules/", include(rules_urls)),
    path("sandbox/shared/<key:key>/", sandbox_saved.shared_line, name="shared_line"),
    path("sandbox/", include(sandbox_urls)),
    path("clubs/<slug:slug>/join/<key:key>/", join_club, name="join_club"),
    path("practice/", practice.practice_games, name="practice"),
    path("clubs/", include(club_urls)),
    path("course/", include(course_urls)),
    path("tournaments/", include(tournament_urls)),
    path("ratings/", ratings.rating_list, name="ratings"),
    path("ratings/people/<int:person>/", ratings.person_ratings, name="person_ratings"),
    path("statistics/", statistics.site_statistics, name="site_statistics"),
    path("openings/<power:power>/", statistics.openings, name="openings"),
    path("games/", games.game_list, name="index"),
    path("set-ups/<slug:setup>/small-map.svg", maps.small_start_map, name="small_start_map"),
    path("games/mine/", games.my_games, name="mine"),
    path("games/mastered/", mastered_games.mastered_games, name="mastered"),
    path(
        "games/mastered/extend/",
        mastered_games.act_on_several,
        {"kind": several_games.ExtendForm},
        name="extend_several",
    ),
    path(
        "games/mastered/announce/",
        mastered_games.act_on_several,
        {"kind": several_games.AnnounceForm},
        name="announce_to_several",
    ),
    path(
        "games/mastered/remind/",
        mastered_games.act_on_several,
        {"kind": several_games.RemindForm},
        name="remind_several",
    ),
    path("games/new/", new_game.open_game, name="new"),
    path("games/seats/", seats.open_seats, name="open_seats"),
    path("games/mailed/<sealed:token>/", order_mail.mailed_orders, name="mailed_orders"),
    path("games/volunteer/", seats.waiting_list_page, name="waiting_list"),
    path("games/disorder/", replace_seat.seats_in_disorder, name="civil_disorder"),
    path("games/shared/", moderation.shared_devices_page, name="shared_devices"),
    path(
        "games/shared/<int:one>/<int:other>/dismiss/",
        moderation.dismiss_sharing,
        name="dismiss_sharing",
    ),
    path("games/moderation/", moderation.moderation_log, name="moderation_log"),
    path("games/reported-texts/", reported_texts.text_reports, name="text_reports"),
    path(
        "games/reported-texts/<int:report>/close/",
        reported_texts.close_text_report,
        name="close_text_report",
    ),
    path("games/complaints/", complaints.open_complaints, name="complaints"),
    path(
        "games/complaints/<int:complaint>/close/",
        complaints.close_complaint,
        name="close_complaint",
    ),
    path("games/set-ups/<slug:setup>.png", maps.opening_png, name="opening_picture"),
    path("games/take-over/", take_over.take_over_game, name="take_over"),
    path("games/import/", import_game.import_game, name="import"),
    path("push-worker.js", notifications.push_worker, name="push_worker"),
    path("mail/browser/", notifications.add_browser, name="add_browser"),
    path("mail/browser/stop/", notifications.remove_browsers, name="stop_browsers"),
    path("mail/", mail.notification_preferences, name="mail"),
    path("webhooks/", own_webhooks.own_webhook_list, name="own_webhooks"),
    path("webhooks/add/<slug:kind>/", own_webhooks.add_own_webhook, name="add_own_webhook"),
    path("webhooks/<int:webhook>/test/", own_webhooks.try_own_webhook, name="try_own_webhook"),
    path(
        "webhooks/<int:webhook>/off/",
        own_webhooks.switch_off_own_webhook,
        name="switch_own_webhook_off",
    ),
    path("mail/player/<token:token>/", declared_players.declared_address, name="declared_address"),
    path("mail/unsubscribe/<token:token>/", mail.unsubscribe, name="unsubscribe"),
    path("invitations/", invitations.invitation_list, name="seat_invitations"),
    path("invitations/games/<slug:slug>/decline/", invitations.decline_game, name="decline_game"),
    path("invitations/stop/", invitations.refuse_invitations, name="refuse_invitations"),
    path("invitations/<key:key>/", invitations.invitation, name="seat_invitation"),
    path("feeds/", feeds.feed_addresses, name="feeds"),
    path("calendar-<key:key>.ics", feeds.own_calendar, name="own_calendar"),
    path("games/<slug:slug>/", include(game_urls)),
]

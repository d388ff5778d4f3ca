"""Kinds of events by what their sentences have: names of people, data, markup; and the news."""

from ..models import Event

KIND = Event.Kind

# Actions of players, whose names an anonymous game hides. Those of masters and admins are shown.
BY_PLAYERS = frozenset(
    [
        KIND.JOINED,
        KIND.LEFT,
        KIND.RESIGNED,
        KIND.CAME_BACK,
        KIND.MASTER_ORDERS,
        KIND.PLAYER_ORDERS,
        KIND.ABSENCE,
        KIND.ABSENCE_WITHDRAWN,
        KIND.VOTE_MADE,
        KIND.END_ACCEPTED,
    ]
)
# Events whose text is not a reason.
WITH_DATA = frozenset([KIND.MISSED_TURN, KIND.ABSENCE, KIND.ABSENCE_WITHDRAWN])
# Events about the player of a power, and so about all powers of that player.
OF_HANDS = frozenset(
    [
        KIND.MISSED_TURN,
        KIND.CIVIL_DISORDER,
        KIND.CAME_BACK,
        KIND.RESIGNED,
        KIND.INVITED,
        KIND.DECLINED,
        KIND.INVITATION_ENDED,
        KIND.REPLACED,
        KIND.LENT,
        KIND.SEAT_RETURNED,
        KIND.DECLARED,
        KIND.UNDECLARED,
        KIND.MASTER_ORDERS,
        KIND.PLAYER_ORDERS,
        KIND.ABSENCE,
        KIND.ABSENCE_WITHDRAWN,
    ]
)
# Events whose texts have the markup of messages.
WITH_MARKUP = frozenset([KIND.ANNOUNCED, KIND.COMMENTED, KIND.COMMENT_CHANGED])
# Events whose text has lines: see `change_text`.
CHANGES = frozenset([KIND.RENAMED, KIND.ALLOTMENT_CHANGED])
ABOUT_MASTERS = frozenset([KIND.MASTER_JOINED, KIND.MASTER_LEFT])
# Actions of masters and admins: the log adds the actor's name. Other sentences name the actor
# themselves, or the actor's name may be hidden.
BY_MASTERS = frozenset(
    [
        KIND.POWERS_BY_MASTER,
        KIND.POWERS_BY_DRAW,
        KIND.GAME_DELETED,
        KIND.ALLOTMENT_CHANGED,
        KIND.RENAMED,
        KIND.GAME_RESUMED,
        KIND.GAME_DRAWN,
        KIND.GAME_CLOSED,
        KIND.GAME_REOPENED,
        KIND.TAKEN_OVER,
        KIND.IMPORTED,
        KIND.EXTENDED,
        KIND.SHORTENED,
        KIND.HURRIED,
        KIND.READING_CORRECTED,
        KIND.LATE_ORDERS,
        KIND.PUBLISHED,
        KIND.PAUSED,
        KIND.UNPAUSED,
        KIND.SETTINGS_CHANGED,
        KIND.ANNOUNCED,
        KIND.COMMENTED,
        KIND.COMMENT_CHANGED,
        KIND.CIVIL_DISORDER,
        KIND.INVITED,
        KIND.INVITATION_ENDED,
        KIND.REPLACED,
        KIND.LENT,
        KIND.SEAT_RETURNED,
        KIND.PLACE_DECLARED,
        KIND.PLACE_WITHDRAWN,
        KIND.DECLARED,
        KIND.UNDECLARED,
        KIND.MASTER_JOINED,
        KIND.MASTER_LEFT,
        KIND.ROLLED_BACK,
        KIND.CORRECTED,
        KIND.MAPS_SHOWN,
        KIND.MAPS_HIDDEN,
        KIND.MESSAGE_HIDDEN,
        KIND.MESSAGE_SHOWN,
        KIND.WEBHOOK_ADDED,
        KIND.WEBHOOK_OFF,
    ]
)

# Events that are news. Lobby entries, votes, absences and visits of administrators are not.
NEWS_KINDS = frozenset(
    [
        KIND.LOBBY_EXPIRED, KIND.GAME_BEGUN, KIND.TAKEN_OVER, KIND.COIN_TOSSED, KIND.ALL_READY,
        KIND.PHASE_RESOLVED, KIND.ORDERS_CLOSED,
        KIND.GAME_SET_ASIDE, KIND.GAME_RESUMED, KIND.GAME_WON, KIND.GAME_DRAWN, KIND.GAME_ENDED,
        KIND.GAME_CONCEDED,
        KIND.GAME_CLOSED, KIND.GAME_ABANDONED, KIND.GAME_REOPENED, KIND.END_FINAL, KIND.GAME_RESTS,
        KIND.EXTENDED, KIND.SHORTENED, KIND.HURRIED, KIND.PAUSED, KIND.UNPAUSED, KIND.GRACE_GIVEN,
        KIND.MADE_UP, KIND.MISSED_TURN,
        KIND.SETTINGS_CHANGED, KIND.ANNOUNCED, KIND.COMMENTED, KIND.COMMENT_CHANGED,
        KIND.RENAMED, KIND.AMENDED,
        KIND.CIVIL_DISORDER, KIND.CAME_BACK, KIND.RESIGNED,
        KIND.REPLACED, KIND.LENT, KIND.SEAT_RETURNED, KIND.DECLARED, KIND.UNDECLARED,
        KIND.MASTER_JOINED, KIND.MASTER_LEFT,
        KIND.ROLLED_BACK, KIND.CORRECTED,
    ]
)  # fmt: skip

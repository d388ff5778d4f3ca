"""Answers of the API as dictionaries: names and types of their fields.

They follow `/api/v1/openapi.json`; a test of Entente compares both. Moments are texts such as
`2027-03-01T18:00:00Z`.
"""

from typing import Literal, TypedDict


class GameLine(TypedDict):
    """A game in a list."""

    slug: str  # its lasting name in all addresses
    title: str
    status: str  # lobby, playing, paused, aside, finished, expired
    setup: str
    rules: str  # the edition of the rules
    press: str
    language: str
    visibility: str
    anonymous: bool
    phase: str | None  # the newest phase, such as F1901M
    due_at: str | None  # when the open phase ends; None if it has no end
    free_seats: int  # seats that you could take


class GamePage(TypedDict):
    games: list[GameLine]
    next_cursor: str | None


class Deadline(TypedDict):
    deadline: str | None  # as it was promised
    due_at: str | None  # when it ends: sooner if all are ready
    is_due: bool
    waits_for_publication: bool


class ByKey(TypedDict):
    """Rights of players’ programs in the game."""

    orders: bool
    press: bool


class Fact(TypedDict):
    name: str
    value: str


class Power(TypedDict):
    """A power in the newest phase. A field is None if it is secret from you."""

    power: str
    name: str
    player: str  # the name, or a word for a hidden or missing player
    neutral: bool
    mine: bool
    units: int
    centers: int
    in_civil_disorder: bool
    orders_due: int
    has_ordered: bool | None
    is_ready: bool | None
    result: str | None  # won or drew, once the game is over


class ChangedRule(TypedDict):
    question: str
    answer: str
    instead_of: str  # the answer that it replaces


class Coming(TypedDict):
    """Changes from the next phase on; empty lists if there are none."""

    settings: list[Fact]
    rules: list[ChangedRule]
    house_rules: str | None  # the new ones; None if they stay


class Game(TypedDict):
    slug: str
    title: str
    status: str
    setup: str
    board: str  # the name of its map: see /games/{slug}/map
    rules: str
    press: str
    language: str
    visibility: str
    anonymous: bool
    created_at: str
    started_at: str | None
    ended_at: str | None
    ending: str | None  # how it ended, as a sentence
    phase: str | None
    phase_name: str | None
    time: Deadline | None  # the clock of the open phase
    by_key: ByKey
    settings: list[Fact]  # all settings in words, as the page has them
    changed_rules: list[ChangedRule]
    house_rules: str  # those that count in the newest phase
    coming: Coming | None  # None unless a phase is open
    powers: list[Power]
    my_powers: list[str]
    is_master: bool
    masters: list[str]


class PhaseLine(TypedDict):
    code: str
    name: str
    status: Literal["open", "resolved", "final"]
    opened_at: str
    due_at: str | None
    resolved_at: str | None


class PhaseList(TypedDict):
    phases: list[PhaseLine]  # in the order of play


class Reason(TypedDict):
    code: str
    params: dict[str, str | int | bool | None]
    text: str
    rule: str  # the number of the rule behind it, or empty


class Result(TypedDict):
    """An order of a resolved phase with its outcome."""

    order: str  # canonical, such as A PAR - BUR
    text: str  # in your notation
    outcome: str
    outcome_text: str
    succeeded: bool
    given: bool  # false if the rules supplied it
    bot: str  # the bot that gave it for a power in civil disorder, such as novice, or empty
    dislodged: bool
    destroyed: bool
    reason: Reason | None


class Pictures(TypedDict):
    """Addresses of the map as a picture; `Client.picture` fetches it."""

    svg: str
    png: str


class Phase(TypedDict):
    code: str
    name: str
    status: Literal["open", "resolved", "final"]
    opened_at: str
    deadline: str | None
    due_at: str | None
    resolved_at: str | None
    units: dict[str, list[str]]  # by power, before the orders
    # by power: each dislodged unit, and where it may retreat to
    dislodged: dict[str, dict[str, list[str]]]
    centers: dict[str, list[str]]
    orders_due: dict[str, int]  # how many orders each power owes
    # by power, once everyone may read the orders; None before
    results: dict[str, list[Result]] | None
    no_moves_received: list[str]
    next: str | None  # the phase after this one
    pictures: Pictures


class Province(TypedDict):
    code: str
    name: str
    type: Literal["inland", "coastal", "sea"]
    coasts: list[str]
    center: bool
    home: str | None
    army_moves: list[str]
    fleet_moves: dict[str, list[str]]  # by coast; “” where it has only one


class Map(TypedDict):
    board: str  # its name
    pictures: Pictures | None  # of the newest phase
    provinces: list[Province]


class WaitingPerson(TypedDict):
    name: str  # a word if the name is hidden from you
    mine: bool
    reliability: str  # empty if the name is hidden from you
    here: bool | None  # in a live game: whether they were seen lately


class Lobby(TypedDict):
    slug: str
    title: str
    closed: bool  # True once the game has begun or its time is over
    closes_at: str
    starts_at: str | None  # the joining time of a live game
    seats: int
    free_seats: int
    waiting: list[WaitingPerson]
    allotment: str  # lot, wishes, master or draw
    hands: list[str]  # what people can wish for: FRANCE, or AUSTRIA.FRANCE
    entered: bool  # whether you have joined
    wishes: list[str]  # your own, the first choice first
    house_rules: str
    questions: list[str]  # what you confirm by joining with “confirmed”


class Joined(TypedDict):
    begun: bool  # True if yours was the last seat, and the game has begun
    message: str


class Wishes(TypedDict):
    wishes: list[str]  # the first choice first; empty if you have none


class OpenSeat(TypedDict):
    """A seat that you could take over; of several that one person plays, the first."""

    game: str  # the slug of the game
    title: str
    power: str  # take this one; “powers” come with it
    powers: list[str]
    units: int
    centers: int
    phase: str | None
    due_at: str | None


class OpenSeatPage(TypedDict):
    seats: list[OpenSeat]  # those open longest come first
    next_cursor: str | None


class Accepted(TypedDict):
    final: bool
    message: str


class Absence(TypedDict):
    first: str  # its name in addresses
    last: str


class AbsenceList(TypedDict):
    absences: list[Absence]  # the latest first
    waits: bool  # whether deadlines of the game wait for absent players


class ReadySeat(TypedDict):
    phase: str
    power: str
    ready: bool
    message: str


class LegalOrder(TypedDict):
    order: str  # canonical, such as A PAR - BUR
    text: str  # the order in your language


class LegalRow(TypedDict):
    """A unit, or one build or disband that is due, with the orders that it may get."""

    row: str
    label: str
    orders: list[LegalOrder]


class LegalOrders(TypedDict):
    phase: str
    power: str
    rows: list[LegalRow]


class StoredOrder(TypedDict):
    order: str  # canonical
    text: str  # the order in your language
    warnings: list[str]


class Orders(TypedDict):
    """The stored orders of a seat. They count at the deadline: there are no drafts."""

    phase: str
    power: str
    orders: list[StoredOrder]
    ready: bool
    receipt: str | None  # the digest of the newest receipt
    saved_at: str | None


class Question(TypedDict):
    """A doubtful line: the orders that its writer may mean. Answer it in `answers`."""

    province: str
    unit: str
    options: list[LegalOrder]


class Line(TypedDict):
    """A line of a text as it was understood."""

    line: int  # its number, from 1
    typed: str
    order: str  # canonical; empty if no order was understood, or several
    text: str  # the order in your language, or empty
    state: Literal["good", "doubtful", "asked", "wrong", "remark"]
    problem: str  # why it can't be accepted, or empty
    warnings: list[str]
    question: Question | None


class Saved(TypedDict):
    """The answer to a sheet that was taken as a whole, or only checked."""

    saved: bool
    changed: bool
    message: str
    lines: list[Line]
    stored: Orders


class PowerVote(TypedDict):
    power: str
    in_favour: bool | None  # None while it has not voted
    mine: bool


class Vote(TypedDict):
    id: str
    kind: str
    text: str
    proposed_by: str | None
    needed: int
    total: int
    secret: bool  # then only your own vote is listed
    votes: list[PowerVote]


class VoteList(TypedDict):
    phase: str
    votes: list[Vote]
    kinds: list[str]  # what can be proposed now


class Done(TypedDict):
    message: str


class Thread(TypedDict):
    # public, the powers as FRANCE.GERMANY, topic.…, report.S1901M, or master.FRANCE with the
    # game masters
    id: str
    title: str
    powers: list[str]
    with_masters: bool
    newest_at: str
    unread: int  # messages that you have not read; 0 in games of others


class ThreadList(TypedDict):
    threads: list[Thread]  # threads in which you may read a message


class Message(TypedDict):
    key: str
    power: str | None  # None for the game master and for an unsigned message
    by_master: bool
    author: str  # the name, empty if you may not know it
    mine: bool
    unsigned: bool
    hidden: bool
    muted: bool  # whether you have muted its power
    sent_at: str
    text: str


class MessagePage(TypedDict):
    thread: str
    messages: list[Message]  # the newest first
    next_cursor: str | None  # for the page with earlier messages


class Sent(TypedDict):
    thread: str
    message: Message


class Draft(TypedDict):
    """An unsent message. Only you can read it."""

    thread: str
    title: str | None  # of the thread that the message would begin; else None
    sender: str  # a power of yours, or “master”
    text: str
    unsigned: bool
    version: str  # send it as “seen” when you save the draft again
    saved_at: str


class DraftList(TypedDict):
    drafts: list[Draft]  # the newest first


class SavedDraft(TypedDict):
    draft: Draft | None  # None if it was deleted
    replaced: str  # the text that was stored elsewhere meanwhile, else empty


class Settings(TypedDict):
    name: str  # the name that everyone sees
    language: str
    time_zone: str
    notation: str  # the notation of orders; empty: as the language
    pattern_fills: bool  # patterns on the map besides colors
    takes_invitations: bool
    emails: dict[str, str]  # by kind of notification: at_once, without_text, summary or off
    push: list[str]  # the kinds that your browsers show


class OwnProfile(TypedDict):
    about: str  # what you say about yourself
    visibility: str  # everyone, signed_in or nobody
    lists_games: bool
    languages: list[str]


class PersonFact(TypedDict):
    name: str
    value: str


class PersonGame(TypedDict):
    slug: str
    title: str
    powers: list[str]
    since: str
    until: str | None  # None while the person plays
    result: str  # in words; empty while the game goes on


class Person(TypedDict):
    """A profile as you may see it. A private one has a name and nothing else."""

    name: str
    private: bool
    about: str
    languages: list[str]
    here_since: str | None
    reliability: list[PersonFact]  # in words
    lists_games: bool
    running: list[PersonGame]  # games with hidden names are in no list
    past: list[PersonGame]  # the latest first
    next_cursor: str | None  # for the page with earlier games


class GameNews(TypedDict):
    slug: str
    state: str  # it changes whenever something that you may see has changed
    phase: str | None
    due_at: str | None
    waits_for_orders_of: list[str]  # your powers that have not ordered yet


class News(TypedDict):
    games: list[GameNews]  # your games that are not over
    next_look_at: str  # ask again then, not sooner


class KeyInfo(TypedDict):
    name: str
    prefix: str
    scopes: list[str]  # of read, orders, press, master and account
    ends_at: str | None


class Me(TypedDict):
    name: str
    language: str
    time_zone: str
    notation: str  # the notation of orders; empty: as the language
    takes_invitations: bool
    about: str  # what you say about yourself on your profile
    profile_visibility: str
    key: KeyInfo


class Notification(TypedDict):
    kind: str
    text: str
    game: str | None  # the slug of the game; None if you may not see it now
    phase: str | None
    at: str


class NotificationList(TypedDict):
    notifications: list[Notification]  # the newest first


# For game masters


class PlayersAbsence(TypedDict):
    first: str
    last: str


class MasteredPower(Power):
    """A power with its player, for the game masters. Orders are not shown."""

    orders_missing: bool
    last_seen: str | None  # the last day on which the player was here
    missed_turns: int
    missed_last_turn: str | None  # a sentence if they missed it and stay
    absence: PlayersAbsence | None
    suspended: bool
    reminded_at: str | None  # in this phase, within a day
    may_be_reminded: bool
    invited: str | None  # the person who is invited to the seat
    substitute: bool
    replaced: bool
    without_account: bool
    orders_by_master: bool


class MasteredLobby(TypedDict):
    """A game that has not begun."""

    closes_at: str
    free_seats: int
    waiting: list[str]
    without_account: list[str]
    invited: list[str]
    invitation: str  # the link to pass on
    hands: list[str]  # what each person plays: FRANCE, or AUSTRIA.FRANCE
    allotment: str  # lot, wishes, master or draw


class Clock(TypedDict):
    """The answer to an act on the clock: how it runs since."""

    message: str
    status: str  # playing or paused
    time: Deadline | None  # its deadline is the next `seen`
    paused_until: str | None


class Master(TypedDict):
    """A game as its masters see it."""

    slug: str
    title: str
    status: str
    phase: str | None
    time: Deadline | None
    paused_until: str | None
    earliest_deadline: str | None  # None if no extension can be undone
    powers: list[MasteredPower]
    lobby: MasteredLobby | None  # None once the game has begun
    masters: list[str]
    actions: list[str]  # what can be done now, by the ends of addresses


class DoubtfulOrder(TypedDict):
    """An order that can be read in another way."""

    power: str
    province: str
    typed: str
    order: str
    readings: list[str]


class MissedTurn(TypedDict):
    """A power whose orders are missing, and what follows from it."""

    power: str
    text: str


class Preview(TypedDict):
    """The results of a closed phase before they come out."""

    phase: str
    seen: str  # needed to publish them
    results: dict[str, list[Result]]
    doubtful: list[DoubtfulOrder]
    ends_game: bool
    warning: str  # who misses the turn, and how the game ends
    missed: list[MissedTurn]


class EnteredList(TypedDict):
    phase: str
    powers: list[Orders]  # those whose orders you enter


class SectionQuestion(TypedDict):
    """A section of a text that is not read before its question is answered."""

    key: str
    kind: str  # stranger: did a player write it? copy: how many lines are quoted?
    named: str
    powers: list[str]
    choices: list[str]
    answer: str
    lines: dict[str, str]


class SkippedSection(TypedDict):
    reason: str
    named: str
    lines: dict[str, str]


class EnteredPart(TypedDict):
    power: str
    lines: list[Line]


class EnteredOrders(TypedDict):
    saved: bool
    message: str
    parts: list[EnteredPart]
    questions: list[SectionQuestion]
    skipped: list[SkippedSection]
    not_entered: list[str]  # powers whose players give the orders themselves


class RatingLine(TypedDict):
    rank: int | None  # None while the rating is provisional
    name: str
    points: int
    games: int


class RatingPage(TypedDict):
    ladder: Literal["full", "gunboat", "few"]
    ratings: list[RatingLine]  # by points; the provisional ones come last
    next_cursor: str | None


class PersonRating(TypedDict):
    ladder: Literal["full", "gunboat", "few"]
    points: int
    games: int
    provisional: bool


class RatingChange(TypedDict):
    """A game that changed a rating. A game that you may not see has no name and no powers."""

    ladder: Literal["full", "gunboat", "few"]
    difference: int
    points: int  # the rating after the game
    ended_at: str | None
    result: str  # a sentence
    game: str | None
    title: str | None
    powers: list[str]


class PersonRatings(TypedDict):
    name: str
    ratings: list[PersonRating]
    changes: list[RatingChange]  # the newest first
    next_cursor: str | None


class GameYear(TypedDict):
    """Numbers of centers and units by power, at the end of a year or at another moment."""

    moment: str  # start, year, now or end
    year: int
    centers: dict[str, int]
    units: dict[str, int]


class PowerStab(TypedDict):
    power: str  # the power that was stabbed
    phase: str


class PowerDeeds(TypedDict):
    """The deeds of a power in the resolved phases; the numbers of others are by their powers."""

    power: str
    builds: int
    disbands: int
    lost: int
    supports: dict[str, int]  # orders to support units of another power
    useful_supports: dict[str, int]  # those of them that counted
    attacks: dict[str, int]
    stabs: list[PowerStab]


class MessageCounts(TypedDict):
    power: str
    private: dict[str, int]  # to each of the others
    public: int


class Correspondence(TypedDict):
    powers: list[MessageCounts]
    masters: int  # public messages of the game master
    unsigned: int


class GameStatistics(TypedDict):
    readable: bool  # false if a position of the game can’t be read
    years: list[GameYear]
    powers: list[PowerDeeds]
    messages: Correspondence | None  # None unless everyone may read all messages


class Results(TypedDict):
    """Numbers of games by their result for a power."""

    games: int
    won: int
    shared: int  # draws in which it had a share
    survived: int
    eliminated: int
    average_centers: float


class PowerResults(TypedDict):
    power: str
    name: str
    results: Results


class GamesByLength(TypedDict):
    years: int
    games: int


class GamesByEnd(TypedDict):
    end: str  # solo, concession, draw, limit or unknown
    text: str
    games: int


class SiteStatistics(TypedDict):
    setup: str
    games: int
    powers: list[PowerResults]
    lengths: list[GamesByLength]
    ends: list[GamesByEnd]


class Opening(TypedDict):
    orders: list[str]  # canonical
    text: str  # the orders in your notation
    results: Results


class OpeningList(TypedDict):
    games: int  # in which the power gave any of these orders
    most: list[Opening]  # the most frequent ones first, at most 100


class Openings(TypedDict):
    setup: str
    power: str
    name: str
    springs: OpeningList
    falls: OpeningList | None  # what followed the spring; None unless you asked for one


class TournamentLine(TypedDict):
    """A tournament in a list."""

    slug: str
    title: str
    status: str  # open, running, finished or cancelled
    setup: str
    press: str
    entered: int  # also people who have left
    rounds_drawn: int
    rounds_planned: int
    entries_until: str | None
    created_at: str


class TournamentPage(TypedDict):
    tournaments: list[TournamentLine]  # those that go on come first
    next_cursor: str | None


class TournamentRound(TypedDict):
    number: int
    drawn_at: str
    games: int
    games_over: int


class Tournament(TypedDict):
    slug: str
    title: str
    about: str
    status: str
    scoring: str
    settings: list[Fact]  # what was agreed, in words
    house_rules: str  # those of all its games
    organizers: list[str]
    rounds: list[TournamentRound]
    rounds_planned: int
    rounds_counting: int | None  # a person’s best rounds; None: all count
    entries_until: str | None
    entered: bool  # whether you are in it
    can_enter: bool
    has_teams: bool
    team: str | None  # yours


class PersonStanding(TypedDict):
    rank: int
    name: str
    team: str | None
    points: float
    rounds: list[float | None]  # None where a round gave no points yet
    wins: int
    has_left: bool  # false as long as names of players are hidden


class TeamStanding(TypedDict):
    rank: int
    name: str
    points: float


class Standings(TypedDict):
    people: list[PersonStanding]
    teams: list[TeamStanding]


class TablePlayer(TypedDict):
    name: str
    powers: list[str]


class TournamentTable(TypedDict):
    number: int
    game: str
    title: str
    status: str
    players: list[TablePlayer]  # as they were drawn; empty while names are hidden


class RoundTables(TypedDict):
    number: int
    drawn_at: str
    tables: list[TournamentTable]


class ClubLine(TypedDict):
    """A club in a list."""

    slug: str
    name: str
    listed: bool  # false: only its members can find it
    role: str | None  # yours: member or master


class ClubPage(TypedDict):
    clubs: list[ClubLine]  # by their names
    next_cursor: str | None


class ClubMember(TypedDict):
    name: str
    is_master: bool
    since: str | None  # None unless you are in the club


class Club(TypedDict):
    slug: str
    name: str
    about: str
    listed: bool
    role: str | None
    members: list[ClubMember]  # those whose names you may see
    members_not_shown: int


class DeadlineRule(TypedDict):
    """The rule for deadlines; None is what does not count."""

    weekdays: list[str] | None
    at: str | None
    least_hours: int | None
    phase_hours: int | None
    window_hours: int | None
    build_hours: int | None
    retreat_weekdays: list[str] | None
    retreat_at: str | None
    build_weekdays: list[str] | None
    build_at: str | None
    live_minutes: int | None
    live_window_minutes: int | None
    live_build_minutes: int | None


class GameSettingsValues(TypedDict):
    """The newest settings of a game, under the names by which they are changed."""

    pace: str | None  # None if the deadlines are those of no pace
    deadlines: DeadlineRule
    zone: str | None
    skipped: list[str]  # dates
    holidays: str  # the code of a country, or empty
    absence_cap_days: int
    ready_minutes: int
    on_missed: str
    grace_hours: int
    disorder_after: str
    disorder_misses: int
    seats_open_to: str
    bots_in_disorder: bool
    orders_by_key: bool
    press_by_key: bool


class PositionAsText(TypedDict):
    phase: str
    position: str


class WebhookDelivery(TypedDict):
    at: str | None  # when it arrived, or is tried again
    event: str
    state: str
    problem: str


class Webhook(TypedDict):
    """A place that gets the news of a game."""

    id: str
    kind: str
    address: str  # shortened
    language: str
    since: str
    made_by: str
    waiting: int
    deliveries: list[WebhookDelivery]


class WebhookList(TypedDict):
    webhooks: list[Webhook]


class Outcome(TypedDict):
    """An act in one of several games."""

    slug: str
    done: bool
    message: str


class Outcomes(TypedDict):
    outcomes: list[Outcome]


# Seats, invitations and practice games


class OrderConsent(TypedDict):
    """Consent to a game master who enters your orders, and so reads them."""

    offered: bool  # whether the game has agreed to such orders
    allowed: bool


class Declared(TypedDict):
    """A player without an account, for the masters of the game."""

    power: str
    powers: list[str]  # all that the person plays
    name: str  # empty if it was removed
    email: str
    email_confirmed: bool
    link: str | None  # the link to an account


class DeclaredLink(TypedDict):
    link: str
    message: str


class DeclaredOffer(TypedDict):
    """The seat that a player without an account can take over with one."""

    game: str  # the slug of the game
    title: str
    name: str
    powers: list[str]
    masters: list[str]
    phase: str | None
    due_at: str | None
    house_rules: str
    problem: str  # why you can’t take the seat; empty if you can


class SeatInvitationLine(TypedDict):
    key: str
    powers: list[str]
    invited_by: str
    expires_at: str


class GameInvitation(TypedDict):
    """An invitation to a game that has not begun. Join it with `invitation`."""

    game: str  # the slug of the game
    invited_by: str  # empty if you may not know the name
    closes_at: str
    invitation: str


class InvitationList(TypedDict):
    seats: list[SeatInvitationLine]
    games: list[GameInvitation]
    takes_invitations: bool


class SeatInvitation(TypedDict):
    """An invitation to a seat, with what you need to decide."""

    key: str
    kind: str  # replace, lend, take_over
    game: str  # the slug of the game
    title: str
    public: bool
    powers: list[str]
    invited_by: str
    phases: int | None  # for a substitute
    phase: str | None
    due_at: str | None
    expires_at: str
    masters: list[str]
    settings: list[Fact]
    house_rules: str
    questions: list[str]  # confirmed by accepting with `confirmed`
    problem: str  # why you can’t accept now; empty if you can


class LobbyInvitations(TypedDict):
    link: str | None  # None unless you have joined
    may_renew: bool
    invited: list[str]  # people who have not joined yet


class WaitingList(TypedDict):
    since: str | None  # None if you are not on the list
    remark: str
    questions: list[str]  # confirmed by entering with `confirmed`


class Volunteer(TypedDict):
    name: str
    since: str
    remark: str
    problem: str  # why this person can’t take the seat; empty if they can


class VolunteerList(TypedDict):
    volunteers: list[Volunteer]


class PracticeGame(TypedDict):
    slug: str
    title: str
    power: str  # one of your powers in it


class PracticeGames(TypedDict):
    games: list[PracticeGame]
    most: int  # how many you can have at once


class NamedProvince(TypedDict):
    code: str
    name: str


class BotProposals(TypedDict):
    """Proposals that a bot understands in a thread now."""

    phase: str | None  # None if nothing can be proposed now
    power: str | None  # that of the bot
    until: int | None  # the year at whose end agreements are over
    supports: list[LegalRow]
    provinces: list[NamedProvince]


class MemberProposal(TypedDict):
    """A proposal to add a power to a thread."""

    key: str
    power: str  # which proposes it
    newcomer: str
    with_past: bool
    made_at: str
    is_open: bool
    outcome: str  # joined, refused, lapsed; empty while it is open
    answers: dict[str, bool]
    text: str
    waits_for: list[str]  # powers of yours that have not answered


class MemberProposals(TypedDict):
    proposals: list[MemberProposal]
    newcomers: list[str]


class TakenOver(TypedDict):
    """A game that goes on here, or the position of one that was only checked."""

    game: Game | None
    position: str  # as it was understood
    players: dict[str, str]  # the people who are invited, by power
    warnings: list[str]

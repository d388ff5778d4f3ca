"""The client offers each operation that the site describes, and its types are those described."""

import datetime as dt
import json
import pkgutil
import re
from importlib import import_module
from typing import Any, get_type_hints, is_typeddict

from entente_client import Client, MasterClient, types

from games.api import pages

from .stub import Answer, Request, serving

SIMPLE = {"string": str, "integer": int, "number": float, "boolean": bool, "null": type(None)}
KEY = "0" * 32
DAY = dt.date(2050, 1, 1)
SLUG, POWER, CODE = "the-balkan-table", "FRANCE", "S1901M"
MOMENT = "2099-01-01T00:00:00Z"


def types_of_the_client() -> dict[str, type]:
    """All types of answers, by name. Each has one module."""
    modules = [
        import_module(f"{types.__name__}.{each.name}")
        for each in pkgutil.iter_modules(types.__path__)
    ]
    own = [
        each
        for module in modules
        for each in vars(module).values()
        if is_typeddict(each) and each.__module__ == module.__name__
    ]
    assert len({each.__name__ for each in own}) == len(own)
    return {each.__name__: each for each in own}


TYPES = types_of_the_client()


def described(schema: dict[str, Any]) -> Any:
    """The type of a schema, as annotations of the client have it. Enums are their base."""
    if "$ref" in schema:
        return TYPES.get(schema["$ref"].rpartition("/")[2], schema["$ref"])
    if "anyOf" in schema:
        first, *others = map(described, schema["anyOf"])
        for other in others:
            first |= other
        return first
    if schema["type"] == "array":
        return list[described(schema["items"])]  # type: ignore[misc]
    if schema["type"] == "object":
        return dict[str, described(schema["additionalProperties"])]  # type: ignore[misc]
    return SIMPLE[schema["type"]]


def without_choices(annotation: Any) -> Any:
    """The annotation of a field; `str` for texts of which only some are possible."""
    return str if "Literal" in str(annotation) else annotation


def answers_described() -> dict[str, dict[str, Any]]:
    """The schemas of all answers that are no problems, with their parts, by name."""
    document = pages.openapi_document()
    found: dict[str, dict[str, Any]] = {}

    def collect(part: Any) -> None:
        for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part)):
            if name not in found:
                found[name] = document["components"]["schemas"][name]
                collect(found[name])

    for operations in document["paths"].values():
        for operation in operations.values():
            collect([each for code, each in operation["responses"].items() if code < "400"])
    return found


def test_the_types_are_those_of_the_answers():
    schemas = answers_described()
    assert TYPES.keys() == schemas.keys()
    for name, each in TYPES.items():
        fields = {key: without_choices(hint) for key, hint in get_type_hints(each).items()}
        properties = schemas[name]["properties"]
        assert fields == {key: described(value) for key, value in properties.items()}, name
        assert set(schemas[name]["required"]) == set(properties), name


def call_everything(client: Client) -> None:
    client.me()
    client.notifications()
    client.news()
    client.settings()
    client.change_settings(language="es")
    client.profile()
    client.own_webhooks()
    client.add_own_webhook("json", "https://example.org/", secret=16 * "x")
    client.try_own_webhook("w")
    client.switch_own_webhook_off("w", confirmed=True)
    client.change_profile(about="")
    client.person("Ada")
    list(client.games(status="running", mine=True))
    client.game(SLUG)
    client.map(SLUG)
    client.phases(SLUG)
    client.phase(SLUG, CODE)
    client.archive(SLUG)
    client.lobby(SLUG, invitation="0" * 32)
    client.join(SLUG)
    client.leave(SLUG)
    client.say_here(SLUG)
    client.give_wishes(SLUG, ["FRANCE"])
    client.legal_orders(SLUG, POWER)
    client.orders(SLUG, POWER)
    client.save_orders(SLUG, POWER, CODE, ["A PAR H"])
    client.set_ready(SLUG, POWER, CODE)
    list(client.open_seats())
    client.take_seat(SLUG, POWER)
    client.resign_seat(SLUG, POWER)
    client.come_back(SLUG, POWER)
    client.accept_end(SLUG, POWER)
    client.absences(SLUG, POWER)
    client.announce_absence(SLUG, POWER, DAY, DAY)
    client.withdraw_absence(SLUG, POWER, DAY)
    client.votes(SLUG)
    client.propose_vote(SLUG, POWER, "pause", days=3)
    client.cast_vote(SLUG, "v", POWER, in_favour=True)
    client.withdraw_vote(SLUG, "v", POWER)
    client.threads(SLUG)
    list(client.messages(SLUG, "public"))
    client.send_message(SLUG, "public", "Good morning")
    client.drafts(SLUG)
    client.save_draft(SLUG, "public", "Good")
    client.delete_draft(SLUG, "public", titled=True)
    client.mark_read(SLUG, "public", KEY)
    client.mute(SLUG, KEY)
    client.report_message(SLUG, KEY, "Rude")
    ask_the_community(client)
    ask_about_games(client)


def ask_the_community(client: Client) -> None:
    list(client.ratings())
    client.person_ratings("Ada")
    client.game_statistics(SLUG)
    client.site_statistics(setup="standard")
    client.openings(POWER, spring="A PAR H")
    list(client.tournaments())
    client.tournament(SLUG)
    client.standings(SLUG)
    client.tournament_round(SLUG, 1)
    client.enter_tournament(SLUG)
    client.leave_tournament(SLUG)
    client.choose_team(SLUG, "Reds")
    list(client.clubs(mine=True))
    client.club(SLUG)
    list(client.club_games(SLUG))
    list(client.club_ratings(SLUG, "few"))
    client.join_club(SLUG, KEY)
    client.leave_club(SLUG, confirmed=True)


def ask_about_games(client: Client) -> None:
    list(client.log(SLUG))
    client.make_animation(SLUG)
    client.animation(SLUG)
    client.picture(SLUG, CODE)
    client.picture(SLUG, CODE, "png")
    client.consent(SLUG, POWER)
    client.let_master_order(SLUG, POWER, allowed=True)
    client.propose_house_rules(SLUG, house_rules="Be kind.")
    client.member_proposals(SLUG, "public")
    client.propose_member(SLUG, "public", "ITALY", "Welcome")
    client.answer_member_proposal(SLUG, "public", KEY, POWER, agrees=True)
    client.bot_proposals(SLUG, "public")
    client.propose_to_bot(SLUG, "public", "peace")


def join_and_practise(client: Client) -> None:
    client.lobby_invitations(SLUG)
    client.withdraw_lobby_invitation(SLUG, "Ana")
    client.renew_lobby_link(SLUG)
    client.invitations()
    client.invitation(KEY)
    client.accept_invitation(KEY)
    client.decline_invitation(KEY)
    client.decline_game(SLUG)
    client.refuse_invitations()
    client.waiting_list()
    client.enter_waiting_list("Evenings")
    client.leave_waiting_list()
    client.declared_seat(SLUG, KEY)
    client.take_declared_seat(SLUG, KEY)
    client.practice_games()
    client.begin_practice(power=POWER)
    client.end_practice(SLUG)


def run_the_game(client: MasterClient) -> None:
    client.open_game("The Balkan table", press="public")
    client.master(SLUG)
    client.extend(SLUG, seen=MOMENT, days=1)
    client.shorten(SLUG, seen=MOMENT, to=MOMENT)
    client.pause(SLUG, seen=MOMENT, until=MOMENT)
    client.resume(SLUG)
    client.process(SLUG, seen=MOMENT)
    client.give_powers(SLUG, {"Ana": POWER}, begin=True)
    client.remove_from_lobby(SLUG, "Ana", confirmed=True)
    client.renew_invitation(SLUG, confirmed=True)
    client.delete_game(SLUG, confirmed=True)
    client.declare_disorder(SLUG, POWER, reason="Gone")
    client.remind(SLUG, POWER)
    client.replace(SLUG, POWER, "Ana", reason="Gone", confirmed=True)
    client.withdraw_invitation(SLUG, POWER)
    client.undo_replacement(SLUG, POWER, confirmed=True)
    client.return_seat(SLUG, POWER, confirmed=True)
    client.entered_orders(SLUG)
    client.enter_orders(SLUG, "FRANCE: A PAR H", check=True)
    client.preview_results(SLUG)
    client.publish_results(SLUG, seen="x")
    client.correct_reading(SLUG, "BUR", "A BUR H", reason="A slip")
    client.announce(SLUG, "Good morning")
    client.comment(SLUG, CODE, "Well played")
    client.rename(SLUG, "Another table")
    client.hide_message(SLUG, KEY, reason="Rude")
    client.show_message(SLUG, KEY)
    client.end_as_draw(SLUG, [POWER, "TURKEY"], confirmed=True)
    client.close(SLUG, reason="No players", confirmed=True)
    client.reopen(SLUG, reason="A mistake", confirmed=True)
    client.add_master(SLUG, "Mia")
    client.step_down(SLUG, confirmed=True)
    client.propose_rules(SLUG, house_rules="Be kind.")
    client.withdraw_rules(SLUG)
    client.game_settings(SLUG)
    client.change_game_settings(SLUG, pace="daily", reason="As agreed")
    client.position(SLUG)
    client.roll_back(SLUG, CODE, reason="A wrong map")
    client.correct_position(SLUG, "S1901M", reason="A slip")
    client.extend_several({SLUG: MOMENT}, days=1)
    client.announce_to_several([SLUG], "Good morning")
    client.remind_several([SLUG])
    client.webhooks(SLUG)
    client.add_webhook(SLUG, "json", "https://example.org/", secret=16 * "x")
    client.try_webhook(SLUG, "w")
    client.switch_webhook_off(SLUG, "w", confirmed=True)
    client.restart(SLUG)
    client.take_over("The Balkan table", "S1901M", pace="daily")
    client.assign_powers(SLUG)
    client.withdraw_from_lobby(SLUG, "Ana")
    client.declare_in_lobby(SLUG, "Ana")
    client.remove_declared(SLUG, "Ana")
    client.declared(SLUG, POWER)
    client.declare(SLUG, POWER, "Ana")
    client.change_declared(SLUG, POWER, name="Ana", email="")
    client.undeclare(SLUG, POWER)
    client.link_to_account(SLUG, POWER)
    client.volunteers(SLUG, POWER)
    client.open_maps(SLUG)
    client.close_maps(SLUG)


def test_the_client_has_a_method_for_each_operation():
    lists = (
        "notifications",
        "games",
        "provinces",
        "phases",
        "threads",
        "messages",
        "wishes",
        "seats",
        "drafts",
        "ratings",
        "tournaments",
        "clubs",
        "outcomes",
        "webhooks",
        "volunteers",
        "events",
    )
    answer: dict[str, Any] = {name: [] for name in lists}
    answer |= {"next_cursor": None, "message": "", "next_look_at": "2027-01-01T00:00:00Z"}
    body = json.dumps(answer).encode()
    with serving(lambda _request: Answer(body=body, headers={"ETag": '"1"'})) as stub:
        call_everything(Client(stub.url, "entente_key"))
        join_and_practise(Client(stub.url, "entente_key"))
        run_the_game(MasterClient(stub.url, "entente_key"))
    values = {"province": "BUR", "first": DAY.isoformat(), "key": KEY, "name": "Ada", "number": 1}
    values |= {"club": SLUG, "tournament": SLUG}
    values |= {"slug": SLUG, "power": POWER, "code": CODE, "vote": "v", "thread": "public"}
    values["webhook"] = "w"
    operations = {
        (method.upper(), path.format(**values)): operation
        for path, several in pages.openapi_document()["paths"].items()
        for method, operation in several.items()
    }
    asked = {(each.method, each.path.partition("?")[0]): each for each in stub.requests}
    assert asked.keys() == operations.keys()
    for key, request in asked.items():
        if "requestBody" in operations[key]:
            assert_sent_as_described(request, operations[key])


def assert_sent_as_described(request: Request, operation: dict[str, Any]) -> None:
    """Check that a body has all fields that its operation needs, and no others."""
    content = operation["requestBody"]["content"]["application/json"]
    name = content["schema"]["$ref"].rpartition("/")[2]
    schema = pages.openapi_document()["components"]["schemas"][name]
    fields = json.loads(request.body).keys()
    assert set(schema.get("required", [])) <= fields <= schema["properties"].keys(), name

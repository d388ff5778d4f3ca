"""Requests to bots: the messages that they answer. Only practice games have bots at threads."""

from ..models import BotRequest, Game, Message, Phase, Tenure


def await_answers(message: Message) -> None:
    """Store that the bots of a private thread owe an answer to a new message of a person.

    Called in the transaction that stores the message. Bots do not answer one another, nor what is
    written in public or after the end.
    """
    thread = message.thread
    game = thread.game
    if not game.practice or game.status != Game.Status.PLAYING or thread.is_public:
        return
    assert message.person is not None
    if message.person.bot:
        return
    bots = Tenure.objects.current().filter(seat__threads=thread).exclude(person__bot="")
    seats = bots.order_by("seat__place").values_list("seat", flat=True)
    BotRequest.objects.bulk_create(BotRequest(message=message, seat_id=seat) for seat in seats)


def make_proposal(
    message: Message, phase: Phase, kind: BotRequest.Kind, *, order: str = "", province: str = ""
) -> None:
    """Store that a message is a proposal, in the transaction that has sent it.

    The same form sent twice is the same message, whose proposal stays as it is.
    """
    texts = BotRequest.objects.unanswered().filter(message=message, kind=BotRequest.Kind.TEXT)
    texts.update(kind=kind, phase=phase, order=order, province=province)

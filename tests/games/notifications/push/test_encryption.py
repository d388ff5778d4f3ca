"""Encryption of push messages by RFC 8291."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from games.notifications.push import encryption, keys
from games.notifications.push.keys import decoded, encoded
from tests.phone import Phone

# The example in appendix A of RFC 8291.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_as_it_is_printed() -> None:
    sender = ec.derive_private_key(keys.number_of(SENDER), encryption.CURVE)
    sealed = encryption._encrypt(
        TEXT, decoded(KEY), decoded(AUTH), sender=sender, salt=decoded(SALT)
    )
    assert encoded(sealed) == SEALED


@pytest.mark.parametrize("length", [0, 1, 100, encryption.LONGEST])
def test_only_the_intended_browser_can_decrypt(length: int) -> None:
    phone, other = Phone(), Phone()
    body = encryption.encrypt(b"x" * length, **phone.keys)
    assert phone.opened(body) == b"x" * length
    with pytest.raises(InvalidTag):
        other.opened(body)


def test_the_longest_message_fills_what_services_take_and_a_longer_one_is_refused() -> None:
    phone = Phone()
    assert len(encryption.encrypt(b"x" * encryption.LONGEST, **phone.keys)) == 4096
    with pytest.raises(ValueError, match="3994 bytes are too many"):
        encryption.encrypt(b"x" * (encryption.LONGEST + 1), **phone.keys)


def test_no_two_messages_are_encrypted_alike() -> None:
    phone = Phone()
    assert len({encryption.encrypt(b"x", **phone.keys) for _time in range(20)}) == 20


@pytest.mark.parametrize("key", ["", "A" * 87, "B" + "A" * 86, KEY[:-1], f"{KEY[:-2]}é", "*"])
def test_an_invalid_key_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        encryption.encrypt(b"x", key=key, auth=AUTH)

"""Tokens by which push services recognize the sender."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.management import call_command

from accounts import clock
from games.notifications.push import keys, vapid
from games.notifications.push.keys import decoded

ENDPOINT = "https://push.example.org:8443/to/someone?x=1"


def checked(header: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims of the token, after its signature was checked with the key beside it."""
    scheme, token, key = header.replace(",", "").split()
    assert (scheme, token[:2], key[:2]) == ("vapid", "t=", "k=")
    head, claims, signature = token[2:].split(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key[2:]))
    numbers = decoded(signature)
    assert len(numbers) == 64
    pair = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(decoded(head)), json.loads(decoded(claims))


def test_a_token_has_audience_expiry_and_sender(settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "The Entente <entente@play.example.org>"
    head, claims = checked(vapid.authorization(ENDPOINT))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == "https://push.example.org:8443"
    assert claims["sub"] == "mailto:entente@play.example.org"
    assert 0 < claims["exp"] - clock.now().timestamp() < 24 * 3600


def test_browsers_get_the_public_key_of_the_key_that_signs() -> None:
    assert vapid.authorization(ENDPOINT).endswith(f"k={vapid.public_key()}")
    assert len(decoded(vapid.public_key())) == 65


def test_each_new_key_is_different_and_can_sign(
    settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    for _time in range(3):
        call_command("vapid_key")
    made = capsys.readouterr().out.split()
    assert len(set(made)) == 3
    for key in made:
        assert keys.is_key(key)
        settings.VAPID_KEY = key
        checked(vapid.authorization(ENDPOINT))


@pytest.mark.parametrize("text", ["", "A" * 43, "_" * 43, "A" * 42, "A" * 44, "é" * 43, "*" * 43])
def test_invalid_keys_are_recognized(text: str) -> None:
    assert not keys.is_key(text)


def test_without_a_key_there_is_no_push(settings: Any) -> None:
    assert keys.is_on()
    settings.VAPID_KEY = ""
    assert not keys.is_on()

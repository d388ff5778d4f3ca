"""A device with passkeys, in software: its answers are those that a browser sends."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestedCredentialData, AuthenticatorData

FLAG = AuthenticatorData.FLAG


@dataclass
class Device:
    """Holds one passkey. `verifies` is whether it asks for a finger or PIN."""

    origin: str = "http://localhost:8000"
    verifies: bool = True
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    user: str = ""  # as in the options of the site

    def register(self, options: dict[str, Any]) -> str:
        """Answer `navigator.credentials.create`, as JSON."""
        wanted = options["publicKey"]
        self.user = wanted["user"]["id"]
        public = ES256.from_cryptography_key(self.key.public_key())
        held = AttestedCredentialData.create(bytes(16), self.id, public)
        data = AuthenticatorData.create(
            self._site(wanted["rp"]["id"]), self._flags() | FLAG.AT, 0, held
        )
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": bytes(data)})
        return self._answer(
            {
                "clientDataJSON": websafe_encode(self._client("create", wanted["challenge"])),
                "attestationObject": websafe_encode(attestation),
                "transports": ["internal"],
            },
            credProps={"rk": True},
        )

    def sign(self, options: dict[str, Any], *, site: str = "") -> str:
        """Answer `navigator.credentials.get`, as JSON; for another `site` if given."""
        wanted = options["publicKey"]
        client = self._client("get", wanted["challenge"])
        data = bytes(AuthenticatorData.create(self._site(site or wanted["rpId"]), self._flags(), 0))
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            {
                "clientDataJSON": websafe_encode(client),
                "authenticatorData": websafe_encode(data),
                "signature": websafe_encode(signed),
                "userHandle": self.user,
            }
        )

    def _client(self, kind: str, challenge: str) -> bytes:
        asked = websafe_encode(websafe_decode(challenge))
        return json.dumps(
            {"type": f"webauthn.{kind}", "challenge": asked, "origin": self.origin}
        ).encode()

    def _site(self, name: str) -> bytes:
        return hashlib.sha256(name.encode()).digest()

    def _flags(self) -> AuthenticatorData.FLAG:
        return FLAG.UP | FLAG.UV if self.verifies else FLAG.UP

    def _answer(self, response: dict[str, Any], **extensions: Any) -> str:
        own = websafe_encode(self.id)
        return json.dumps(
            {
                "id": own,
                "rawId": own,
                "type": "public-key",
                "authenticatorAttachment": "platform",
                "response": response,
                "clientExtensionResults": extensions,
            }
        )

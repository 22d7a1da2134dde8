"""Delivery channel for web push (RFC 8030).

Messages are encrypted for the browser (RFC 8291) and signed with the server's key (VAPID, RFC
8292).
"""

from __future__ import annotations

import base64
import os
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.services.notify.delivery_channels import OutgoingMessage
from app.services.notify.delivery_channels.web import post_to_address
from app.store import records

CURVE = ec.SECP256R1()
RECORD = 4096
KEEPS = 24 * 3600  # seconds for which the push service keeps a message for an offline browser


class SubscriptionKeys(msgspec.Struct, frozen=True):
    """Keys that a browser sends when it subscribes, in base64url."""

    p256dh: str
    auth: str


def new_private_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(CURVE)


def new_key() -> str:
    """New private key of the server, in base64url."""
    return encode_base64url(
        ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")
    )


def public_key(secret: str) -> str:
    """Public key of the server, in base64url, as browsers get it."""
    return encode_base64url(_public_point(_private_key(secret).public_key()))


def send_push(
    target: records.NotificationTarget,
    keys: SubscriptionKeys,
    secret: str,
    contact: str,
    parcel: OutgoingMessage,
) -> None:
    """Send a message to a browser. Raises as `web.post_to_address` does."""
    told = {
        "title": parcel.title,
        "text": parcel.text,
        "link": parcel.link,
        "tag": parcel.key.split(":")[0] + f":{parcel.game_id}",
    }
    body = encrypt_record(
        msgspec.json.encode(told), keys, ec.generate_private_key(CURVE), os.urandom(16)
    )
    post_to_address(
        target.url,
        body,
        {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEEPS),
            "Urgency": "normal",
            "Authorization": vapid_header(target.url, secret, contact, int(time.time())),
        },
    )


def vapid_header(url: str, secret: str, contact: str, now: int) -> str:
    """Authorization header that identifies the server to a push service.

    `now` is in Unix seconds.
    """
    parts = urlsplit(url)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + 12 * 3600, "sub": contact}
    signed = b".".join(
        encode_base64url(msgspec.json.encode(part)).encode()
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(_private_key(secret).sign(signed, ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed.decode()}.{encode_base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={public_key(secret)}"


def encrypt_record(
    text: bytes, keys: SubscriptionKeys, sender: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt a text as one aes128gcm record for the browser.

    Raises `ValueError` if the browser's keys are invalid.
    """
    theirs, ours = decode_base64url(keys.p256dh), _public_point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derive_key(
        shared, decode_base64url(keys.auth), b"WebPush: info\0" + theirs + ours, 32
    )
    key = _derive_key(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(secret, salt, b"Content-Encoding: nonce\0", 12)
    return (
        salt
        + RECORD.to_bytes(4, "big")
        + bytes([len(ours)])
        + ours
        + AESGCM(key).encrypt(nonce, text + b"\x02", None)
    )


def _derive_key(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode_base64url(secret), "big"), CURVE)


def _public_point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

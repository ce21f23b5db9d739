"""A device with passkeys, as a browser shows it to a site: ES256 in plain Python."""
import base64
import hashlib
import json
import secrets
import struct

# The curve P-256: y^2 = x^3 - 3x + b, its base point and that point's order.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
PRESENT, VERIFIED, CREDENTIAL = 1, 4, 64


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(number, point):
    result = None
    while number:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def der(number):
    data = number.to_bytes(33, "big").lstrip(b"\0")
    if data[0] & 128:
        data = b"\0" + data
    return b"\2" + bytes([len(data)]) + data


def sign(secret, data):
    digest = int.from_bytes(hashlib.sha256(data).digest(), "big")
    nonce = secrets.randbelow(N - 1) + 1
    r = times(nonce, G)[0] % N
    s = pow(nonce, -1, N) * (digest + r * secret) % N
    parts = der(r) + der(s)
    return b"\x30" + bytes([len(parts)]) + parts


def text_of(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """One passkey. Keyword arguments replace parts of its answers, as a dishonest device or browser
    would."""

    def __init__(self, server, flags=PRESENT | VERIFIED):
        self.origin = server.origin
        self.host = server.origin.split("://")[1].split(":")[0]
        self.flags = flags
        self.count = 0
        self.secret = secrets.randbelow(N - 1) + 1
        self.id = secrets.token_bytes(32)

    def client(self, kind, challenge, origin=None, **more):
        said = {
            "type": "webauthn." + kind,
            "challenge": text_of(challenge.encode()),
            "origin": origin or self.origin,
            "crossOrigin": False,
        }
        return json.dumps({**said, **more}).encode()

    def data(self, flags, host=None):
        digest = hashlib.sha256((host or self.host).encode()).digest()
        return digest + bytes([flags]) + struct.pack(">I", self.count)

    def key(self):
        x, y = (part.to_bytes(32, "big") for part in times(self.secret, G))
        return b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + x + b"\x22\x58\x20" + y

    def make(self, challenge, host=None, **said):
        """The members of a request that adds it."""
        data = self.data(self.flags | CREDENTIAL, host) + bytes(16)
        data += struct.pack(">H", len(self.id)) + self.id + self.key()
        made = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59"
        made += struct.pack(">H", len(data)) + data
        client = self.client("create", challenge, **said)
        return {"client": text_of(client), "attestation": text_of(made)}

    def answer(self, challenge, kind="get", host=None, **said):
        """The members of a request that logs in."""
        client, data = self.client(kind, challenge, **said), self.data(self.flags, host)
        signature = sign(self.secret, data + hashlib.sha256(client).digest())
        return {
            "passkey": text_of(self.id),
            "client": text_of(client),
            "data": text_of(data),
            "signature": text_of(signature),
        }

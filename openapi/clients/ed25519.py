"""Ed25519 (RFC 8032), only to verify signatures: plain Python, slow, and without secrets."""

import hashlib

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493  # the order of the base point
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]  # extended coordinates: x = X/Z, y = Y/Z, x * y = T/Z


def verifies(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the key has signed the message."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, commitment = _point(public), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or s >= Q:
        return False
    challenge = hashlib.sha512(signature[:32] + public + message).digest()
    k = int.from_bytes(challenge, "little") % Q
    return _same(_times(s, BASE), _add(commitment, _times(k, key)))


def _point(raw: bytes) -> Point | None:
    """Return the point with this encoding, or None."""
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x = _x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def _x(y: int, sign: int) -> int | None:
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if x2 == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * SQRT_MINUS_1 % P
    if (x * x - x2) % P != 0:
        return None
    return P - x if x & 1 != sign else x


def _add(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(s: int, p: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            total = _add(total, p)
        p, s = _add(p, p), s >> 1
    return total


def _same(p: Point, q: Point) -> bool:
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


_Y = 4 * pow(5, P - 2, P) % P
_X = _x(_Y, 0) or 0
BASE: Point = (_X, _Y, 1, _X * _Y % P)

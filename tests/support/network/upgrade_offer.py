"""A request that offers to switch to HTTP/2, as Java's HttpClient sends it."""

BEGUN = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
OFFER = (
    b"Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\nUpgrade: h2c\r\n"
)
BODY = b'{"name": "Duke"}'
WHOLE = BEGUN + OFFER + b"Content-Length: %d\r\n" % len(BODY)

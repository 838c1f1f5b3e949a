"""HTTP/1.1 between sockets and an ASGI application; it knows no other part of the API."""

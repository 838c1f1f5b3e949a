"""A witness and monitor of public logs; it needs no store, and trusts no server."""

"""Records what a player may do with the account: tokens, recovery codes, another name."""

import httpx

from openapi.record.players import Player, register
from openapi.record.transcript import FIXED, Transcript


async def record_account(transcript: Transcript, http: httpx.AsyncClient) -> None:
    """Record the operations of an account at a player who plays at no table."""
    body = transcript.body("createPlayer", "guest", {"name": "Guest 7", "scopes": ["play"]})
    body["expires_in"] = 30 * 24 * 3600
    transcript.answer("createPlayer", "guest", await http.post("/v1/players", json=body))
    zoe = await register(http, "Zoé")
    await _record_tokens(transcript, zoe)
    renamed = transcript.body("renamePlayer", "zoe", {"name": "Zoë"})
    transcript.answer("renamePlayer", "zoe", await zoe.patch("/v1/players/me", renamed))
    await _record_recovery(transcript, http, zoe)


async def _record_tokens(transcript: Transcript, zoe: Player) -> None:
    tokens = "/v1/players/me/tokens"
    body = {"name": "My bot", "scopes": ["play"], "expires_in": 7 * 24 * 3600}
    transcript.body("createToken", "bot", body)
    created = transcript.answer("createToken", "bot", await zoe.post(tokens, body))
    transcript.answer("listTokens", "two_tokens", await zoe.get(tokens))
    (await zoe.delete(f"{tokens}/{created['id']}")).raise_for_status()
    rotation = transcript.body("rotateToken", "with_grace", {"grace_seconds": 60})
    transcript.answer("rotateToken", "with_grace", await zoe.post(f"{tokens}/rotate", rotation))


async def _record_recovery(transcript: Transcript, http: httpx.AsyncClient, zoe: Player) -> None:
    path = "/v1/players/me/recovery-codes"
    codes = transcript.answer("createRecoveryCodes", "ten_codes", await zoe.post(path))["codes"]
    transcript.answer("getRecoveryCodes", "all_left", await zoe.get(path))
    transcript.body("recoverPlayer", "lost_token", {"code": FIXED["codes"][0]})
    answer = await http.post("/v1/recoveries", json={"code": codes[0]})
    transcript.answer("recoverPlayer", "lost_token", answer)

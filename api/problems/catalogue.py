"""Every problem this server can return: code, status, title and meaning."""

from domain.games import GAMES
from domain.kernel.messages import Value


class Code(Value, frozen=True):
    """One kind of problem."""

    code: str
    status: int
    title: str
    meaning: str


def _code(status: int, code: str, meaning: str) -> Code:
    return Code(code, status, code.replace("_", " ").capitalize(), meaning)


def problem_fields(code: Code, instance: str) -> dict[str, object]:
    """Return a problem whose detail is the meaning of its code."""
    return {
        "type": f"/problems/{code.code}",
        "title": code.title,
        "status": code.status,
        "detail": code.meaning,
        "instance": instance,
    }


GENERAL = (
    _code(400, "malformed", "The request does not have the documented form; `field` says where."),
    _code(400, "which_seat", "You hold several seats of this table: add `?seat=`."),
    _code(
        401, "token_missing", "This needs `Authorization: Bearer <token>` (see POST /v1/players)."
    ),
    _code(401, "token_unknown", "No player has this token, or it was revoked."),
    _code(
        401,
        "ticket_unknown",
        "This stream ticket was used before, is too old, or is for another table: get a new one.",
    ),
    _code(403, "not_seated", "Only who sits at this table may do this."),
    _code(403, "not_your_seat", "This seat belongs to somebody else."),
    _code(403, "not_the_host", "Only the host of the table may do this."),
    _code(403, "code_needed", "A private table wants the `code` its host was told."),
    _code(403, "not_finished", "Other seats' views are shown only after the end of the table."),
    _code(404, "no_such_table", "There is no table with this id."),
    _code(404, "no_such_game", "There is no such game on the shelf (see GET /v1/games)."),
    _code(404, "no_such_seat", "Nobody has this seat."),
    _code(404, "no_such_player", "There is no player with this id."),
    _code(404, "no_such_version", "The history of this table is not that long."),
    _code(404, "no_such_webhook", "You have no webhook with this id."),
    _code(404, "no_such_delivery", "The log of this webhook has no delivery with this id."),
    _code(404, "no_such_audit", "There is no audit with this id, or it was long ago."),
    _code(404, "no_such_page", "This `cursor` was not given by this list."),
    _code(404, "no_such_problem", "There is no problem with this code."),
    _code(404, "not_found", "There is nothing at this address."),
    _code(
        405, "method_not_allowed", "This address does not know this method; `Allow` tells which."
    ),
    _code(408, "request_timeout", "The request took too long to arrive. Nothing was done."),
    _code(409, "already_started", "The play is on; nobody can sit down or start it again."),
    _code(409, "already_seated", "You already have a seat at this table."),
    _code(409, "already_left", "This seat is on autopilot already."),
    _code(409, "bot_entropy", "A bot adds no luck of its own: the server does, and says so."),
    _code(409, "cannot_follow", "Only a finished table of the same game can be followed."),
    _code(409, "bad_target", "What the command names cannot be hit by it, or not at this moment."),
    _code(409, "cannot_fork", "Only a finished table can be forked, between two of its commands."),
    _code(409, "history_rewritten", "The head you presented does not lie on this table's chain."),
    _code(409, "bad_option", "The options do not fit together, or not this table."),
    _code(409, "bad_seats", "The game is not played by that many."),
    _code(409, "not_your_turn", "Another seat decides now."),
    _code(409, "wrong_phase", "This is not asked in this phase of the game."),
    _code(409, "already_chosen", "You have chosen already; others have not yet."),
    _code(409, "game_over", "The game is over."),
    _code(409, "bad_argument", "The game has no such thing, or not so many of it; see `field`."),
    _code(409, "card_not_in_hand", "Only a card of your own hand can be played."),
    _code(409, "not_started", "The play has not begun."),
    _code(409, "other_game", "This command belongs to another game than the table plays."),
    _code(409, "preference_taken", "Somebody else has claimed this piece."),
    _code(409, "unknown_preference", "The game has no such piece to claim."),
    _code(409, "unknown_option", "The game has no such option, or not with this value."),
    _code(409, "table_full", "All seats are taken."),
    _code(409, "table_finished", "This table is closed; nothing can happen here any more."),
    _code(409, "not_yet", "What you wait for has not got here in time. Try again, or without it."),
    _code(409, "address_refused", "Webhooks lead to public `https` addresses only."),
    _code(
        409,
        "webhook_disabled",
        "The webhook is disabled; `disabled` of the webhook says why. Enable it first.",
    ),
    _code(
        409,
        "webhook_queue_full",
        "As many deliveries of this webhook wait as this server keeps. Try again when fewer wait.",
    ),
    _code(409, "too_many_webhooks", "You have as many webhooks as a player may have."),
    _code(409, "too_late", "The deadline of this decision has passed."),
    _code(412, "decision_moved_on", "`If-Match` no longer holds: read the actions again."),
    _code(413, "body_too_large", "The body is larger than this server reads."),
    _code(415, "media_type", "Bodies must be sent as `Content-Type: application/json`."),
    _code(422, "idempotency_key_reused", "The same `Idempotency-Key` came with another body."),
    _code(
        429,
        "too_many_requests",
        "You ask more often than this server answers; `Retry-After` says when to go on. A seat's"
        " own move on its turn is never refused for this.",
    ),
    _code(
        429, "too_many_streams", "You have as many streams open as this server allows; close one."
    ),
    _code(431, "headers_too_large", "The head of the request is larger than this server reads."),
    _code(500, "internal", "A fault of the server. Nothing was half done."),
    _code(
        500, "history_damaged", "The stored history does not lead to its head. Nothing is served."
    ),
    _code(500, "unknown_rules", "This server does not know the rules the table is played by."),
    _code(503, "store_unavailable", "The store does not answer. Nothing was stored; try again."),
    _code(503, "table_busy", "Too many others act at this table. Nothing was stored; try again."),
    _code(
        503,
        "outcome_unknown",
        "The store may have taken it, but did not confirm it in time. Sent again with the same"
        " `Idempotency-Key`, where there is one, it is applied once.",
    ),
)
_OF_GAMES = tuple(
    _code(409, code, meaning) for game in GAMES.values() for code, meaning in game.refusals.items()
)
CODES: dict[str, Code] = {code.code: code for code in (*_OF_GAMES, *GENERAL)}

"""Problems of a request: its form, its caller, its target or its rate."""

from api.problems.code import code

CODES = (
    code(
        400,
        "malformed",
        "The request does not match this document. `field` names the part that is wrong; "
        "correct it and send the request again.",
        "Malformed request",
    ),
    code(
        400,
        "which_seat",
        "You have several seats at this table. Add `?seat=` with the number of one of them.",
        "Seat not specified",
    ),
    code(
        401,
        "token_missing",
        "This operation needs a token. Create a player with `POST /v1/players` and send "
        "`Authorization: Bearer <token>`.",
    ),
    code(
        401,
        "token_unknown",
        "No player has this token, or it was revoked or has expired. Check the token, or recover "
        "your player with `POST /v1/recoveries`.",
        "Unknown token",
    ),
    code(
        401,
        "ticket_unknown",
        "This stream ticket was used, has expired, or belongs to another table. Create a new "
        "one with `POST …/tickets`.",
        "Unknown ticket",
    ),
    code(
        401,
        "code_unknown",
        "No player has this recovery code, or it was used or replaced. Check it, or use another "
        "of your codes.",
        "Unknown recovery code",
    ),
    code(
        403,
        "scope_missing",
        "The token lacks a scope that this operation needs. To manage your account, use a token "
        "with all of its scopes.",
        "Scope missing",
    ),
    code(
        403,
        "sandbox_off",
        "This server allows no sandboxes. Run one with `make serve`, or ask the operator to set "
        "`LUDOTHEQUE_SANDBOX=on`.",
        "Sandboxes are off",
    ),
    code(
        403,
        "not_seated",
        "You have no seat at this table. Take one with `POST …/seats` before the start.",
    ),
    code(
        403,
        "not_your_seat",
        "This seat belongs to another player. `you.seats` of `GET …/tables/{table}` lists "
        "your seats.",
    ),
    code(
        403,
        "not_the_host",
        "Only the host of the table may do this. `host` of `GET …/tables/{table}` is the id "
        "of the host.",
    ),
    code(
        403,
        "not_watchable",
        "The host of this table has chosen who may watch: `watch` is `invited` or `nobody`. Send "
        "the code of an invitation as `Invitation`, or wait until the table has closed.",
        "Not open to spectators",
    ),
    code(
        403,
        "not_finished",
        "You may see another seat's view only after the table has closed. Omit `seat`, or "
        "retry then.",
        "Table not closed",
    ),
    code(
        403,
        "suspended",
        "An administrator has suspended you; `reason` says why, and `until` when it ends. You can "
        "still read. Ask the administrator if you disagree.",
    ),
    code(
        403,
        "registration_closed",
        "This server accepts new players by invitation only. Ask an administrator for a code and "
        "send it as `invitation`.",
    ),
    code(
        403,
        "invitation_unknown",
        "No invitation has this code, or it was used up or revoked, or has expired. Ask an "
        "administrator for another one.",
        "Unknown invitation",
    ),
    code(
        422,
        "unknown_caller",
        "`caller` must be the id of a player, or an IP address. `GET /v1/admin/callers` lists the "
        "callers of the last minutes.",
    ),
    code(
        404,
        "no_such_invitation",
        "No invitation has this id, or it was revoked. `GET /v1/admin` lists those that are valid.",
    ),
    code(
        404,
        "no_such_limit",
        "No limit has this id, or it has ended. `GET /v1/admin` lists those that count.",
    ),
    code(
        404,
        "no_maintenance",
        "The server is not under maintenance, so there is none to end. `GET /v1/admin` shows it.",
        "No maintenance",
    ),
    code(
        404,
        "not_suspended",
        "This player is not suspended. `GET /v1/admin/suspensions` lists the players who are.",
    ),
    code(
        404,
        "no_such_table",
        "No table has this id, or the table is private and you are not invited. `GET /v1/tables` "
        "lists public tables.",
    ),
    code(
        404,
        "no_such_game",
        "This server has no game with this key. `GET /v1/games` lists the keys.",
    ),
    code(
        404,
        "no_such_seat",
        "Nobody has this seat. `seats` of `GET …/tables/{table}` lists the taken seats.",
    ),
    code(
        404,
        "no_such_player",
        "No player and no bot has this id. `seats` of a table lists the ids of both.",
    ),
    code(
        404,
        "no_such_version",
        "The table has fewer events than this version. Its `version` is the highest you can "
        "ask for.",
    ),
    code(
        404,
        "not_logged",
        "The public log does not have the start of this table. It is added within ten seconds of "
        "the start: retry then.",
    ),
    code(
        404,
        "no_such_token",
        "You have no token with this id. `GET /v1/players/me/tokens` lists yours.",
    ),
    code(
        404,
        "no_such_webhook",
        "You have no webhook with this id. `GET /v1/webhooks` lists yours.",
    ),
    code(
        404,
        "no_such_seek",
        "You have no seek with this id, or it ended more than an hour ago. `GET /v1/seeks` lists "
        "yours.",
    ),
    code(
        404,
        "no_such_event_type",
        "No event has this type. The schema `VisibleEvent` of the document lists all types.",
    ),
    code(
        404,
        "no_such_delivery",
        "The webhook has no delivery with this id. `GET /v1/webhooks/{webhook}/deliveries` lists "
        "them.",
    ),
    code(
        404,
        "no_such_audit",
        "No audit has this id, or its report has expired after a week. Start one with `POST "
        "…/audits`.",
    ),
    code(
        404,
        "no_such_page",
        "This `cursor` does not come from this list. Send `next` of the previous page, or "
        "omit `cursor`.",
    ),
    code(
        404,
        "no_such_problem",
        "No problem has this code. The OpenAPI document lists the codes of every operation.",
    ),
    code(
        404,
        "not_found",
        "Nothing is at this path. `GET /schema/openapi.json` lists every path.",
    ),
    code(
        410,
        "cursor_expired",
        "The feed no longer has the events after this `cursor`. Read closed tables with `GET "
        "…/history`, or begin again without `cursor`.",
    ),
    code(
        405,
        "method_not_allowed",
        "This path does not support this method. The `Allow` header lists the methods it supports.",
    ),
    code(
        408,
        "request_timeout",
        "The request did not arrive completely in time. Nothing was stored; send it again.",
    ),
    code(
        412,
        "decision_moved_on",
        "The decision has changed since you read it, so `If-Match` no longer matches. Read "
        "the actions again.",
        "Decision changed",
    ),
    code(
        413,
        "body_too_large",
        "The body is larger than 64 KiB. Send a smaller one.",
    ),
    code(
        415,
        "media_type",
        "The body must be JSON. Send `Content-Type: application/json`.",
        "Unsupported media type",
    ),
    code(
        422,
        "name_not_visible",
        "The name contains characters that people cannot see or tell apart, or too many. "
        "Choose a name without control, direction and zero-width characters.",
    ),
    code(
        422,
        "idempotency_key_reused",
        "This `Idempotency-Key` was used with another request. Use a new key for every new "
        "request.",
    ),
    code(
        431,
        "headers_too_large",
        "The request line and headers are too large for this server. Send shorter ones.",
    ),
)

"""Problems of a request: its form, its caller, its target or its rate."""

from domain.kernel.words.texts import Meaning

malformed = Meaning(
    "Malformed request",
    "The request does not match this document. `field` names the part that is wrong; correct"
    " it and send the request again.",
)
which_seat = Meaning(
    "Seat not specified",
    "You have several seats at this table. Add `?seat=` with the number of one of them.",
)
token_missing = Meaning(
    "Token missing",
    "This operation needs a token. Create a player with `POST /v1/players` and send"
    " `Authorization: Bearer <token>`.",
)
token_unknown = Meaning(
    "Unknown token",
    "No player has this token, or it was revoked or has expired. Check the token, or recover"
    " your player with `POST /v1/recoveries`.",
)
ticket_unknown = Meaning(
    "Unknown ticket",
    "This stream ticket was used, has expired, or belongs to another table. Create a new one"
    " with `POST …/tickets`.",
)
code_unknown = Meaning(
    "Unknown recovery code",
    "No player has this recovery code, or it was used or replaced. Check it, or use another of"
    " your codes.",
)
scope_missing = Meaning(
    "Scope missing",
    "The token lacks a scope that this operation needs. To manage your account, use a token"
    " with all of its scopes.",
)
sandbox_off = Meaning(
    "Sandboxes are off",
    "This server allows no sandboxes. Run one with `make serve`, or ask the operator to set"
    " `LUDOTHEQUE_SANDBOX=on`.",
)
not_seated = Meaning(
    "Not seated", "You have no seat at this table. Take one with `POST …/seats` before the start."
)
not_your_seat = Meaning(
    "Not your seat",
    "This seat belongs to another player. `you.seats` of `GET …/tables/{table}` lists your seats.",
)
not_the_host = Meaning(
    "Not the host",
    "Only the host of the table may do this. `host` of `GET …/tables/{table}` is the id of the"
    " host.",
)
not_watchable = Meaning(
    "Not open to spectators",
    "The host of this table has chosen who may watch: `watch` is `invited` or `nobody`. Send"
    " the code of an invitation as `Invitation`, or wait until the table has closed.",
)
not_finished = Meaning(
    "Table not closed",
    "You may see another seat's view only after the table has closed. Omit `seat`, or retry then.",
)
suspended = Meaning(
    "Suspended",
    "An administrator has suspended you; `reason` says why, and `until` when it ends. You can"
    " still read. Ask the administrator if you disagree.",
)
registration_closed = Meaning(
    "Registration closed",
    "This server accepts new players by invitation only. Ask an administrator for a code and"
    " send it as `invitation`.",
)
invitation_unknown = Meaning(
    "Unknown invitation",
    "No invitation has this code, or it was used up or revoked, or has expired. Ask an"
    " administrator for another one.",
)
unknown_caller = Meaning(
    "Unknown caller",
    "`caller` must be the id of a player, or an IP address. `GET /v1/admin/callers` lists the"
    " callers of the last minutes.",
)
no_such_invitation = Meaning(
    "No such invitation",
    "No invitation has this id, or it was revoked. `GET /v1/admin` lists those that are valid.",
)
no_such_limit = Meaning(
    "No such limit",
    "No limit has this id, or it has ended. `GET /v1/admin` lists those that count.",
)
no_maintenance = Meaning(
    "No maintenance",
    "The server is not under maintenance, so there is none to end. `GET /v1/admin` shows it.",
)
not_suspended = Meaning(
    "Not suspended",
    "This player is not suspended. `GET /v1/admin/suspensions` lists the players who are.",
)
no_such_table = Meaning(
    "No such table",
    "No table has this id, or the table is private and you are not invited. `GET /v1/tables`"
    " lists public tables.",
)
no_such_game = Meaning(
    "No such game", "This server has no game with this key. `GET /v1/games` lists the keys."
)
no_such_seat = Meaning(
    "No such seat", "Nobody has this seat. `seats` of `GET …/tables/{table}` lists the taken seats."
)
no_such_player = Meaning(
    "No such player", "No player and no bot has this id. `seats` of a table lists the ids of both."
)
no_such_version = Meaning(
    "No such version",
    "The table has fewer events than this version. Its `version` is the highest you can ask for.",
)
not_logged = Meaning(
    "Not logged",
    "The public log does not have the start of this table. It is added within ten seconds of"
    " the start: retry then.",
)
no_such_token = Meaning(
    "No such token", "You have no token with this id. `GET /v1/players/me/tokens` lists yours."
)
no_such_webhook = Meaning(
    "No such webhook", "You have no webhook with this id. `GET /v1/webhooks` lists yours."
)
no_such_seek = Meaning(
    "No such seek",
    "You have no seek with this id, or it ended more than an hour ago. `GET /v1/seeks` lists"
    " yours.",
)
no_such_event_type = Meaning(
    "No such event type",
    "No event has this type. The schema `VisibleEvent` of the document lists all types.",
)
no_such_delivery = Meaning(
    "No such delivery",
    "The webhook has no delivery with this id. `GET /v1/webhooks/{webhook}/deliveries` lists them.",
)
no_such_audit = Meaning(
    "No such audit",
    "No audit has this id, or its report has expired after a week. Start one with `POST …/audits`.",
)
no_such_page = Meaning(
    "No such page",
    "This `cursor` does not come from this list. Send `next` of the previous page, or omit"
    " `cursor`.",
)
no_such_problem = Meaning(
    "No such problem",
    "No problem has this code. The OpenAPI document lists the codes of every operation.",
)
not_found = Meaning(
    "Not found", "Nothing is at this path. `GET /schema/openapi.json` lists every path."
)
cursor_expired = Meaning(
    "Cursor expired",
    "The feed no longer has the events after this `cursor`. Read closed tables with `GET"
    " …/history`, or begin again without `cursor`.",
)
method_not_allowed = Meaning(
    "Method not allowed",
    "This path does not support this method. The `Allow` header lists the methods it supports.",
)
request_timeout = Meaning(
    "Request timeout",
    "The request did not arrive completely in time. Nothing was stored; send it again.",
)
decision_moved_on = Meaning(
    "Decision changed",
    "The decision has changed since you read it, so `If-Match` no longer matches. Read the"
    " actions again.",
)
body_too_large = Meaning("Body too large", "The body is larger than 64 KiB. Send a smaller one.")
media_type = Meaning(
    "Unsupported media type", "The body must be JSON. Send `Content-Type: application/json`."
)
name_not_visible = Meaning(
    "Name not visible",
    "The name contains characters that people cannot see or tell apart, or too many. Choose a"
    " name without control, direction and zero-width characters.",
)
idempotency_key_reused = Meaning(
    "Idempotency key reused",
    "This `Idempotency-Key` was used with another request. Use a new key for every new request.",
)
headers_too_large = Meaning(
    "Headers too large",
    "The request line and headers are too large for this server. Send shorter ones.",
)

"""What is wrong with a request, in English."""

from api.problems import limits, refusals
from domain.kernel.words.en import Names

refusal_administrator_needed = (
    "Only an administrator may do this, with a token that has the scope `admin`."
)
refusal_scopes_not_yours = "Your account does not have these scopes."
refusal_log_is_empty = "The public log is empty. Retry after a table has started."
refusal_nothing_cosigned = "No checkpoint was cosigned on this day. Give YYYY-MM-DD."
refusal_metrics_elsewhere = "This server serves its metrics on another address."


def refusal_unknown_game(refusal: refusals.UnknownGame, names: Names) -> str:
    return f"There is no game {refusal.key!r}. `GET /v1/games` lists them."


def refusal_no_such_version(refusal: refusals.NoSuchVersion, names: Names) -> str:
    return f"The last version of this table is {refusal.last}."


def refusal_name_not_visible(refusal: refusals.NameNotVisible, names: Names) -> str:
    return f"`{refusal.field}` {refusal.why}."


def refusal_suspended(refusal: limits.Suspended, names: Names) -> str:
    until = f"until {refusal.until}" if refusal.until else "until an administrator lifts it"
    return (
        f"You are suspended {until}: {refusal.reason} You can still read. Ask an"
        " administrator if you disagree."
    )


def refusal_under_maintenance(refusal: limits.UnderMaintenance, names: Names) -> str:
    return (
        f"{refusal.message} You can still read. Players get the time back. Retry in"
        f" {refusal.wait} s."
    )


def refusal_scope_needed(refusal: limits.ScopeNeeded, names: Names) -> str:
    return f"This operation needs a token with the scope `{refusal.scope}`. Create one."


def refusal_too_many_requests(refusal: limits.TooManyRequests, names: Names) -> str:
    return (
        f"The limit per {refusal.limit} is {refusal.rate.per_second} requests per second,"
        f" with bursts of {refusal.rate.burst}. Retry in {refusal.wait} s."
    )


def refusal_lower_limit_reached(refusal: limits.LowerLimitReached, names: Names) -> str:
    return (
        f"Your limit, which an administrator has set, is {refusal.rate.per_second} requests"
        f" per second, with bursts of {refusal.rate.burst}. Retry in {refusal.wait} s."
    )


def refusal_too_much_work(refusal: limits.TooMuchWork, names: Names) -> str:
    return (
        f"Your requests may replay {refusal.rate.per_second} events per second,"
        f" {refusal.rate.burst} at once. Retry in {refusal.wait} s, or read the table as it is now."
    )


def refusal_too_many_address_checks(refusal: limits.TooManyAddressChecks, names: Names) -> str:
    return f"{refusal.most} addresses of yours are being checked. Retry in a few seconds."


def refusal_address_not_allowed(refusal: refusals.AddressNotAllowed, names: Names) -> str:
    return refusal.why


def refusal_too_many_seeks(refusal: limits.TooManySeeks, names: Names) -> str:
    return f"{refusal.most} seeks of yours wait, as many as a player may have. Cancel one."


def refusal_seek_matched(refusal: limits.SeekMatched, names: Names) -> str:
    return f"The seek has found the table {refusal.table}. Leave your seat there instead."


def refusal_too_many_webhooks(refusal: limits.TooManyWebhooks, names: Names) -> str:
    return f"You have {refusal.most} webhooks, which is the limit. Delete one."


def refusal_too_many_public_webhooks(refusal: limits.TooManyPublicWebhooks, names: Names) -> str:
    return (
        f"This server has {refusal.most} webhooks for the lobby and the feed, which is its limit."
        " Read the feed with a cursor instead."
    )


def refusal_too_many_public_webhooks_here(
    refusal: limits.TooManyPublicWebhooksHere, names: Names
) -> str:
    return (
        f"Your address has {refusal.most} webhooks for the lobby and the feed, which is the limit."
        " Delete one, or read the feed with a cursor instead."
    )


def refusal_too_many_streams(refusal: limits.TooManyStreams, names: Names) -> str:
    return f"This server has reached its limit of {refusal.most} streams. Retry later."


def refusal_nothing_at(refusal: refusals.NothingAt, names: Names) -> str:
    meant = f" Did you mean `{refusal.meant}`?" if refusal.meant else ""
    return f"Nothing is at {refusal.path}.{meant} `GET {refusal.document}` lists all paths."


def refusal_no_page_of_documentation(refusal: refusals.NoPageOfDocumentation, names: Names) -> str:
    return f"There is no page {refusal.page!r}; {refusal.contents} lists them."


def refusal_no_such_file(refusal: refusals.NoSuchFile, names: Names) -> str:
    return f"There is no file {refusal.file!r} in {refusal.folder}."


def refusal_no_file_of_page(refusal: refusals.NoFileOfPage, names: Names) -> str:
    return f"The page has no such file; open {refusal.home} again."


def refusal_no_such_tile(refusal: refusals.NoSuchTile, names: Names) -> str:
    return f"{refusal.why}; {refusal.checkpoint} says how large it is."


def refusal_no_such_problem(refusal: refusals.NoSuchProblem, names: Names) -> str:
    return f"No problem has the code {refusal.problem!r}."


def refusal_method_not_supported(refusal: refusals.MethodNotSupported, names: Names) -> str:
    return (
        f"{refusal.path} does not support {refusal.method}; the `Allow` header lists what it does."
    )


def refusal_store_refused(refusal: limits.StoreRefused, names: Names) -> str:
    return f"The store refuses this at the moment: {refusal.why}. Nothing was stored; retry."


def refusal_store_down(refusal: limits.StoreDown, names: Names) -> str:
    return f"The store does not run: {refusal.why}."


def refusal_not_ready(refusal: limits.NotReady, names: Names) -> str:
    return f"{' '.join(refusal.causes)}"

"""The HTTP status of every problem of the server; those of games have 409."""

BY_STATUS = {
    400: "malformed",
    401: "token_missing token_unknown ticket_unknown code_unknown",
    403: "scope_missing sandbox_off not_seated not_your_seat not_the_host not_watchable"
    " not_finished suspended registration_closed invitation_unknown",
    404: "no_such_invitation no_such_limit no_maintenance not_suspended no_such_table"
    " no_such_game no_such_seat no_such_player no_such_version not_logged no_such_token"
    " no_such_webhook no_such_seek no_such_delivery no_such_audit"
    " no_such_page no_such_problem not_found",
    405: "method_not_allowed",
    408: "request_timeout",
    409: "bad_value not_confirmed which_seat name_not_visible unknown_caller"
    " bad_deal not_a_sandbox already_started already_seated already_left bank_empty"
    " resigned no_proposal already_agreed proposed_before bot_luck no_sealed_luck"
    " luck_already_sealed luck_not_revealed nothing_to_reveal wrong_share cannot_follow"
    " cannot_rematch seats_kept cannot_fork history_rewritten bad_seats not_started"
    " other_game preference_taken unknown_preference unknown_option table_full"
    " table_finished not_yet address_refused seek_matched webhook_disabled"
    " webhook_queue_full too_late token_rotated too_many_tokens too_many_webhooks too_many_seeks"
    " too_many_tables too_many_bot_tables too_many_at_address too_many_events"
    " idempotency_key_reused",
    410: "cursor_expired",
    412: "decision_moved_on",
    413: "body_too_large",
    415: "media_type",
    429: "too_many_requests too_much_work too_many_seat_changes too_many_audits too_many_tests"
    " too_many_forks too_many_streams",
    431: "headers_too_large",
    500: "internal history_damaged unknown_rules",
    503: "server_busy store_unavailable too_many_connections not_ready maintenance table_busy"
    " outcome_unknown",
}
STATUSES = {code: status for status, codes in BY_STATUS.items() for code in codes.split()}

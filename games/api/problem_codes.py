"""The codes of problems, with what each means, for the page to which a problem’s `type` leads."""

CODES = {
    "no_json": "The body can’t be read as JSON in UTF-8.",
    "too_deep": "The JSON of the body is nested too deeply.",
    "no_valid_key": "The request has no key, or one that is wrong, revoked or expired.",
    "terms_not_accepted": "The owner of the key has to accept the terms of use first, on “page”.",
    "scope_too_small": "The key lacks the scope “needed_scope”.",
    "game_refuses_keys": "The settings of the game keep programs from doing this for a player.",
    "cannot_write": "The owner of the key can’t write in this thread.",
    "not_found": "There is nothing here that the owner of the key may see.",
    "wrong_method": "The address takes other methods: “Allow” names them.",
    "refused": "This can’t be done now. “open_phase” takes orders, if any phase does.",
    "outdated": "What the request says that it knows (“seen”, “phase”) has changed. Read it again.",
    "needs_confirmation": "The act has consequences: “detail” names them. Show them to the person, "
    "then send the request with “confirmed”.",
    "no_open_phase": "No phase of the game takes orders.",
    "too_large": "The body is larger than 256 KB.",
    "wrong_field": "A parameter or field is wrong, missing or unknown: see “field” and “errors”.",
    "lines_refused": "Lines of orders are wrong or doubtful: see “lines”. With “saved”, "
    "the good ones are saved: “stored” has the orders that count now.",
    "unknown_phase": "The game has no phase with this code.",
    "unknown_cursor": "The cursor doesn’t belong to this list.",
    "idempotency_key_reused": "The Idempotency-Key was sent with something else before.",
    "too_many_requests": "A limit is reached: “RateLimit” names it, “Retry-After” has the seconds.",
    "failed": "It failed, and nothing was stored. Try again.",
}

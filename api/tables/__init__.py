"""Tables as callers see them."""

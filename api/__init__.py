"""HTTP in, HTTP out: no rule and no Redis command is in here."""

"""Pure functions of a request: who calls, what was sent, what is answered."""

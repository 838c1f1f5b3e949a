"""Players: profiles, tokens, and recovery of a lost one."""

TAG = "Players"

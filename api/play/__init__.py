"""Playing: the actions of a seat, commands, and events."""

TAG = "Play"

"""The one path of a command and what it needs of the outside, as ports; knows no store."""

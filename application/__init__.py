"""The path of every command, and the ports it needs; does not depend on the store."""

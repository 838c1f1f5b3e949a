"""The history of a table as an audit bundle."""

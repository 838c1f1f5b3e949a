"""The list of tables: one row per table, and pages of rows."""

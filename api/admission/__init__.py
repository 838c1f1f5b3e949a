"""Who may use how much of a process: callers, their allowances, and the order of work."""

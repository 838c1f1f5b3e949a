"""What a process needs to run: logging, garbage collection, readiness, outages, time budgets."""

"""What people see of a run: progress, text, page with charts, comparison."""

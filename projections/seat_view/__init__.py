"""What one caller may see of one table."""

"""What each command does if it answers the open question, and why it is rejected if it does not."""

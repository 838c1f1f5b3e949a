"""What is done at tables beside single commands: opening, starting, forking, matching, auditing."""

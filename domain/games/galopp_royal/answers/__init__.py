"""What players answer to the question that is put, and what follows from it."""

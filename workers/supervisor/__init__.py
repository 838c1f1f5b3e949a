"""`ludotheque serve`: starts, heals and stops the store, the API and the workers."""

"""Tables: open, find and read them, take seats, start and end them."""

TAG = "Tables"

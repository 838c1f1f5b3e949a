"""What the application needs of the outside: protocols, and the values that cross them."""

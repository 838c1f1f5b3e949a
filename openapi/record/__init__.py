"""The examples of the document are what a server said; recorded twice, they are the same bytes."""

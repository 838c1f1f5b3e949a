"""Everything that lies in Redis or Valkey; each file implements a port of the application."""

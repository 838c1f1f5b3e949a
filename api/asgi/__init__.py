"""What stands around the framework: protocol, server, middleware, limits, metrics."""

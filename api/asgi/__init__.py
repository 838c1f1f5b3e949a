"""What runs around the framework: protocol, server, middleware, rate limit, CORS, metrics."""

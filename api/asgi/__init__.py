"""What runs around the framework: server, middleware, rate limit, CORS, metrics."""

"""Opens clients of a store; its URL says whether it is one server or a cluster."""

"""What several operations share: reading a request and forming its answer."""

"""Goals of a run: reads `slo.toml`, judges a report by it, and writes the verdict for CI."""

"""What scrub needs of the store: every key as it is, its kind, and how derived keys are mended."""

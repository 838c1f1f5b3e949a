"""The web shell: decode strictly, ask the one path, encode what the caller may see."""

"""Histories are doubted here: read strictly, followed, drawn and judged again."""

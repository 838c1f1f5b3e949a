"""Nim: take sticks from one of three heaps; the last stick decides."""

"""Gastérospeed: snails race over twelve circuits, shove, shoot and hit back."""

"""Draws that anyone can check, and tamper-evident histories. These formats never change."""

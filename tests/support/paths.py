"""Paths in the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
OPENAPI_DOCUMENT = ROOT / "openapi" / "openapi.json"

"""The version of this release; pyproject.toml, the API document and the command line read it."""

VERSION = "0.3.0+dev"

"""`python -m api.pages.web <folder>` writes the page as it is served, for the bundler."""

import sys
from pathlib import Path

from api.pages.web.files import write

if __name__ == "__main__":
    write(Path(sys.argv[1]))

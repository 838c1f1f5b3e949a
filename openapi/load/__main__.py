"""`python -m openapi.load` is `ludotheque load`."""

from openapi.load.command import main

if __name__ == "__main__":
    main()

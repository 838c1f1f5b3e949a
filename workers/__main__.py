"""`python -m workers` is `ludotheque`."""

from workers.cli import main

if __name__ == "__main__":
    main(prog_name="ludotheque")

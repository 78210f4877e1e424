"""``python -m runsnap``: the command line."""

from runsnap.cli import main

if __name__ == "__main__":
    main()

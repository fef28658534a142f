"""`python -m sheetgen`, where a terminal does not find the command itself."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the current folder, whose files are not for Python

    from sheetgen.cli import main

    main()

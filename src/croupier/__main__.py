"""`python -m croupier` is the command `croupier`."""

import sys
from pathlib import Path

from croupier.cli.main import main

if __name__ == "__main__":
    here = Path.cwd()
    if not sys.flags.safe_path and sys.path[:1] == [str(here)] and Path(__file__).parents[1] != here:
        del sys.path[0]  # Python put the current folder first; what lies beside a journal is not a plug-in
    main()

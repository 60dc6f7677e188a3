#!/usr/bin/env python3
"""Looks at every page of the built manual. Called by deploy/manual.sh --check.

Usage: PYTHONPATH=clients/python clients/manual/check.py FOLDER. Prints each fault with file and
line, and ends with 1 if there is one.
"""

import sys
from pathlib import Path

from checks.browser import problems as problems_in_browser
from checks.files import Site


def main() -> None:
    """Checks files first: what they show to be wrong, a browser need not."""
    site = Site(Path(sys.argv[1]).resolve())
    count = 0
    for source in (site.problems(), problems_in_browser(site)):
        for problem in source:
            count += 1
            print(problem, flush=True)
    print(f"manual: {len(site.pages)} pages checked, {count} faults")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()

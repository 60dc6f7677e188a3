#!/usr/bin/env python3
"""Writes the page of the protos, as Markdown, to the file that is named. Called by deploy/docs.sh.

Run it by an interpreter that has the `generate` extra.
"""

import sys
from pathlib import Path

from describe.comments import read_protos
from describe.proto_page import proto_page


def main() -> None:
    """Writes it."""
    Path(sys.argv[1]).write_text(proto_page(read_protos()), encoding="utf-8")


if __name__ == "__main__":
    main()

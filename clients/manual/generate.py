#!/usr/bin/env python3
"""Writes the pages of the manual that are made, not written. Called by deploy/manual.sh.

Usage: PYTHONPATH=clients/python clients/manual/generate.py FOLDER, where FOLDER has the written
pages. Nothing here has text of its own that could become wrong: meanings come from the comments of
protos and of the code.
"""

import sys
from pathlib import Path

from pages.commands import write_command_pages
from pages.examples import Examples
from pages.features import write_feature_page
from pages.fields import write_field_pages
from pages.formats import write_formats_page
from pages.gallery import write_gallery
from pages.messages import write_messages_page
from pages.outputs import write_outputs_page
from pages.pictures import draw_pictures
from pages.validation import write_validation_page
from pages.wire import write_wire_page

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Writes all pages."""
    folder = Path(sys.argv[1])
    write_field_pages(folder, Examples(ROOT))
    write_command_pages(folder, ROOT)
    write_feature_page(folder, ROOT)
    write_wire_page(folder)
    draw_pictures(folder)
    write_outputs_page(folder, ROOT)
    write_messages_page(folder)
    write_formats_page(folder, ROOT)
    write_validation_page(folder)
    write_gallery(folder, ROOT)


if __name__ == "__main__":
    main()

"""Tables whose entries are never shortened, so that names can be copied."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.console import Console
from rich.table import Table


def print_table(
    console: Console, rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> None:
    """Prints columns; on a terminal the last column is wrapped, otherwise each row is one line.

    Args:
        console: console on which the table is printed.
        rows: rows of equal length, with the head first.
        right: indices of the columns that are aligned to the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    fits = console.is_terminal and sum(widths[:-1]) + 2 * len(widths) + 20 < console.width
    if fits:
        table = Table.grid(*["column"] * len(widths), padding=(0, 2, 0, 0))
        for place, column in enumerate(table.columns):
            column.justify = "right" if place in right else "left"
            column.no_wrap = place < len(widths) - 1
        for row in rows:
            table.add_row(*row)
        console.print(table)
        return
    for row in rows:
        words = [
            text.rjust(width) if place in right else text.ljust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        console.print("  ".join(words).rstrip(), soft_wrap=True)

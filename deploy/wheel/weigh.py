#!/usr/bin/env python3
"""Says what the parts of a wheel weigh: weigh.py WHEEL [FORBIDDEN...]

Ends with 1 where a file has a text that is forbidden: the folders it was built in.
"""

import sys
import zipfile
from collections import Counter
from pathlib import Path


def part_of(name: str) -> str:
    """Programs and libraries one by one, the rest by folder."""
    first, _, rest = name.partition("/")
    if first == "raftup.libs" or name.startswith("raftup/bin/"):
        return name
    if first == "raftup" and "/" in rest:
        return f"raftup/{rest.partition('/')[0]}/"
    return f"{first}/"


def main() -> int:
    """Prints each part, the heaviest first, as it is in the wheel and unpacked."""
    wheel = Path(sys.argv[1])
    packed, whole = Counter[str](), Counter[str]()
    found = []
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            packed[part_of(entry.filename)] += entry.compress_size
            whole[part_of(entry.filename)] += entry.file_size
            content = archive.read(entry)
            found += [(entry.filename, text) for text in sys.argv[2:] if text.encode() in content]
    for part, size in packed.most_common():
        if size > 0.005 * packed.total():
            print(f"{size:>10} {whole[part]:>10}  {part}")
    print(f"{packed.total():>10} {whole.total():>10}  and what is lighter")
    for name, text in found:
        print(f"{name} has {text}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

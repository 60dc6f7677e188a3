"""Writes what clang-tidy reads: for every folder of a target one source that includes all of it.

Headers are parsed once a folder, and once for several folders of few sources. Writes their compile
commands and prints "unit digest" for each, the digest of all that it depends on. Called by
deploy/lint.sh.
"""

import hashlib
import json
import pathlib
import re
import shlex
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]', re.MULTILINE)
ROOT = pathlib.Path.cwd()
ROOTS = [ROOT, ROOT / "build/lint/commands/proto", ROOT / "build/lint/commands"]
UNITS = ROOT / "build/lint/units"
OURS = ("hydro", "solver", "server", "clients")
FEW = 3  # sources of a folder that shares its unit
MOST = 9  # sources of a unit that folders share
Includes = dict[pathlib.Path, list[pathlib.Path]]


def included(path: pathlib.Path, known: Includes) -> list[pathlib.Path]:
    """What a file includes of ours, itself."""
    if path not in known:
        names = INCLUDE.findall(path.read_text())
        found = ((root / name for root in ROOTS if (root / name).is_file()) for name in names)
        known[path] = [file for file in (next(files, None) for files in found) if file is not None]
    return known[path]


def digest(sources: list[pathlib.Path], known: Includes) -> str:
    seen = set(sources)
    waiting = list(sources)
    while waiting:
        for path in included(waiting.pop(), known):
            if path not in seen:
                seen.add(path)
                waiting.append(path)
    total = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
    for path in sorted(seen):
        total.update(path.read_bytes())
    return total.hexdigest()


def shared(folders: dict[str, list[dict[str, str]]]) -> dict[str, list[dict[str, str]]]:
    """The same entries by units: what folders of one target with few sources have is joined."""
    units: dict[str, list[dict[str, str]]] = {}
    open_unit: dict[str, str] = {}  # by target
    for name, entries in sorted(folders.items()):
        target = name.partition("-")[2]
        unit = open_unit.get(target, name) if len(entries) <= FEW else name
        if unit != name and len(units[unit]) + len(entries) > MOST:
            unit = name
        if len(entries) <= FEW:
            open_unit[target] = unit
        units.setdefault(unit, []).extend(entries)
    return units


def main() -> None:
    commands = json.loads((ROOT / "build/lint/commands/compile_commands.json").read_text())
    folders: dict[str, list[dict[str, str]]] = {}
    for entry in commands:
        source = pathlib.Path(entry["file"])
        if not source.is_relative_to(ROOT) or source.relative_to(ROOT).parts[0] not in OURS:
            continue
        target = entry["command"].split(" -o ")[1].split(".dir/")[0].rsplit("/", 1)[-1]
        folder = source.parent.relative_to(ROOT).as_posix()
        folders.setdefault(f"{folder.replace('/', '_')}-{target}", []).append(entry)
    UNITS.mkdir(parents=True, exist_ok=True)
    database = []
    units = []
    known: Includes = {}
    for name, entries in sorted(shared(folders).items()):
        sources = [pathlib.Path(entry["file"]) for entry in entries]
        unit = UNITS / f"{name}.cpp"
        unit.write_text("".join(f'#include "{source}"\n' for source in sources))
        words = {word for entry in entries for word in shlex.split(entry["command"])}
        command = entries[0]["command"].replace(entries[0]["file"], str(unit))
        command += "".join(f" {shlex.quote(word)}" for word in sorted(words) if word[:2] == "-D")
        database.append({**entries[0], "file": str(unit), "command": command})
        units.append(f"{unit.relative_to(ROOT)} {digest(sources, known)}")
    # Who reads the list starts at its first line: the commands must be there by then.
    (UNITS / "compile_commands.json").write_text(json.dumps(database, indent=1))
    print("\n".join(units))


if __name__ == "__main__":
    sys.exit(main())

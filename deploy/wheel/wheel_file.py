"""The entries of a wheel, read and written: the same entries give the same bytes."""

import base64
import hashlib
import zipfile
from pathlib import Path

Entries = dict[zipfile.ZipInfo, bytes]
"""Content by entry, RECORD left out: who writes it makes a new one."""


def read_wheel(wheel: Path) -> tuple[Entries, zipfile.ZipInfo]:
    """Its files, and the entry of RECORD, of which others take time and mode."""
    with zipfile.ZipFile(wheel) as archive:
        entries = {entry: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
    record = next(entry for entry in entries if entry.filename.endswith(".dist-info/RECORD"))
    del entries[record]
    return entries, record


def write_wheel(wheel: Path, entries: Entries, record: zipfile.ZipInfo) -> None:
    """Writes them in their order, and a RECORD of them behind."""
    lines = [f"{entry.filename},{digest(content)}" for entry, content in entries.items()]
    text = "\n".join([*lines, f"{record.filename},,", ""]).encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry, content in {**entries, record: text}.items():
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)


def new_entry(name: str, record: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """One of a file that is added: as old and as readable as RECORD."""
    entry = zipfile.ZipInfo(name, record.date_time)
    entry.external_attr = record.external_attr
    return entry


def digest(content: bytes) -> str:
    """As a RECORD has it, with the size."""
    value = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"sha256={value},{len(content)}"

"""Comments of the messages, fields, enums and values in the protos."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

PROTO = Path(__file__).resolve().parents[3] / "proto"


def read_comments() -> dict[str, str]:
    """Comments of all elements in proto/raftup/v1, each as one line, by the full name.

    Needs the `generate` extra of the package.

    Raises:
        SystemExit: if protoc refuses the files, with its messages.
    """
    comments = (comment for file in read_protos() for comment in comments_of(file))
    return {name: re.sub(r"\s+", " ", text).strip() for name, text in comments}


def read_protos() -> list[FileDescriptorProto]:
    """Descriptions of the files in proto/raftup/v1 with comments, in the order of their names.

    Raises:
        SystemExit: if protoc refuses the files, with its messages.
    """
    sources = sorted(str(path) for path in PROTO.glob("raftup/v1/*.proto"))
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "set"
        arguments = [f"-I{PROTO}", "--include_source_info", f"--descriptor_set_out={target}"]
        process = subprocess.run(
            [sys.executable, "-m", "grpc_tools.protoc", *arguments, *sources],
            check=False,
            stderr=subprocess.PIPE,
            text=True,
        )
        if process.returncode != 0:
            raise SystemExit(process.stderr)
        return list(FileDescriptorSet.FromString(target.read_bytes()).file)


def comments_of(file: FileDescriptorProto) -> Iterator[tuple[str, str]]:
    """Full name and unchanged comment of every element of a file that has a comment."""
    for location in file.source_code_info.location:
        name = _name_at(file, location.path)
        text = location.leading_comments or location.trailing_comments
        if name and text:
            yield f"{file.package}.{name}", text


def _name_at(file: FileDescriptorProto, path: Sequence[int]) -> str:
    """Name in its package of the element at a path of field numbers and indices.

    Returns:
        The name; empty if the path does not lead to an element with a name.
    """
    place: Any = file
    names = []
    for number, index in itertools.zip_longest(path[::2], path[1::2]):
        children = getattr(place, type(place).DESCRIPTOR.fields_by_number[number].name)
        if index is None or not hasattr(children, "add"):
            return ""  # the path leads to an option, a type or a number
        place = children[index]
        names.append(place.name)
    return ".".join(names)

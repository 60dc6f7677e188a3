"""Reference page of the protos: services, messages and enums of raftup.v1 with comments."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    ServiceDescriptorProto,
)

from describe.comments import comments_of

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|$~#])")
CODE = re.compile(r"(`[^`|]+`)")
ABOUT = """# The protos

Every service, message and enum of `raftup.v1`, which lies in `proto/raftup/v1/`. Model files are
the message [Model](#raftup.v1.Model) as YAML.
"""

Comments = Mapping[str, str]


def proto_page(files: Sequence[FileDescriptorProto]) -> str:
    """The page in Markdown: services first, then messages and enums in the order of names.

    Args:
        files: descriptions with source_code_info, from read_protos().
    """
    comments = {name: text for file in files for name, text in comments_of(file)}
    services = [block for file in files for block in _services(file, comments)]
    types = {name: block for file in files for name, block in _types(file, comments)}
    return "\n".join([ABOUT, *services, *(types[name] for name in sorted(types))])


def _services(file: FileDescriptorProto, comments: Comments) -> Iterator[str]:
    for service in file.service:
        yield _service(f"{file.package}.{service.name}", service, comments)


def _types(file: FileDescriptorProto, comments: Comments) -> Iterator[tuple[str, str]]:
    for enum in file.enum_type:
        name = f"{file.package}.{enum.name}"
        yield name, _enum(name, enum, comments)
    for message in file.message_type:
        yield from _message(f"{file.package}.{message.name}", message, comments)


def _service(name: str, service: ServiceDescriptorProto, comments: Comments) -> str:
    rows = [
        f"| **{call.name}** | {_streamed(call.input_type, call.client_streaming)} "
        f"→ {_streamed(call.output_type, call.server_streaming)} "
        f"| {_line(comments.get(f'{name}.{call.name}', ''))} |"
        for call in service.method
    ]
    return _block(name, comments, ("call", "request → answer", "meaning"), rows)


def _message(name: str, message: DescriptorProto, comments: Comments) -> Iterator[tuple[str, str]]:
    entries = {f"{name}.{entry.name}": entry for entry in message.nested_type}
    rows = [
        f"| **{_escaped(field.name)}** | {_type_of(field, entries)} "
        f"| {_choice(message, field)}{_line(comments.get(f'{name}.{field.name}', ''))} |"
        for field in message.field
    ]
    yield name, _block(name, comments, ("field", "type", "meaning"), rows)
    for enum in message.enum_type:
        yield f"{name}.{enum.name}", _enum(f"{name}.{enum.name}", enum, comments)
    for full, entry in entries.items():
        if not entry.options.map_entry:
            yield from _message(full, entry, comments)


def _enum(name: str, enum: EnumDescriptorProto, comments: Comments) -> str:
    rows = [
        f"| **{_escaped(value.name)}** | {value.number} "
        f"| {_line(comments.get(f'{name}.{value.name}', ''))} |"
        for value in enum.value
    ]
    return _block(name, comments, ("value", "number", "meaning"), rows)


def _block(name: str, comments: Comments, columns: Sequence[str], rows: Sequence[str]) -> str:
    head = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"] if rows else []
    short = _escaped(name.removeprefix("raftup.v1."))
    title = f"({name})=\n\n## {short}\n"
    return "\n".join([title, _paragraphs(comments.get(name, "")), *head, *rows, ""])


def _type_of(field: FieldDescriptorProto, entries: Mapping[str, DescriptorProto]) -> str:
    entry = entries.get(field.type_name.lstrip("."))
    if entry is not None and entry.options.map_entry:
        key, value = entry.field
        return f"map of {_type_of(key, entries)} to {_type_of(value, entries)}"
    if field.type_name:
        text = _link(field.type_name)
    else:
        text = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {text}"
    return f"optional {text}" if field.proto3_optional else text


def _choice(message: DescriptorProto, field: FieldDescriptorProto) -> str:
    if not field.HasField("oneof_index") or field.proto3_optional:
        return ""
    return f"(one of {_escaped(message.oneof_decl[field.oneof_index].name)}) "


def _streamed(name: str, stream: bool) -> str:
    return f"stream of {_link(name)}" if stream else _link(name)


def _link(full: str) -> str:
    name = full.lstrip(".")
    short = _escaped(name.removeprefix("raftup.v1."))
    return f"[{short}](#{name})" if name.startswith("raftup.v1.") else short


def _escaped(text: str) -> str:
    """The text with its special characters escaped for Markdown; code in backticks is unchanged."""
    parts = CODE.split(text)
    return "".join(part if part[:1] == "`" else SPECIAL.sub(r"\\\1", part) for part in parts)


def _line(comment: str) -> str:
    return _escaped(re.sub(r"\s+", " ", comment).strip())


def _paragraphs(comment: str) -> str:
    """A comment in Markdown: paragraphs, and indented lines (formulas, tables) as code blocks."""
    blocks = []
    for kind, group in itertools.groupby(comment.splitlines(), _kind_of_line):
        lines = list(group)
        if kind == "formula":
            blocks.append("\n".join(["```text", *(line.rstrip() for line in lines), "```\n"]))
        elif kind == "text":
            blocks.append(_line(" ".join(lines)) + "\n")
    return "\n".join(blocks)


def _kind_of_line(line: str) -> str:
    if not line.strip():
        return "blank"
    return "formula" if line.startswith("   ") else "text"

"""Pages of the fields of files: one for each message, with an anchor for each field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pages.examples import Examples
from pages.markdown import block, cell, contents, plain, table
from raftup.schema import SchemaKind, load_schema
from raftup.schema.explain import default_text, limits_text, reference_of, type_text

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of file whose fields have pages.

    Attributes:
        schema: which schema it has.
        root: name of the page of the file itself; definitions have their own names.
        prefix: what the labels of its pages begin with; empty for models.
    """

    schema: SchemaKind
    root: str
    prefix: str


KINDS = (
    Kind(SchemaKind.MODEL, "Model", ""),
    Kind(SchemaKind.STUDY, "Study", "study."),
    Kind(SchemaKind.HYDRO, "Hydro", "hydro."),
    Kind(SchemaKind.VALIDATION, "Case", "case."),
)
_TITLES = {
    SchemaKind.MODEL: "Model files",
    SchemaKind.STUDY: "Study files",
    SchemaKind.HYDRO: "Files of panel solutions",
    SchemaKind.VALIDATION: "Files of reference cases",
}


def write_field_pages(folder: Path, examples: Examples) -> None:
    """Writes `reference/KIND/MESSAGE.md` for every message of every kind of file.

    Raises:
        SystemExit: if a field or a message has no meaning.
    """
    models = load_schema(SchemaKind.MODEL)["definitions"]
    for kind in KINDS:
        schema = load_schema(kind.schema)
        own = {kind.root: schema} | {
            name: one
            for name, one in schema["definitions"].items()
            if kind.schema is SchemaKind.MODEL or (name not in models and name != "Model")
        }
        pages = _Pages(kind, own, _users(own), examples)
        place = folder / "reference" / kind.schema.value
        place.mkdir(parents=True, exist_ok=True)
        for name, definition in own.items():
            text = "\n".join(pages.page(name, definition))
            (place / f"{name}.md").write_text(text, encoding="utf-8")
        (place / "index.md").write_text("\n".join(pages.index()), encoding="utf-8")


def label(kind: Kind, message: str, field: str = "") -> str:
    """The label of a message or of one of its fields, as references write it."""
    return f"{kind.prefix}{message}{'.' if field else ''}{field}"


def _users(messages: Mapping[str, Schema]) -> Mapping[str, list[tuple[str, str]]]:
    """By the name of a message, the messages and fields that contain it."""
    users: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for message, definition in messages.items():
        for name, field in definition.get("properties", {}).items():
            if target := reference_of(field):
                users[target].append((message, name))
    return users


class _Pages:
    """The pages of one kind of file."""

    def __init__(
        self,
        kind: Kind,
        messages: Mapping[str, Schema],
        users: Mapping[str, list[tuple[str, str]]],
        examples: Examples,
    ) -> None:
        self._kind = kind
        self._messages = messages
        self._users = users
        self._examples = examples

    def index(self) -> Iterator[str]:
        """The list of all messages, by what contains them first."""
        title = _TITLES[self._kind.schema]
        yield from (f"# {title}", "")
        yield "Every message and field of these files. `raftup explain PATH` says the same of one"
        yield "field, and `raftup schema` gives the schema by which editors check files."
        yield ""
        rows = (
            (self._link(name), cell(_sentence(definition["description"])))
            for name, definition in self._messages.items()
        )
        yield from table(("message", "meaning"), rows)
        yield from contents(self._messages)

    def page(self, name: str, definition: Schema) -> Iterator[str]:
        """The page of a message."""
        if not definition.get("description"):
            raise SystemExit(f"proto: message {name} has no comment")
        yield from (f"({label(self._kind, name)})=", f"# {name}", "")
        yield from (plain(definition["description"]), "")
        users = [self._link(*user) for user in self._users.get(name, [])]
        if users:
            yield from (f"Used by {', '.join(users)}.", "")
        shown = self._examples.smallest(name) if self._is_model else None
        if shown:
            yield from (f"The smallest one in the examples, of `{shown.path}`:", "")
            yield from block(shown.text, "yaml")
        for field_name, field in definition.get("properties", {}).items():
            yield from self._field(name, field_name, field, definition)
        values = [one for one in definition.get("anyOf", ()) if "const" in one]
        rows = ((f"`{one['const']}`", cell(one["description"])) for one in values)
        yield from table(("value", "meaning"), rows)

    @property
    def _is_model(self) -> bool:
        return self._kind.schema is SchemaKind.MODEL

    def _field(self, message: str, name: str, field: Schema, holder: Schema) -> Iterator[str]:
        if not field.get("description"):
            raise SystemExit(f"proto: field {message}.{name} has no comment")
        anchor = f"{message}.{name}"
        yield from (f'<a id="{anchor}"></a>', "")
        yield from (f"({label(self._kind, message, name)})=", f"## {plain(name)}", "")
        required = name in holder.get("required", ())
        default = default_text(field)
        facts = [
            self._type(field),
            plain(f"[{field['x-unit']}]") if "x-unit" in field else "",
            plain(limits_text(field)),
            "required" if required else f"default: {plain(default)}" if default else "",
        ]
        yield from (
            " · ".join(filter(None, facts)),
            "",
            plain(field["description"]),
            "",
        )
        shown = self._examples.smallest(message) if self._is_model else None
        path = self._examples.path_with(message, name) if self._is_model else ""
        if path and not (shown and f"{name}:" in shown.text):
            yield from (f"Used in `{path}`.", "")

    def _type(self, field: Schema) -> str:
        text, name = type_text(field), reference_of(field)
        if not name:
            return text
        return text.replace(name, self._link(name))

    def _link(self, message: str, field: str = "") -> str:
        kind = self._kind if message in self._messages else KINDS[0]
        shown = f"{message}{'.' if field else ''}{field}"
        return f"{{ref}}`{shown} <{label(kind, message, field)}>`"


def _sentence(text: str) -> str:
    return text.partition(". ")[0]

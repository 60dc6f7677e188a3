"""What model and study files may hold, as JSON Schema, for editors and for people."""

from raftup.schema.explain import Explanation, explain
from raftup.schema.files import SchemaKind, load_schema, modeline, schema_file

__all__ = ["Explanation", "SchemaKind", "explain", "load_schema", "modeline", "schema_file"]

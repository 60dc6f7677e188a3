"""JSON schemas of model and study files, for editors and for explanations of fields."""

from raftup.schema.explain import Explanation, explain
from raftup.schema.files import SchemaKind, load_schema, modeline, schema_file

__all__ = ["Explanation", "SchemaKind", "explain", "load_schema", "modeline", "schema_file"]

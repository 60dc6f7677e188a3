"""Models: model files, overrides, and the message to which they are converted."""

from raftup._generated.model_pb2 import Model
from raftup.base.errors import ModelError, Violation
from raftup.model.load import ModelSource, load_model, model_document, read_model
from raftup.model.overrides import parse_override

__all__ = [
    "Model",
    "ModelError",
    "ModelSource",
    "Violation",
    "load_model",
    "model_document",
    "parse_override",
    "read_model",
]

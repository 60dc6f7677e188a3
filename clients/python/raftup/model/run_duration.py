"""Duration of a run, as a model gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from raftup._generated.model_pb2 import Integration


def run_duration(integration: Integration) -> float:
    """Duration [s] of a run: that of all stages, or `duration` if there are none; 0 if not given.

    A server rounds each stage up to whole steps, see Session.stages.
    """
    return sum((stage.duration for stage in integration.stages), integration.duration)


def run_duration_in(integration: Mapping[str, Any]) -> float:
    """The same as run_duration() for `integration` of a model document."""
    stages = integration.get("stages") or []
    whole = sum((float(stage.get("duration", 0.0)) for stage in stages), 0.0)
    return whole + float(integration.get("duration", 0.0))

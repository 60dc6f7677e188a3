"""Every example runs under --strict, and what is found about it is what is on record.

A rule that is new, or that reads more out of the same numbers, shows here: either the example is
wrong, or the finding is, or it belongs into `findings.yaml`.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import MODELS

import raftup

# Panels of one file give an added mass that is symmetric to .7 %, and memories have its mean. One
# of the ferries shows what a database at zero speed says at 20 kn.
_AS_MEANT = {"added_mass_asymmetric", "froude_number"}
_LONGEST = 60.0  # s of simulated time: examples of hours say the same as soon
_ON_RECORD: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "findings.yaml").read_text("utf-8")
)
_EXAMPLES = sorted(file.stem for file in MODELS.glob("*.yaml"))


def found(result_findings: str) -> dict[str, Any]:
    """Findings of the model by name, those of its databases by name and number."""
    findings = json.loads(result_findings)
    databases = Counter(one["name"] for found in findings["databases"].values() for one in found)
    return {
        "model": sorted({one["name"] for one in findings["model"]}),
        "databases": dict(sorted(databases.items())),
    }


def test_every_example_is_on_record() -> None:
    assert sorted(_ON_RECORD) == _EXAMPLES


@pytest.mark.parametrize("name", _EXAMPLES)
def test_examples_run_strictly(client: raftup.Client, name: str) -> None:
    file = MODELS / f"{name}.yaml"
    integration = yaml.safe_load(file.read_text("utf-8"))["integration"]
    overrides = {"integration.duration": min(integration.get("duration", _LONGEST), _LONGEST)}
    if "stages" in integration:
        stages = [{**one, "duration": _LONGEST / 3} for one in integration["stages"]]
        overrides = {"integration.stages": stages}
    strict = _AS_MEANT.isdisjoint(_ON_RECORD[name]["model"])
    result = raftup.run(file, client, overrides, strict=strict)
    assert found(result.attrs["findings"]) == _ON_RECORD[name]

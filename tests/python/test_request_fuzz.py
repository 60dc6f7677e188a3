"""Whatever a request says, the server answers it, in time and with words."""

import os
from pathlib import Path

import pytest
from request_fuzz.fuzz import Fuzz

SECONDS = float(os.environ.get("RAFTUP_FUZZ_SECONDS", "20"))
SEED = int(os.environ.get("RAFTUP_FUZZ_SEED", "1"))


@pytest.mark.timeout(SECONDS + 300)
def test_no_request_ends_silences_or_confuses_the_server(tmp_path: Path) -> None:
    fuzz = Fuzz(SEED, tmp_path)
    fuzz.run(SECONDS)
    print(fuzz.summary())
    assert not fuzz.faults, fuzz.summary()
    assert fuzz.counts["OK"] > 10
    assert fuzz.counts["INVALID_ARGUMENT"] > 10

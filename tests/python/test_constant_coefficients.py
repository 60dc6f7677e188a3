"""Groups whose water is given as matrices: the example, and what is refused."""

from typing import Any

import numpy as np
import pytest
from conftest import DATABASES, MODELS

import raftup

EXAMPLE = MODELS / "two_floats.yaml"


def test_the_two_floats_heave_as_their_equations_say(client: raftup.Client) -> None:
    result = raftup.run(EXAMPLE, client, {"integration.duration": 20})
    heave = result.displacement.sel(dof="heave").values
    at = [int(np.argmin(np.abs(result.time.values - t))) for t in (2.0, 5.0, 10.0, 20.0)]
    expected = [  # of an independent integration
        [-0.869306405, 0.019547167],
        [-0.181000089, -0.133867274],
        [-0.392229661, -0.022031355],
        [0.049073187, 0.048280378],
    ]
    np.testing.assert_allclose(heave[at], expected, atol=2e-7)  # of order 4, .02 s


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"hydrodynamics[0].database": str(DATABASES / "hemisphere.h5")},
            "must be left out with coefficients",
        ),
        ({"hydrodynamics[0].radiation.memory": "state_space"}, "no database"),
        ({"hydrodynamics[0].coefficients.damping": [1.0, 2.0]}, "must have 144 values"),
    ],
)
def test_what_does_not_go_together_is_refused(
    changes: dict[str, Any], message: str, client: raftup.Client
) -> None:
    with pytest.raises(raftup.ModelError, match=message):
        raftup.run(EXAMPLE, client, changes)

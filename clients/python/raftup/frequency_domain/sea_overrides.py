"""The sea of a model, replaced by one of two numbers."""

from __future__ import annotations

from typing import Any

from raftup.base.errors import bad_field


def sea_overrides(
    height: float | None, period: float | None, enhancement: float, direction: float
) -> dict[str, Any]:
    """Overrides that replace the sea of a model by a JONSWAP sea; none if neither is given.

    Args:
        height: significant wave height [m].
        period: peak period [s].
        enhancement: peak enhancement factor gamma.
        direction: direction that the waves travel to [deg].

    Raises:
        RaftupError: BAD_FIELD if only one of height and period is given.
    """
    if height is None and period is None:
        return {}
    if height is None or period is None:
        raise bad_field("--hs, --tp", "must be given together")
    jonswap = {
        "significant_wave_height": height,
        "peak_period": period,
        "peak_enhancement": enhancement,
    }
    return {
        "environment.sea": {
            "waves": [{"irregular": {"jonswap": jonswap, "direction_deg": direction}}]
        }
    }

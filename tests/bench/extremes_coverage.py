"""How often the intervals of extremes hold what is known of Gaussian seas.

Of 100 JONSWAP seas of 3 h, by each method, for 3 h and ten times as long: how many of the 90 %
intervals hold sqrt(2 m0 ln N), the mean of the answers over it, their scatter and the width of the
intervals over it, and the time of an answer.

    python tests/bench/extremes_coverage.py [SEAS]
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

from extremes.gaussian_seas import DURATION, process, sea

from raftup.extremes import Question, Record, estimate_extreme


def coverage(method: str, seas: list[Record], duration: float) -> str:
    """One line of the table."""
    expected = process().most_probable(duration)
    start = time.perf_counter()
    found = [estimate_extreme([one], Question(method, duration)) for one in seas]
    each = (time.perf_counter() - start) / len(seas)
    held = sum(one.low <= expected <= one.high for one in found)
    ratio = np.array([one.value for one in found]) / expected
    width = np.mean([one.high - one.low for one in found]) / expected
    return (
        f"{method:13s} {duration / 3600.0:3.0f} h: holds in {held} of {len(seas)}, mean "
        f"{ratio.mean():.3f}, scatter {ratio.std():.3f}, width {width:.3f}, {1e3 * each:.0f} ms"
    )


def main() -> None:
    """Prints the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seas = [sea(seed) for seed in range(count)]
    for method in ("pot", "weibull_tail", "acer"):
        for repeats in (1.0, 10.0):
            print(coverage(method, seas, repeats * DURATION))


if __name__ == "__main__":
    main()

"""Studies: one model in many sea states, headings, seeds and parameters.

A study is a YAML or JSON file, or a mapping:

    model: alongside.yaml       # file or mapping
    set: {"bodies[0].mass": 2e7}  # further values of the model by path, the same in all cases
    axes:                       # each becomes a dimension; the last changes fastest
      period: {path: "environment.sea.waves[0].irregular.jonswap.peak_period", values: [6, 8]}
      seed: {path: "environment.sea.waves[0].irregular.seed", range: [1, 20]}
      sea_state:                # several values at each place, by name
        paths: {hs: ..., tp: ...}
        csv: scatter.csv        # columns hs, tp and, if known, probability
    duration: 600               # s of each case, warm-up included; default: the model's
    warm_up: 60                 # s that do not count
    statistics: [mean, std, max]
    outputs: [carrier.displacement, tow_line.tension]  # default: displacement of every body
    observers: []               # further ones of the model: gaps, accelerations at points
    limits: [{name: wet, output: gap.position, component: 1, below: 1.0, allowed: 0.01}]
    fatigue: [{name: tow_line, output: tow_line.tension, slope: 3, intercept: 1e20}]
    extremes: [{name: tow_line, output: tow_line.tension, method: pot, duration: 10800}]
    confidence: 0.9

Kinds of axes: `values`; `range` [first, last] or [first, last, step] of whole numbers; `csv`;
`scatter` {hs: [...], tp: [...], occurrence: [[...]]}; `samples` {method: latin_hypercube or sobol,
count, seed, bounds: {hs: [low, high]}}. Statistics: mean, std, skewness, kurtosis, min, max,
up_crossings, weibull_maximum. All units as the outputs'.

A folder of a study has `study.json`, `statistics.zarr`, `effort.zarr` (wall clock of the cases)
and, where cases warn, `warnings.json`: the message of the worst case of each finding. The variable
`warning` has the names of the findings of every case; `warnings` is 1 where a case warns of a
`finding`, `warning_value` its measure there.
"""

from raftup.study.library import open_study, study
from raftup.study.progress import Preparation, StudyProgress

__all__ = ["Preparation", "StudyProgress", "open_study", "study"]

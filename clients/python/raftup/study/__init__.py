"""Studies: one model in many sea states, headings, seeds and parameters.

A study is a YAML or JSON file, or a mapping:

    model: alongside.yaml       # file or mapping
    set: {"bodies[0].mass": 2e7}  # values that replace the model's, by path, in all cases
    axes:                       # each axis is a dimension of the results; the last changes fastest
      period: {path: "environment.sea.waves[0].irregular.jonswap.peak_period", values: [6, 8]}
      seed: {path: "environment.sea.waves[0].irregular.seed", range: [1, 20]}
      sea_state:                # an axis with several coordinates
        paths: {hs: ..., tp: ...}
        csv: scatter.csv        # columns hs, tp and, if known, probability
    duration: 600               # s of each case, warm-up included; default: the model's
    warm_up: 60                 # s at the start that are left out of the statistics
    statistics: [mean, std, max]
    outputs: [carrier.displacement, tow_line.tension]  # default: displacement of every body
    observers: []               # further observer frames: gaps, accelerations at points
    limits: [{name: wet, output: gap.position, component: 1, below: 1.0, allowed: 0.01}]
    fatigue: [{name: tow_line, output: tow_line.tension, slope: 3, intercept: 1e20}]
    extremes: [{name: tow_line, output: tow_line.tension, method: pot, duration: 10800}]
    confidence: 0.9

Kinds of axes: `values`; `range` [first, last] or [first, last, step] of whole numbers; `csv`;
`scatter` {hs: [...], tp: [...], occurrence: [[...]]}; `samples` {method: latin_hypercube or sobol,
count, seed, bounds: {hs: [low, high]}}. Statistics: mean, std, skewness, kurtosis, min, max,
up_crossings, weibull_maximum. Statistics have the units of their outputs.

The folder of a study contains `study.json`, `statistics.zarr`, `effort.zarr` (wall clock time of
the cases) and, if cases have findings of severity warning, `warnings.json` with the message of the
worst case of each finding. The variable `warning` has the names of these findings for every case;
`warnings` is 1 if a case has a `finding`, and `warning_value` is the number that it concerns.
"""

from raftup.study.library import open_study, study
from raftup.study.progress import Preparation, StudyProgress

__all__ = ["Preparation", "StudyProgress", "open_study", "study"]

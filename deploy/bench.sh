#!/usr/bin/env bash
# Measures the hot parts on this machine and prints a table of medians; every key is fixed.
#   deploy/bench.sh                 table
#   deploy/bench.sh --json FILE     the same figures also as JSON
#   deploy/bench.sh --gates         only the gates of the console, which fail where they are not met
# Runs are interleaved, so that a noisy neighbour hits both sides of a comparison: quote ratios.
set -euo pipefail
cd "$(dirname "$0")/.."
deploy/install.sh --dev
if [ "${1:-}" = --gates ]; then
  exec .venv/bin/python tests/bench/console_gates.py --build build/release
fi
.venv/bin/python tests/bench/collect.py --build build/release "$@"

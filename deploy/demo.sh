#!/usr/bin/env bash
# The demo: a server on loopback, two ships side by side in a JONSWAP sea, and a client that streams a wave force.
# Leaves out/demo/result.nc and pictures. Installs and builds what is missing first, or installs a wheel and builds nothing.
# Safe to run again.
#
#   deploy/demo.sh                              the whole demo
#   deploy/demo.sh --wheel FILE                 with the programs of a wheel (deploy/wheel.sh), in out/wheel/environment
#   deploy/demo.sh --duration 600 --out DIR     see deploy/demo/demo.py; after --wheel FILE, where that is given
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
if [ "${1:-}" = --wheel ] && [ $# -ge 2 ]; then
  environment="$here/../out/wheel/environment"
  printf '\n== wheel: %s, in out/wheel/environment\n' "$2"
  python3 -m venv --clear "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check "$2[console]"
  shift 2
else
  environment="$here/../.venv"
  "$here/install.sh"
fi
printf '\n== demo: two ships side by side, then a streamed wave force\n'
exec "$environment/bin/python" "$here/demo/demo.py" "$@"

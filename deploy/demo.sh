#!/usr/bin/env bash
# Installs and builds what is missing, then runs the demo: a server on loopback, two ships side by side
# in a JONSWAP sea, and a client that streams a wave force. Leaves out/demo/result.nc and pictures.
# Safe to run again.
#
#   deploy/demo.sh                          the whole demo
#   deploy/demo.sh --duration 600 --out DIR     see deploy/demo/demo.py
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
"$here/install.sh"
printf '\n== demo: two ships side by side, then a streamed wave force\n'
exec "$here/../.venv/bin/python" "$here/demo/demo.py" "$@"

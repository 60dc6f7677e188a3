#!/usr/bin/env bash
# clang-tidy over the C++ sources, against the compile commands of build/release.
#   deploy/lint.sh            every source
#   deploy/lint.sh FILE...    only these
# A file that passed before with the same rules and the same headers of ours is not checked again: the
# stamps lie in build/lint.
set -euo pipefail
cd "$(dirname "$0")/.."

# What each source includes of ours, as the build has found out: lines "source file". Paths are relative to
# build/release; what lies neither there nor in the tree is the system's.
list_dependencies() {
  ninja -C build/release -t deps | awk '
    /^[^ ]/ { source = "" }
    $1 ~ /^\.\.\/\.\.\/[^.]/ { file = substr($1, 7); if (source == "") source = file; print source, file }
    /^ / && $1 ~ /^[^.\/]/ { print source, "build/release/" $1 }'
}

check_one() {
  local source="$1" files stamp
  files=$(awk -v source="$source" '$1 == source { print $2 }' build/lint/dependencies | sort -u)
  stamp="build/lint/$(cat .clang-tidy "$source" $files | sha256sum | cut -d' ' -f1)"
  [ -e "$stamp" ] && return 0
  .venv/bin/clang-tidy --quiet -p build/release "$source" \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-deprecated-declarations 2>/dev/null ||
    { echo "clang-tidy: $source"; return 1; }
  touch "$stamp"
}
export -f check_one

mkdir -p build/lint
list_dependencies >build/lint/dependencies
if [ $# -gt 0 ]; then
  printf '%s\n' "$@"
else
  git ls-files --cached --others --exclude-standard 'hydro/*.cpp' 'solver/*.cpp' 'server/*.cpp' 'clients/*.cpp'
fi | xargs -P "$(nproc)" -I{} bash -c 'check_one "$1"' _ {}

#!/usr/bin/env bash
# Does the first hour and every tutorial of the manual as somebody who has nothing but the wheel: an environment of its
# own with the extras that the page names, an empty home, an empty folder with clients/examples alone, and no repository.
# Only what a page shows is done. Prints the seconds of each page, and where a reader stops.
#
#   deploy/newcomer.sh                    the wheel of out/wheel (deploy/wheel.sh), all pages
#   deploy/newcomer.sh WHEEL [PAGE...]
set -euo pipefail
cd "$(dirname "$0")/.."
wheel=$(realpath "${1:-$(ls out/wheel/raftup-*linux*.whl)}")
shift || true
if [ $# -eq 0 ]; then
  set -- clients/manual/source/start/first-hour.md $(git ls-files 'clients/manual/source/tutorials/*.md' | grep -v index.md)
fi
limit=1200 # s: what a tutorial may take, reading included
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
failed=0

# What the page needs besides Python, as its text says: "pip install raftup[x]", or "the extra `x`".
extras_of() {
  { grep -oP 'pip install raftup\[\K[\w,]+(?=\])|the extra `\K\w+(?=`)' "$1" || true; } | tr , '\n' | sort -u | paste -sd,
}

for page in "$@"; do
  extras=$(extras_of "$page")
  environment=$room/environment-${extras:-none}
  if [ ! -d "$environment" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check "$wheel${extras:+[$extras]}"
  fi
  folder=$room/$(basename "$page" .md)
  mkdir -p "$folder/home" "$folder/work/clients"
  git ls-files -z clients/examples | xargs -0 cp --parents --target-directory="$folder/work"
  cp "$page" deploy/wheel/run_page.py "$folder"
  # An empty folder over the repository, for this page alone.
  unshare --mount bash -c 'mount -t tmpfs none "$0" && cd "$1/work" && exec env -i HOME="$1/home" LANG=C.UTF-8 \
    PATH="$2/bin:/usr/bin:/bin" MPLBACKEND=agg timeout "$3" python ../run_page.py "../$4"' \
    "$PWD" "$folder" "$environment" "$limit" "$(basename "$page")" || failed=$((failed + 1))
  rm -rf "$folder"
done
[ "$failed" -eq 0 ] || { echo "newcomer.sh: readers of $failed pages stop" >&2; exit 1; }

#!/usr/bin/env bash
# Builds the manual into out/manual: begin with index.html there. It has the pages of clients/manual/source, what is
# generated from protos, commands, findings and examples, the Python package, the Markdown pages of the repository, all
# by sphinx, and the C++ headers of hydro, solver and clients/cpp by doxygen, in cpp/. Whatever cannot be resolved, a cell
# that fails and a comment that cannot be read are errors, with file and line. deploy/install.sh --dev has what it needs.
#
#   deploy/manual.sh                 builds what has changed
#   deploy/manual.sh --check         builds all pages anew, keeping results of unchanged cells, and looks at each in a browser
#   deploy/manual.sh --reproducible  builds all pages anew twice, keeping results of unchanged cells: the same bytes. A build of
#                                    what has changed differs by suffixes of style sheets and by entries of the index
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
source=build/manual/source
export SOURCE_DATE_EPOCH=315532800 # pages bear no dates: two builds have the same bytes
export PYTHONHASHSEED=0
export PYTHONPATH=clients/python
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 # threads that share a busy core wait for one another
fresh=()
if [ "${1:-}" != "" ]; then
  fresh=(--fresh-env)
  rm -rf out/manual
fi

# The pages lie beside one another as they do in the repository, so that their links hold.
lay_out() {
  rm -rf "$source"
  mkdir -p "$source/_static"
  git ls-files -z --cached --others --exclude-standard '*.md' '*.png' '*.svg' |
    grep -zvE '^(\.github|clients/manual)/' |
    xargs -0 cp --parents --preserve=timestamps --target-directory="$source"
  cp -R --preserve=timestamps clients/manual/source/. "$source"
  "$python" clients/manual/generate.py "$source"
  cp clients/manual/node_modules/mathjax/es5/tex-svg.js "$source/_static/"
}

# Messages name the file that was written by hand, not its copy. What has failed is built anew: sphinx says faults once.
build() {
  "$python" -m sphinx --no-color --quiet --fail-on-warning --keep-going --nitpicky "${fresh[@]}" -c clients/manual \
    -d build/manual/doctrees "$source" "$1" 2> >("$python" clients/manual/name_sources.py >&2) ||
    { rm -rf build/manual/doctrees; wait; exit 1; }
}

mkdir -p out/manual
lay_out
doxygen clients/manual/cpp/Doxyfile &
headers=$!
build out/manual
wait "$headers"
echo "manual: out/manual/index.html"
case "${1:-}" in
  --check) "$python" clients/manual/check.py out/manual ;;
  --reproducible)
    lay_out
    rm -rf build/manual/again
    build build/manual/again
    diff --recursive --brief --exclude=cpp --exclude=reports out/manual build/manual/again
    echo "manual: the same bytes"
    ;;
esac

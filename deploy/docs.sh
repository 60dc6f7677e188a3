#!/usr/bin/env bash
# Builds the browsable documentation into build/docs/html: begin with index.html there. It has the Python package, the
# protos and the Markdown pages by sphinx, and the C++ headers of hydro, solver and clients/cpp by doxygen, in cpp/. A
# comment that doxygen or sphinx cannot make sense of is an error. deploy/install.sh --dev has both.
set -euo pipefail
cd "$(dirname "$0")/.."
source=build/docs/source
mkdir -p build/docs/html

# The pages lie beside one another as they do in the repository, so that their links hold.
rm -rf "$source"
mkdir -p "$source"
git ls-files -z --cached --others --exclude-standard '*.md' '*.png' '*.svg' |
  grep -zvE '^(\.github|deploy/docs)/' | xargs -0 cp --parents --preserve=timestamps --target-directory="$source"
cp --preserve=timestamps deploy/docs/*.rst "$source"
.venv/bin/python clients/python/generate_proto_page.py "${source}/protos.md"

doxygen deploy/docs/Doxyfile
.venv/bin/sphinx-build --quiet --fail-on-warning --keep-going -c deploy/docs -d build/docs/doctrees "$source" build/docs/html
echo "documentation: build/docs/html/index.html"

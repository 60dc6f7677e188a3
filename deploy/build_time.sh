#!/usr/bin/env bash
# CPU time of a cold build without compiler cache, in build/time: total, ratio to a reference file that is
# compiled before and after it, the ten slowest units. Quote the ratio: seconds depend on the machine and on what
# else runs there.
#   deploy/build_time.sh            what deploy/install.sh builds
#   deploy/build_time.sh --tests    tests and benchmarks as well
#   deploy/build_time.sh --limit R  fails where the ratio is above R
set -euo pipefail
cd "$(dirname "$0")/.."

tests=OFF
limit=
while [ $# -gt 0 ]; do
  case "$1" in
    --tests) tests=ON ;;
    --limit) limit=${2:?--limit needs a number}; shift ;;
    *) sed -n '2,8p' "$0" | sed 's/^# \{0,1\}//'; exit 2 ;;
  esac
  shift
done

rm -rf build/time
mkdir -p build/time
log="$PWD/build/time/units.log"
reference="$PWD/build/time/reference.log"

compile_reference() {
  deploy/cmake/timed.sh "$reference" c++ -std=c++20 -O3 -isystem /usr/include/eigen3 \
    -o build/time/reference.o -c deploy/cmake/reference.cpp
}

cmake --preset release -B build/time --log-level=WARNING \
  "-DCMAKE_CXX_COMPILER_LAUNCHER=$PWD/deploy/cmake/timed.sh;$log" \
  "-DRAFTUP_BUILD_TESTS=$tests" "-DRAFTUP_BUILD_BENCHMARKS=$tests"
compile_reference
begin=$(date +%s)
cmake --build build/time
end=$(date +%s)
compile_reference

printf '\nslowest units, CPU s\n'
sort -rn "$log" | head -10
awk -v wall=$((end - begin)) -v limit="$limit" '
  FILENAME ~ /reference/ { reference += $1 / 2; next }
  { total += $1; count += 1 }
  END {
    ratio = total / reference
    printf "\n%d units, %.0f CPU s in %d s; reference file %.2f CPU s; ratio %.0f\n",
           count, total, wall, reference, ratio
    if (limit != "" && ratio > limit) { printf "the ratio must be at most %s\n", limit; exit 1 }
  }' "$reference" "$log"

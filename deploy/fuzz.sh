#!/usr/bin/env bash
# Builds the fuzz targets with clang, address and undefined-behaviour sanitizers, and runs them.
#   deploy/fuzz.sh                          every target for 180 s
#   deploy/fuzz.sh SECONDS [TARGET...]      these targets (tests/fuzz), each so long
# What is found lies in out/fuzz/found; `TARGET_replay FILE` shows it again. The corpus is kept in
# out/fuzz/corpus, so the next run goes on from there.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-180}"
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(basename -s _fuzz.cpp -a tests/fuzz/*_fuzz.cpp)

deploy/install.sh --clang
cmake --preset fuzz --log-level=WARNING
cmake --build --preset fuzz --target "${targets[@]/%/_fuzz}" "${targets[@]/%/_replay}"

mkdir -p out/fuzz/found
for target in "${targets[@]}"; do
  printf '\n== fuzz: %s, %s s\n' "$target" "$seconds"
  corpus="out/fuzz/corpus/$target"
  "build/fuzz/tests/fuzz/${target}_replay" --write-seeds "$corpus"
  "build/fuzz/tests/fuzz/${target}_fuzz" "$corpus" -max_total_time="$seconds" -max_len=65536 \
    -rss_limit_mb=4096 -timeout=30 -print_final_stats=1 -artifact_prefix="out/fuzz/found/${target}_" \
    2>&1 | grep -vE '^(#|INFO|.*NEW_FUNC|\[libprotobuf)' || exit 1
done

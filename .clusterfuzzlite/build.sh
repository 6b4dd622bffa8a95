#!/usr/bin/env bash
# The fuzz targets with their seeds, as ClusterFuzzLite wants them: for hours on a host, what `.ci/fuzz` does for a minute.
set -euo pipefail
cd "$SRC/utflane"
unset CARGO_TARGET_DIR # where cargo-fuzz puts its programs follows from the folder
cargo +nightly fuzz build
for target in $(cargo +nightly fuzz list); do
  cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  zip -qj "$OUT/${target}_seed_corpus.zip" fuzz/seeds/*
  printf '[libfuzzer]\nmax_len = 720\nlen_control = 0\n' >"$OUT/$target.options"
done

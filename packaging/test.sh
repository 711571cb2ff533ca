#!/usr/bin/env bash
# Sets up everything and runs every test: style, the libraries free of LibTorch under ASan and UBSan with the fuzz
# corpora replayed, then all tests of the dev build. Exits with 0 only if each part passed; the last lines are ctest's.
#
# usage: test.sh [CTEST_OPTIONS...]     the options go to the last ctest, for example: test.sh -R tokenizer
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

failed=()
start=$SECONDS
part() { # part NAME COMMAND...: runs it, and remembers a failure
    local name=$1 from=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    if "$@"; then
        printf '== %s: passed, %d s\n' "$name" $((SECONDS - from))
    else
        failed+=("$name")
        printf '== %s: FAILED, %d s\n' "$name" $((SECONDS - from))
        return 1
    fi
}

style() {
    git ls-files -z -- '*.cpp' '*.h' '*.cu' '*.cuh' | xargs -0 -r clang-format --dry-run --Werror
}

build() { cmake --preset "$1" && cmake --build --preset "$1"; }

part "set-up" bash packaging/setup.sh --tests || exit 1
export TUNEDESK_PYTHON=${TUNEDESK_PYTHON:-$PWD/.deps/peer/bin/python}
part "style" style
halves=$((2 * $(nproc))) # a test takes two, one that mostly waits takes one
part "asan build" build asan && part "asan tests" ctest --preset asan -j "$halves"
part "dev build" build dev || exit 1

[ ${#failed[@]} = 0 ] || { IFS=,; printf '\n== FAILED so far: %s\n' "${failed[*]}"; }
printf '\n== dev tests, after %d s\n' $((SECONDS - start))
ctest --preset dev -j "$halves" "$@" || exit 1
[ ${#failed[@]} = 0 ]

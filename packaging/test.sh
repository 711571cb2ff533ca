#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up everything and runs every test: those of the libraries free of LibTorch, the fuzz corpora replayed among them,
# under ASan and UBSan, all others of the dev build, and with them those that trace system calls or measure memory.
# The sources' format is one of the tests. A test of a row of docs/faults.md that is skipped is a failure:
# build/dev/FAULTS.md lists rows and tests. Exits with 0 only if each part passed; the last lines are ctest's.
#
# usage: test.sh [CTEST_OPTIONS...]     the options go to the last ctest, for example: test.sh -R tokenizer
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

start=$SECONDS
part() { # part NAME COMMAND...: runs it, and says how it ended
    local name=$1 from=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    if "$@"; then
        printf '== %s: passed, %d s\n' "$name" $((SECONDS - from))
    else
        printf '== %s: FAILED, %d s\n' "$name" $((SECONDS - from))
        return 1
    fi
}

build() { cmake --preset "$@" && cmake --build --preset "$1"; }

free_gib=$(($(df --output=avail -k . | tail -n 1) >> 20))
if [ "$free_gib" -lt 18 ]; then
    printf 'test.sh: %d GiB free here; LibTorch, both builds and the tests take about 16: tests fail on a full disk\n' "$free_gib"
fi
part "set-up: packages" bash packaging/setup.sh --tests --only-packages || exit 1
# The build that needs no LibTorch goes on while the wheels arrive: a download leaves the processors idle.
mkdir -p build
part "set-up: wheels" bash packaging/setup.sh --tests --no-packages >build/set-up.log 2>&1 &
wheels=$!
trap 'kill $wheels 2>/dev/null' EXIT
part "asan build" build asan || exit 1
wait $wheels
wheels_ended=$?
trap - EXIT
cat build/set-up.log
[ $wheels_ended = 0 ] || exit 1
export TUNEDESK_PYTHON=${TUNEDESK_PYTHON:-$PWD/.deps/peer/bin/python}
part "dev build" build dev "-DTUNEDESK_SANITIZED_BUILD=$PWD/build/asan" -DTUNEDESK_CI=ON || exit 1
rm -f build/{asan,dev}/test-logs/*.xml # the last test, faults_table, reads those of this run

printf '\n== tests, after %d s\n' $((SECONDS - start))
halves=$((3 * $(nproc))) # a test takes two, one that mostly waits takes one; with 2 a core a third of the time is idle
exec ctest --preset dev -j "$halves" "$@"

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: setup_test.sh SOURCE_DIR
# packaging/setup.sh in a scratch copy whose stamps say that all is there: a second call must neither install a
# package nor call pip, and a changed pin must bring exactly that step back.
set -euo pipefail
source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }

mkdir -p "$scratch/packaging" "$scratch/bin" "$scratch/.deps/stamps" "$scratch/.deps/tools/bin"
cp "$source"/packaging/{setup.sh,packages.txt,requirements-*.txt} "$scratch/packaging/"
for name in pip torch cuda model smollm2 peer; do
    sha256sum "$scratch/packaging/requirements-$name.txt" | cut -d ' ' -f 1 >"$scratch/.deps/stamps/$name"
done

# Stand-ins that record each call. apt-get and pip refuse, so that a step that should not run ends the test.
stand_in() { printf '#!/bin/sh\necho "%s $*" >>"%s/calls"\n%s\n' "$1" "$scratch" "$3" >"$2"; chmod +x "$2"; }
stand_in apt-get "$scratch/bin/apt-get" 'exit 1'
stand_in sudo "$scratch/bin/sudo" 'exit 1'
stand_in nvidia-smi "$scratch/bin/nvidia-smi" 'exit 1'
stand_in sleep "$scratch/bin/sleep" 'exit 0'
stand_in pip "$scratch/.deps/tools/bin/python" 'exit 1'
dpkg_knows() {
    printf '#!/bin/sh\necho "dpkg-query $*" >>"%s/calls"\nfor p in %s; do echo "$p installed"; done\n' \
        "$scratch" "$1" >"$scratch/bin/dpkg-query"
    chmod +x "$scratch/bin/dpkg-query"
}
all=$(awk '/^[^#]/ { print $1 }' "$source/packaging/packages.txt" | xargs)
setup() { : >"$scratch/calls"; PATH=$scratch/bin:$PATH bash "$scratch/packaging/setup.sh" "$@" >"$scratch/output" 2>&1; }

dpkg_knows "$all"
setup --tests || fail "a complete set-up failed: $(cat "$scratch/output")"
! grep -qE '^(apt-get|sudo|pip)' "$scratch/calls" || fail "a complete set-up installed: $(cat "$scratch/calls")"

# A missing package is asked for by name, and only that one: with apt-get for root, in words for others.
dpkg_knows "${all/libfmt-dev/}"
! setup || fail "a missing package was not noticed"
if [ "$(id -u)" = 0 ]; then
    grep -q '^apt-get .*update' "$scratch/calls" || fail "the package lists were not updated: $(cat "$scratch/calls")"
else
    grep -q 'apt-get install --no-install-recommends libfmt-dev$' "$scratch/output" || fail "$(cat "$scratch/output")"
fi
grep -q 'libfmt-dev' "$scratch/output" || fail "the missing package was not named: $(cat "$scratch/output")"
! grep -q 'libzstd-dev' "$scratch/output" || fail "a present package was asked for"
setup --no-packages || fail "--no-packages did not go on: $(cat "$scratch/output")"

# What makes packages is asked for by its option alone.
dpkg_knows "${all/lintian/}"
setup --tests || fail "the tests asked for a packager's tool: $(cat "$scratch/output")"
! setup --packages || fail "--packages did not notice a missing one"
grep -q 'lintian' "$scratch/output" || fail "the packager's tool was not named: $(cat "$scratch/output")"

# Another pin of the model: that step alone runs, tries again, and leaves no stamp when it fails.
dpkg_knows "$all"
echo '# another pin' >>"$scratch/packaging/requirements-model.txt"
! setup || fail "a changed pin was not noticed"
[ "$(grep -c '^pip .*requirements-model.txt' "$scratch/calls")" = 4 ] || fail "four attempts: $(cat "$scratch/calls")"
! grep -qE 'requirements-(torch|cuda|pip|peer)' "$scratch/calls" || fail "another step ran: $(cat "$scratch/calls")"
! setup || fail "a failed step counts as installed"

# With a GPU the CUDA libraries belong to the set-up; without one they do not.
cp "$source/packaging/requirements-model.txt" "$scratch/packaging/"
rm "$scratch/.deps/stamps/cuda"
setup || fail "without a GPU the CUDA libraries were missed: $(cat "$scratch/output")"
stand_in nvidia-smi "$scratch/bin/nvidia-smi" 'exit 0'
! setup || fail "with a GPU the CUDA libraries were not asked for"
grep -q '^pip .*requirements-cuda.txt' "$scratch/calls" || fail "$(cat "$scratch/calls")"
echo "passed"

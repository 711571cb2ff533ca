#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a bare Debian 12 to a fine-tuned model and its report: set-up, release build, and a run of presets/quickstart.yaml
# without a window. A second call installs and builds nothing again. Exits like the run.
#
# usage: quickstart.sh [RUN_OPTIONS...]     for example: quickstart.sh --set training.num_train_epochs=2
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '\n== %s\n' "$*"; }

step "set-up"
SECONDS=0
bash packaging/setup.sh
setup_seconds=$SECONDS

step "release build of the programs"
SECONDS=0
cmake --preset release
cmake --build --preset release --target tunedesk tunedesk-worker
build_seconds=$SECONDS

tunedesk=build/release/bin/tunedesk
run=runs/quickstart-$(date -u +%Y%m%dT%H%M%SZ)
step "$tunedesk --no-gui run presets/quickstart.yaml --run-dir $run $*"
SECONDS=0
code=0
"$tunedesk" --no-gui run presets/quickstart.yaml --run-dir "$run" "$@" || code=$?
run_seconds=$SECONDS

printf '\nset-up with downloads %d s, build %d s, run %d s\n' "$setup_seconds" "$build_seconds" "$run_seconds"
if [ "$code" != 0 ]; then
    printf 'The run ended with code %d; what it left is in %s\n' "$code" "$run"
    exit "$code"
fi
cat <<END
model    $run/best        a Hugging Face folder
report   $run/report.txt
run      $run
Next:
  a text of your own    $tunedesk --no-gui predict $run --text "A quiet film that stays with you."
  a table of your own   see "Your own table" in README.md; resources/samples/own.csv is one to begin with
  the window            cmake --build --preset release --target tunedesk-gui && $tunedesk
END

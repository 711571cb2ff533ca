#!/usr/bin/env bash
# Fails where a source is not formatted as .clang-format says, naming it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files -z -- '*.cpp' '*.h' '*.cu' '*.cuh' | xargs -0 -r clang-format --dry-run --Werror

#!/usr/bin/env bash
# Fails where a source is not formatted as .clang-format says, naming it. With --licenses also where a source does not
# name its license in its first line, after `#!`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
check_licenses() {
    git ls-files -z -- '*.cpp' '*.h' '*.cu' '*.cuh' '*.py' '*.sh' '*.cmake' '*CMakeLists.txt' | xargs -0 -r awk '
        FNR == 1 { line = /^#!/ ? 2 : 1 }
        FNR == line && !/SPDX-License-Identifier: GPL-3.0-or-later$/ {
            print FILENAME ": its first line is not SPDX-License-Identifier: GPL-3.0-or-later"
            bad = 1
        }
        FNR == line { nextfile }
        END { exit bad }'
}
if [[ ${1:-} == --licenses ]]; then check_licenses; fi
git ls-files -z -- '*.cpp' '*.h' '*.cu' '*.cuh' | xargs -0 -r clang-format --dry-run --Werror

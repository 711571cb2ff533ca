#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fails where a source does not name its license in its first line (after `#!`), or is not formatted as .clang-format
# says, and names it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files -z -- '*.cpp' '*.h' '*.cu' '*.cuh' '*.py' '*.sh' '*.cmake' '*CMakeLists.txt' '.ci/run' | xargs -0 -r awk '
    FNR == 1 { line = /^#!/ ? 2 : 1 }
    FNR == line && !/SPDX-License-Identifier: GPL-3.0-or-later$/ {
        print FILENAME ": its first line is not SPDX-License-Identifier: GPL-3.0-or-later"
        bad = 1
    }
    FNR == line { nextfile }
    END { exit bad }'
git ls-files -z -- '*.cpp' '*.h' '*.cu' '*.cuh' | xargs -0 -r clang-format --dry-run --Werror

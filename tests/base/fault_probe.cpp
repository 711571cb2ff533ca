// SPDX-License-Identifier: GPL-3.0-or-later
/// fault_probe SITE...: passes each site in turn and prints what is due there, as the training loop would.
#include "base/fault.h"

#include <cstdio>
#include <string>

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string action = TUNEDESK_FAULT_AT(argv[i]);
        std::printf("%s\n", action.empty() ? "-" : action.c_str());
        std::fflush(stdout);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
/// One save, for the fault tests to interrupt: commits FOLDER/checkpoints/step-N (weights of BYTES bytes) and
/// FOLDER/best, then rotates to `keep`. With --again, a save that fails is said and one more is made.
/// Usage: commit_probe FOLDER STEP BYTES KEEP [--again]. Prints a line for each part that is done.
#include "format/saved_steps.h"

#include "base/error.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tunedesk;
using namespace tunedesk::format;

namespace {

void save(const fs::path& run, std::int64_t step, std::size_t bytes, int keep) {
    const auto contents = [&](const fs::path& folder) { return test::fill_step(folder, step, bytes); };
    commit_folder(run / "checkpoints" / checkpoint_name(step), contents);
    std::puts("checkpoint");
    commit_folder(run / "best", contents);
    std::puts("best");
    rotate_checkpoints(run / "checkpoints", keep, step);
    std::puts("rotated");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 5) return 2;
    const fs::path run = argv[1];
    fs::create_directories(run / "checkpoints");
    const int saves = argc > 5 && std::strcmp(argv[5], "--again") == 0 ? 2 : 1;
    int code = 0;
    for (int i = 0; i < saves; ++i) {
        try {
            save(run, std::atoll(argv[2]), static_cast<std::size_t>(std::atoll(argv[3])), std::atoi(argv[4]));
            return 0;
        } catch (const Error& error) {
            std::puts(error.line().c_str());
            code = static_cast<int>(error.code());
        }
    }
    return code;
}

// SPDX-License-Identifier: GPL-3.0-or-later
/// write_probe FILE BYTES CHARACTER: one atomic write of so many characters, for the test to interrupt.
#include "base/error.h"
#include "base/files/file.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    try {
        tunedesk::write_file_atomically(argv[1],
                                        std::string(static_cast<std::size_t>(std::atoll(argv[2])), *argv[3]));
        return 0;
    } catch (const tunedesk::Error& error) {
        std::puts(error.line().c_str());
        return static_cast<int>(error.code());
    }
}

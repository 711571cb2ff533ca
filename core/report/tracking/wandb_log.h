// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tunedesk::report {

/// Builds the contents of a .wandb file: LevelDB's log format (blocks of 32 KiB, across which records are
/// split) after a file header of 7 bytes, with zlib's CRC-32 as the checksum.
class WandbLog {
public:
    WandbLog();

    /// Appends a serialized wandb_internal.Record.
    void add(std::string_view record);

    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

} // namespace tunedesk::report

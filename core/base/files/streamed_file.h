// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <string_view>

namespace tunedesk {

/// A file that is written bit by bit and is its owner's alone. It appears under its name, in place of one
/// that was there, when it is closed; until then, and where it is given up, there is only a temporary file
/// beside it. Throws Error write_failed.
class StreamedFile {
public:
    explicit StreamedFile(fs::path path);
    ~StreamedFile();
    StreamedFile(const StreamedFile&) = delete;
    StreamedFile& operator=(const StreamedFile&) = delete;

    void write(std::string_view text);
    /// Flushes and renames it. A second call does nothing.
    void close();

private:
    [[noreturn]] void fail(const char* step) const;
    void flush();

    const fs::path path_;
    TemporaryFile file_;
    std::string buffer_;
};

} // namespace tunedesk

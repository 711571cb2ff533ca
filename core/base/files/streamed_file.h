// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <string_view>

namespace tunedesk {

/// A file that is written incrementally and that only its owner can access. close() gives it its name,
/// replacing an existing file; before that, and if it is abandoned, only a temporary file beside it exists.
/// Throws Error write_failed.
class StreamedFile {
public:
    explicit StreamedFile(fs::path path);
    ~StreamedFile();
    StreamedFile(const StreamedFile&) = delete;
    StreamedFile& operator=(const StreamedFile&) = delete;

    void write(std::string_view text);
    /// Flushes and renames the file. A second call has no effect.
    void close();

private:
    [[noreturn]] void fail(const char* step) const;
    void flush();

    const fs::path path_;
    TemporaryFile file_;
    std::string buffer_;
};

} // namespace tunedesk

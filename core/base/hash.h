// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <memory>
#include <string>
#include <string_view>

namespace tunedesk {

/// An incremental content hash (XXH3, 128 bits). It detects corruption and identifies contents; it does not
/// protect against forged files.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(ContentHash&&) noexcept;
    ContentHash& operator=(ContentHash&&) noexcept;

    ContentHash& update(std::string_view bytes);
    /// 32 lower-case hexadecimal digits: the hash of all bytes so far.
    std::string hex() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

std::string content_hash(std::string_view bytes);

/// Hash of a whole file's bytes. Throws Error(error_id), whose sentence names the reason, if it cannot be
/// read.
std::string file_hash(const fs::path& path, ErrorId error_id);

} // namespace tunedesk

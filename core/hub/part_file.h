// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "format/hub/hub_name.h"
#include "hub/hub_client.h"

#include <QCryptographicHash>

namespace tunedesk::hub {

/// Throws Error 5001 of errno.
[[noreturn]] void part_failed(const fs::path& path);

/// The running hash that a blob's name is: sha256, or git's of a file with its size before it.
class BlobHash {
public:
    explicit BlobHash(const HubFile& file);

    void restart();
    void add(std::string_view bytes);
    std::string hex() const { return hash_.result().toHex().toStdString(); }

private:
    QCryptographicHash hash_;
    std::string begin_;
};

/// The bytes of a file that have come, and their hash. Throws Errors 5001 and, where they are not what the
/// hub has promised, 4373: then the file is removed.
class PartFile {
public:
    PartFile(fs::path path, const HubFile& file, format::HubModel of);

    std::uint64_t size() const { return size_; }
    void restart();
    void add(std::string_view bytes);
    void require_whole();

private:
    void hash_what_is_there(std::uint64_t bytes);
    [[noreturn]] void refuse(const char* detail);

    fs::path path_;
    HubFile file_;
    format::HubModel of_;
    FileDescriptor descriptor_;
    BlobHash hash_;
    std::uint64_t size_ = 0;
};

} // namespace tunedesk::hub

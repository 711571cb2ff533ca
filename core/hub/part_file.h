// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "format/hub/hub_name.h"
#include "hub/hub_client.h"

#include <QCryptographicHash>

namespace tunedesk::hub {

/// Throws Error 5001 with the message of errno.
[[noreturn]] void part_failed(const fs::path& path);

/// The incremental hash that names a blob: sha256, or git's hash of a file preceded by its size.
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

/// A partially downloaded file and its hash. Throws Errors 5001, and 4373 if the bytes do not match the hub's
/// list: then the file is removed.
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

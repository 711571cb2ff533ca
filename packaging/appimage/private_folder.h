// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::appimage {

/// A folder that belongs to this user alone, with a lock for those who change what is in it. The lock holds
/// until this object ends or this process starts another program.
class PrivateFolder {
public:
    /// Makes the folder where it is missing, and waits for the lock. Throws std::runtime_error where the
    /// folder is another user's, may be written by others, or cannot be made.
    explicit PrivateFolder(const std::string& path);
    PrivateFolder(PrivateFolder&& other) noexcept;
    ~PrivateFolder();
    PrivateFolder& operator=(PrivateFolder&&) = delete;

    const std::string& path() const { return path_; }
    /// The file whose lock is held.
    std::string lock_file() const { return path_ + "/lock"; }

private:
    std::string path_;
    int lock_ = -1;
};

/// Where this user's images may be mounted or unpacked, the best first: in the user's cache, in the folder of
/// temporary files.
std::vector<std::string> private_places();

} // namespace tunedesk::appimage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace tunedesk::appimage {

/// This file is not whole, or not as it was made: no other place helps.
struct DamagedImage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The SquashFS image that follows the ELF sections of a file.
class Image {
public:
    /// Throws DamagedImage where no whole image is in the file.
    explicit Image(const std::string& path);
    ~Image();
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    /// An open file that holds the image; owned by this object.
    int file() const { return file_; }
    /// Where the image begins, in bytes.
    std::uint64_t offset() const { return offset_; }
    /// Reads the image; throws DamagedImage where its bytes are not those that stamped_digest() was made of.
    void require_undamaged() const;

private:
    int file_;
    std::uint64_t offset_;
};

/// XXH3-128 of the image as make_appimage.sh wrote it into this program, 32 hexadecimal digits.
std::string stamped_digest();

} // namespace tunedesk::appimage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/random.h"

#include "base/error.h"
#include "base/files/file.h"

#include <cerrno>
#include <fmt/format.h>
#include <sys/random.h>

namespace tunedesk {

std::string random_token() {
    unsigned char bytes[16];
    if (::getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        throw Error(ErrorId::random_bytes_failed, {errno_text(errno)});
    std::string text;
    for (const unsigned char byte : bytes)
        text += fmt::format("{:02x}", byte);
    return text;
}

} // namespace tunedesk

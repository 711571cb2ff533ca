// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/unreadable.h"

#include "base/phrase.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk {

namespace {

/// "https:", also of a path that has been made absolute: where the slashes behind it have become one.
bool is_scheme(const std::string& part) {
    constexpr std::size_t shortest = 3; // a drive of Windows has one letter
    return part.size() >= shortest && part.back() == ':' &&
           std::all_of(part.begin(), part.end() - 1,
                       [](unsigned char c) { return std::isalnum(c) || c == '+' || c == '-' || c == '.'; });
}

bool has_tilde(const fs::path& path) {
    return std::find(path.begin(), path.end(), "~") != path.end();
}

} // namespace

bool is_address(const fs::path& path) {
    return std::any_of(path.begin(), path.end(),
                       [](const fs::path& part) { return is_scheme(part.string()); });
}

Error unreadable(ErrorId id, int number, const fs::path& path) {
    if (number == ENOENT && is_address(path))
        return Error(id, {TUNEDESK_TRANSLATABLE("ErrorDetail", "URLs are not supported here")}, path.string())
            .with_next(TUNEDESK_TRANSLATABLE("ErrorDetail",
                                             "download the file and give its path; models and data "
                                             "sets on the Hugging Face hub are named ORG/NAME"));
    if (number == ENOENT && has_tilde(path))
        return Error(id,
                     {TUNEDESK_TRANSLATABLE("ErrorDetail", "~ is expanded only in presets and by the shell")},
                     path.string())
            .with_next(TUNEDESK_TRANSLATABLE("ErrorDetail", "write the whole path"));
    Error error(id, {errno_text(number)}, path.string());
    if (number == EACCES) error.with_next(permission_advice);
    return error;
}

int read_obstacle(const fs::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
    if (::stat(path.c_str(), &status) != 0) return errno;
    const int needed = S_ISDIR(status.st_mode) ? X_OK : R_OK;
    return ::faccessat(AT_FDCWD, path.c_str(), needed, AT_EACCESS) == 0 ? 0 : errno;
}

void require_not_hidden(ErrorId id, const fs::path& path) {
    const int obstacle = read_obstacle(path);
    if (obstacle == ENOENT)
        throw Error(id, {TUNEDESK_TRANSLATABLE("ErrorDetail", "a broken symbolic link")}, path.string());
    if (obstacle != 0) throw unreadable(id, obstacle, path);
    std::error_code unknown;
    if ((is_address(path) || has_tilde(path)) && !fs::exists(path, unknown))
        throw unreadable(id, ENOENT, path);
}

} // namespace tunedesk

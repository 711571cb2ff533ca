// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tunedesk {

namespace {

/// Landlock's second version; older headers lack the name.
constexpr std::uint64_t refer = 1ull << 13;
/// Its third.
constexpr std::uint64_t truncate = 1ull << 14;

std::uint64_t writes_known_to(long version) {
    std::uint64_t writes = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                           LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                           LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                           LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                           LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
    if (version >= 2) writes |= refer;
    if (version >= 3) writes |= truncate;
    return writes;
}

void allow(int rules, const fs::path& path, std::uint64_t writes) {
    const FileDescriptor folder(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!folder) return;
    std::error_code unknown;
    const std::uint64_t file_writes = LANDLOCK_ACCESS_FS_WRITE_FILE | truncate;
    landlock_path_beneath_attr rule{};
    rule.parent_fd = folder.get();
    rule.allowed_access = fs::is_directory(path, unknown) ? writes : writes & file_writes;
    ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

} // namespace

bool forbid_writes_outside(std::span<const fs::path> writable) {
    const long version =
        ::syscall(SYS_landlock_create_ruleset, nullptr, std::size_t{0}, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return false;
    landlock_ruleset_attr attributes{};
    attributes.handled_access_fs = writes_known_to(version);
    const FileDescriptor rules(
        static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0)));
    if (!rules) return false;
    for (const fs::path& path : writable)
        allow(rules.get(), path, attributes.handled_access_fs);
    for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/pts", "/dev/shm"})
        allow(rules.get(), device, attributes.handled_access_fs);
    // NVML opens /dev/nvidiactl and each /dev/nvidiaN to read and write, only to ask.
    std::error_code none;
    for (const fs::directory_entry& device : fs::directory_iterator("/dev", none))
        if (device.path().filename().string().starts_with("nvidia"))
            allow(rules.get(), device.path(), attributes.handled_access_fs);
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(SYS_landlock_restrict_self, rules.get(), 0) == 0;
}

} // namespace tunedesk

// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/network/invitation.h"

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::parallel {

namespace {

constexpr std::size_t shortest_secret = 32;

} // namespace

fs::path invitation_file(const World& world) {
    return fs::path(world.shared_folder) / ".rendezvous";
}

void write_invitation(const World& world, const Invitation& invitation) {
    const fs::path file = invitation_file(world), before = file.string() + "." + random_token();
    const FileDescriptor fd(
        ::open(before.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    const bool written = fd && ::fchmod(fd.get(), 0600) == 0 &&
                         write_all(fd.get(), fmt::format("{} {}\n", invitation.port, invitation.word)) &&
                         ::fsync(fd.get()) == 0 && ::rename(before.c_str(), file.c_str()) == 0;
    if (!written) throw Error(ErrorId::rendezvous_secret_failed, {errno_text(errno)}, file.string());
}

std::optional<Invitation> read_invitation(const World& world) {
    const FileDescriptor folder(::open(world.shared_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const FileDescriptor fd(
        ::openat(folder.get(), ".rendezvous", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    char buffer[256];
    const bool own = fd && ::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                     status.st_uid == ::geteuid() && (status.st_mode & 077) == 0;
    const ssize_t n = own ? ::read(fd.get(), buffer, sizeof buffer) : 0;
    if (n <= 0) return std::nullopt;
    const std::string text(trimmed({buffer, static_cast<std::size_t>(n)}));
    Invitation invitation;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), invitation.port);
    if (parsed.ec != std::errc() || *parsed.ptr != ' ') return std::nullopt;
    invitation.word = parsed.ptr + 1;
    return invitation;
}

std::string given_secret(const World& world) {
    const char* text = std::getenv("TUNEDESK_RENDEZVOUS_SECRET");
    const std::string secret = text && !world.launcher_holds_port ? text : "";
    return secret.size() < shortest_secret ? std::string() : secret;
}

} // namespace tunedesk::parallel

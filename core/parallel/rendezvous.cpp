#include "parallel/rendezvous.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "event/socket/local_socket.h"
#include "event/socket/peer.h"
#include "memory/torch_headers.h"
#include "parallel/socket_store.h"

#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tunedesk::parallel {

namespace {

constexpr std::chrono::milliseconds retry_pause(50);

/// What RUN/.rendezvous holds.
struct Invitation {
    int port = 0;
    std::string secret;
};

Error port_taken(int port, int reason) {
    return Error(ErrorId::rendezvous_port_taken, {fmt::to_string(port), errno_text(reason)},
                 fmt::format("MASTER_PORT={}", port));
}

FileDescriptor bound_port(int port, in_addr_t address) {
    FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(static_cast<std::uint16_t>(port));
    name.sin_addr.s_addr = htonl(address);
    if (address == INADDR_ANY) { // connections of an earlier run may linger on a port that is listened on
        const int yes = 1;
        ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    }
    if (!fd || ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0)
        throw port_taken(port, errno);
    return fd;
}

/// Removes what killed runs have left: sockets that nothing listens on.
void remove_stale_sockets() {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(runtime_home(), failed))
        if (entry.path().filename().string().starts_with("rendezvous-") && !event::connect_to(entry.path()) &&
            errno == ECONNREFUSED)
            fs::remove(entry.path(), failed);
}

StoreListener listen_on_this_node(const World& world) {
    StoreListener listener;
    if (!world.launcher_holds_port) listener.port = bound_port(world.master_port, INADDR_LOOPBACK);
    make_private_folder(runtime_home());
    remove_stale_sockets();
    listener.file = rendezvous_socket(world.master_port);
    if (event::connect_to(listener.file)) throw port_taken(world.master_port, EADDRINUSE);
    // Under its name it listens already, so that one that does not is stale.
    const fs::path before = runtime_home() / fmt::format("rdv-{}.{}", world.master_port, ::getpid());
    listener.socket = event::listen_at(before);
    std::error_code failed;
    fs::rename(before, listener.file, failed);
    if (failed) throw Error(ErrorId::rendezvous_socket_unnamed, {failed.message()}, before.string());
    return listener;
}

fs::path invitation_file(const World& world) {
    return fs::path(world.shared_folder) / ".rendezvous";
}

/// Readable by this user alone from its first instant.
void write_invitation(const World& world, const Invitation& invitation) {
    const fs::path file = invitation_file(world), before = file.string() + "." + random_token();
    const FileDescriptor fd(
        ::open(before.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    const bool written = fd && ::fchmod(fd.get(), 0600) == 0 &&
                         write_all(fd.get(), fmt::format("{} {}\n", invitation.port, invitation.secret)) &&
                         ::fsync(fd.get()) == 0 && ::rename(before.c_str(), file.c_str()) == 0;
    if (!written) throw Error(ErrorId::rendezvous_secret_failed, {errno_text(errno)}, file.string());
}

/// Nothing where it is not there (yet), or not this user's own secret.
std::optional<Invitation> read_invitation(const World& world) {
    const FileDescriptor fd(
        ::open(invitation_file(world).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
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
    invitation.secret = parsed.ptr + 1;
    return invitation;
}

StoreListener listen_to_other_nodes(const World& world) {
    StoreListener listener;
    listener.socket = bound_port(world.launcher_holds_port ? 0 : world.master_port, INADDR_ANY);
    sockaddr_in name{};
    socklen_t size = sizeof name;
    if (::listen(listener.socket.get(), 128) != 0 ||
        ::getsockname(listener.socket.get(), reinterpret_cast<sockaddr*>(&name), &size) != 0)
        throw port_taken(world.master_port, errno);
    listener.secret = random_token() + random_token();
    listener.file = invitation_file(world);
    write_invitation(world, {ntohs(name.sin_port), listener.secret});
    return listener;
}

FileDescriptor connected_to(const std::string& host, int port) {
    addrinfo hints{}, *found = nullptr;
    hints.ai_family = AF_INET;
    hints.ai_socktype = SOCK_STREAM;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return {};
    FileDescriptor connected;
    for (const addrinfo* each = found; each && !connected; each = each->ai_next) {
        FileDescriptor fd(::socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (fd && ::connect(fd.get(), each->ai_addr, each->ai_addrlen) == 0) connected = std::move(fd);
    }
    ::freeaddrinfo(found);
    return connected;
}

/// An admitted connection; nothing where rank 0 is not there yet, or is another's.
FileDescriptor try_connect(const World& world, std::chrono::milliseconds timeout) {
    if (world.one_node()) {
        auto fd = event::connect_to(rendezvous_socket(world.master_port));
        if (!fd) return {};
        event::require_same_user(fd->get());
        return std::move(*fd);
    }
    const auto invitation = read_invitation(world);
    if (!invitation) return {};
    const std::string host = world.leads() ? std::string("127.0.0.1") : world.master_address;
    FileDescriptor fd = connected_to(host, invitation->port);
    if (!fd) return {};
    const StoreProofs proofs = store_proofs(invitation->secret);
    std::string received;
    try {
        const StoreMessage answer = exchange_messages(fd.get(), {proofs.client}, received, timeout);
        if (answer == StoreMessage{proofs.server}) return fd;
    } catch (const c10::Error&) {
        // The secret is one of an earlier start; the new one is on its way.
    }
    return {};
}

} // namespace

fs::path rendezvous_socket(int master_port) {
    return runtime_home() / fmt::format("rendezvous-{}.sock", master_port);
}

Rendezvous meet_ranks(const World& world, std::chrono::milliseconds timeout) {
    Rendezvous made;
    if (world.leads())
        made.server = std::make_unique<StoreServer>(world.one_node() ? listen_on_this_node(world)
                                                                     : listen_to_other_nodes(world));
    const double deadline = monotonic_seconds() + std::chrono::duration<double>(timeout).count();
    FileDescriptor socket = try_connect(world, timeout);
    while (!socket) {
        if (monotonic_seconds() > deadline)
            C10_THROW_ERROR(DistNetworkError,
                            world.one_node()
                                ? "rank 0 did not open " + rendezvous_socket(world.master_port).string()
                                : "rank 0 could not be reached with the secret in " +
                                      invitation_file(world).string());
        std::this_thread::sleep_for(retry_pause);
        socket = try_connect(world, timeout);
    }
    made.store = c10::make_intrusive<SocketStore>(std::move(socket), timeout);
    return made;
}

} // namespace tunedesk::parallel

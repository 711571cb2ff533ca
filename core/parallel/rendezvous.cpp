// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/rendezvous.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/host_figures.h"
#include "base/random.h"
#include "event/socket/local_socket.h"
#include "event/socket/peer.h"
#include "memory/torch_headers.h"
#include "parallel/network/addresses.h"
#include "parallel/network/frame_relay.h"
#include "parallel/network/invitation.h"
#include "parallel/network/roll_call.h"
#include "parallel/socket_store.h"

#include <arpa/inet.h>
#include <cerrno>
#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

namespace tunedesk::parallel {

namespace {

using Milliseconds = std::chrono::milliseconds;
constexpr Milliseconds retry_pause(50);
constexpr int connect_seconds = 5;

double seconds_of_wait(Milliseconds time) {
    return std::chrono::duration<double>(time).count();
}

Error port_taken(int port, int reason) {
    return Error(ErrorId::rendezvous_port_taken, {fmt::to_string(port), errno_text(reason)},
                 fmt::format("MASTER_PORT={}", port));
}

enum class PortUse { kept, listened_on };

FileDescriptor bound_port(int port, in_addr_t address, PortUse use) {
    FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(static_cast<std::uint16_t>(port));
    name.sin_addr.s_addr = htonl(address);
    if (use ==
        PortUse::listened_on) { // connections of an earlier run may linger on a port that is listened on
        const int yes = 1;
        ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    }
    if (!fd || ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0)
        throw port_taken(port, errno);
    return fd;
}

/// Removes sockets of killed runs, on which nothing listens.
void remove_stale_sockets() {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(runtime_home(), failed))
        if (entry.path().filename().string().starts_with("rendezvous-") && !event::connect_to(entry.path()) &&
            errno == ECONNREFUSED)
            fs::remove(entry.path(), failed);
}

StoreListener listen_on_this_node(const World& world) {
    StoreListener listener;
    if (!world.launcher_holds_port)
        listener.port = bound_port(world.master_port, INADDR_LOOPBACK, PortUse::kept);
    make_private_folder(runtime_home());
    remove_stale_sockets();
    listener.file = rendezvous_socket(world.master_port);
    if (event::connect_to(listener.file)) throw port_taken(world.master_port, EADDRINUSE);
    // When it gets its name it already listens, so that a socket without listener is stale.
    const fs::path before = runtime_home() / fmt::format("rdv-{}.{}", world.master_port, ::getpid());
    listener.socket = event::listen_at(before);
    std::error_code failed;
    fs::rename(before, listener.file, failed);
    if (failed) throw Error(ErrorId::rendezvous_socket_unnamed, {failed.message()}, before.string());
    return listener;
}

/// The address on which rank 0 listens: MASTER_ADDR if it is an address of this machine.
in_addr_t listening_address(const World& world) {
    in_addr address{};
    const bool is_own = !interface_with(world.master_address).empty() &&
                        ::inet_pton(AF_INET, world.master_address.c_str(), &address) == 1;
    return is_own ? ntohl(address.s_addr) : INADDR_ANY;
}

/// `word`: the secret in RUN/.rendezvous.
StoreListener listen_to_other_nodes(const World& world, const std::string& word) {
    StoreListener listener;
    listener.socket = bound_port(world.launcher_holds_port ? 0 : world.master_port, listening_address(world),
                                 PortUse::listened_on);
    sockaddr_in name{};
    socklen_t size = sizeof name;
    if (::listen(listener.socket.get(), 128) != 0 ||
        ::getsockname(listener.socket.get(), reinterpret_cast<sockaddr*>(&name), &size) != 0)
        throw port_taken(world.master_port, errno);
    listener.secret = given_secret(world);
    if (listener.secret.empty()) listener.secret = word;
    listener.file = invitation_file(world);
    write_invitation(world, {ntohs(name.sin_port), word});
    return listener;
}

/// Limits blocking sends to `seconds`; 0: no limit.
void limit_sending(int socket, int seconds) {
    const timeval limit{seconds, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

FileDescriptor connected_to(const std::string& host, int port) {
    addrinfo hints{}, *found = nullptr;
    hints.ai_family = AF_INET;
    hints.ai_socktype = SOCK_STREAM;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return {};
    FileDescriptor connected;
    for (const addrinfo* each = found; each && !connected; each = each->ai_next) {
        FileDescriptor fd(::socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        limit_sending(fd.get(), connect_seconds); // also limits connect() to a host that does not respond
        if (!fd || ::connect(fd.get(), each->ai_addr, each->ai_addrlen) != 0) continue;
        limit_sending(fd.get(), 0);
        connected = std::move(fd);
    }
    ::freeaddrinfo(found);
    return connected;
}

FileDescriptor connect_to_own_node(const World& world) {
    auto fd = event::connect_to(rendezvous_socket(world.master_port));
    if (!fd) return {};
    event::require_same_user(fd->get());
    return std::move(*fd);
}

/// Whether the store accepts the secret, and proves that it knows it.
bool is_admitted(int connection, const std::string& secret, Milliseconds timeout) try {
    const StoreProofs proofs = store_proofs(secret);
    std::string received;
    return exchange_messages(connection, {proofs.client}, received, timeout) == StoreMessage{proofs.server};
} catch (const c10::Error&) {
    return false; // the secret is from an earlier start; the new one will follow
}

struct Attempt {
    FileDescriptor admitted;
    bool reached = false; ///< the port accepts connections
};

Attempt try_other_node(const World& world, Milliseconds timeout) {
    const std::string given = given_secret(world);
    const auto invitation = given.empty() ? read_invitation(world) : Invitation{world.master_port, given};
    if (!invitation && world.launcher_holds_port) return {}; // the launcher's own store must not be queried
    const bool is_any = world.leads() && listening_address(world) == INADDR_ANY;
    FileDescriptor fd = connected_to(is_any ? std::string("127.0.0.1") : world.master_address,
                                     invitation ? invitation->port : world.master_port);
    const bool reached = static_cast<bool>(fd);
    if (!fd || !invitation || !is_admitted(fd.get(), invitation->word, timeout)) return {{}, reached};
    return {std::move(fd), true};
}

/// Waits for rank 0's store. Throws Error 4601 if it is reachable, but RUN has no secret.
FileDescriptor wait_for_store(const World& world, Milliseconds timeout) {
    const double start = monotonic_seconds();
    std::optional<double> reached_at;
    for (;;) {
        Attempt attempt =
            world.one_node() ? Attempt{connect_to_own_node(world)} : try_other_node(world, timeout);
        if (attempt.admitted) return std::move(attempt.admitted);
        const double now = monotonic_seconds();
        if (attempt.reached && !reached_at) reached_at = now;
        if (reached_at && now - *reached_at > seconds_of_wait(shared_folder_patience(timeout)))
            throw not_shared(world, host_name(), world.master_address);
        if (now - start <= seconds_of_wait(timeout)) {
            std::this_thread::sleep_for(retry_pause);
            continue;
        }
        if (!world.one_node() && world.launcher_holds_port && !read_invitation(world))
            throw not_shared(world, host_name(), world.master_address);
        C10_THROW_ERROR(DistNetworkError,
                        world.one_node()
                            ? "rank 0 did not open " + rendezvous_socket(world.master_port).string()
                            : fmt::format("rank 0 could not be reached at {}:{}", world.master_address,
                                          world.master_port));
    }
}

} // namespace

fs::path rendezvous_socket(int master_port) {
    return runtime_home() / fmt::format("rendezvous-{}.sock", master_port);
}

FileDescriptor connect_to_store(const World& world, Milliseconds timeout) {
    if (world.one_node()) return connect_to_own_node(world);
    return try_other_node(world, timeout).admitted;
}

Rendezvous meet_ranks(const World& world, Milliseconds timeout) {
    Rendezvous made;
    const std::string word = world.leads() && !world.one_node() ? random_token() + random_token() : "";
    if (world.leads()) {
        StoreListener listener =
            world.one_node() ? listen_on_this_node(world) : listen_to_other_nodes(world, word);
        listener.relay = world.relay;
        made.server = std::make_shared<StoreServer>(std::move(listener));
        if (world.relay) world.relay->keep(made.server);
    }
    FileDescriptor socket = wait_for_store(world, timeout);
    const int connection = socket.get();
    made.store = c10::make_intrusive<SocketStore>(std::move(socket), timeout);
    if (world.one_node()) return made;
    const auto refused = [&] { return made.server->refused(); };
    RollCall::Met met = RollCall{.world = world,
                                 .store = made.store,
                                 .connection = connection,
                                 .word = word,
                                 .timeout = timeout,
                                 .refused = refused}
                            .hold();
    made.address = std::move(met.address);
    made.remote_ranks = std::move(met.remote_ranks);
    return made;
}

} // namespace tunedesk::parallel

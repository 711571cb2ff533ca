// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "parallel/network/frame_relay.h"
#include "parallel/store_message.h"

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tunedesk::parallel {

/// The socket of the ranks' store and the rule for admission.
struct StoreListener {
    FileDescriptor socket; ///< a Unix socket admits this user only
    FileDescriptor port;   ///< kept bound, so that no other run takes it
    fs::path file;         ///< removed at the end; may be empty
    std::string secret;    ///< for a TCP socket: clients that do not prove it are refused, see store_proofs()
    std::shared_ptr<FrameRelay> relay = {}; ///< takes event frames; null: they are refused
};

/// The first message of a client over TCP, and the server's answer. Each proves knowledge of the secret
/// without revealing it or a value that could be replayed to the other side.
struct StoreProofs {
    std::string client, server;
};
StoreProofs store_proofs(const std::string& secret);

/// The ranks' key-value store, in rank 0's process. Lifetime: serves on its own thread until destroyed; its
/// clients' connections end then.
class StoreServer {
public:
    explicit StoreServer(StoreListener listener);
    ~StoreServer();
    StoreServer(const StoreServer&) = delete;
    StoreServer& operator=(const StoreServer&) = delete;

    /// Addresses of the first few TCP connections that ended without a valid proof. Any thread.
    std::vector<std::string> refused() const;

private:
    struct Client {
        FileDescriptor socket;
        std::string received, to_send;
        bool admitted = false, said_goodbye = false;
        std::optional<int> frames_of = {}; ///< the rank whose event frames it sends
        double since = 0;                  ///< monotonic
    };

    void serve();
    void accept_client();
    bool receive(Client& client);
    void answer_all(Client& client);
    void end(Client& client);
    StoreMessage answer_frame(Client& client, const StoreMessage& request) const;
    bool send(Client& client) const;
    bool admit(const StoreMessage& message) const;
    StoreMessage answer(const StoreMessage& request);

    const StoreListener listener_;
    FileDescriptor wake_; ///< an eventfd that ends the thread
    std::map<std::string, std::string> values_;
    std::list<Client> clients_;
    mutable std::mutex mutex_;
    std::set<std::string> refused_; ///< guarded by mutex_
    std::thread thread_;
};

} // namespace tunedesk::parallel

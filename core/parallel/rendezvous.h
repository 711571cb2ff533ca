// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/store_server.h"
#include "parallel/world.h"

#include <c10/util/intrusive_ptr.h>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace c10d {
class Store;
}

namespace tunedesk::parallel {

/// The rendezvous of the ranks: a key-value store in rank 0's process.
/// On one node it listens on a Unix socket below runtime_home() (0700), named by MASTER_PORT, and admits only
/// this user. The port itself is bound, so that no other run can use it, but not listened on;
///   under torchrun the launcher holds it already. Over several nodes it listens on MASTER_PORT (under
///   torchrun, on a free port) of MASTER_ADDR where that is written as an address of this machine, else of
/// all its addresses: what its name resolves to here may be a loopback address. It admits clients that know
/// the secret, which is in RUN/.rendezvous (0600) on a file system shared by all nodes, or comes from the
/// launcher.
struct Rendezvous {
    std::shared_ptr<StoreServer> server; ///< on rank 0; without it the others lose the store
    c10::intrusive_ptr<c10d::Store> store;
    std::string address = "127.0.0.1";  ///< address on which this rank listens for the others
    std::vector<int> remote_ranks = {}; ///< the ranks that do not see rank 0's run folder, on all ranks
};

/// Opens the store on rank 0, and waits for it on the others; over several nodes until all ranks are there.
/// Throws Error 6601 if the port is taken, 6013, 6022 or 6023 if no socket can be made, 5660 if the secret
/// cannot be written, 4601 if the nodes do not share the run folder and rank 0 does not collect, 7605 on rank
/// 0 if ranks do not come, c10::Error if rank 0 does not come within `timeout`.
Rendezvous meet_ranks(const World& world, std::chrono::milliseconds timeout);

/// A new, admitted connection to the store; an empty descriptor if rank 0 is not there yet or belongs to
/// another run or user.
FileDescriptor connect_to_store(const World& world, std::chrono::milliseconds timeout);

/// The Unix socket of a rendezvous on one node.
fs::path rendezvous_socket(int master_port);

} // namespace tunedesk::parallel

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "parallel/network/invitation.h"
#include "parallel/world.h"

#include <c10/util/intrusive_ptr.h>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace c10d {
class Store;
}

namespace tunedesk::parallel {

/// How ranks on several nodes find out, at rank 0's store, that all are there and share the run folder, and
/// by which addresses they reach each other.
struct RollCall {
    const World& world;
    c10::intrusive_ptr<c10d::Store> store;
    int connection = -1;                    ///< this rank's to the store
    std::string word = {};                  ///< on rank 0: what it wrote into RUN/.rendezvous
    std::chrono::milliseconds timeout = {}; ///< for all
    /// On rank 0: addresses of those that came to the store and could not prove that they know its secret.
    std::function<std::vector<std::string>()> refused = {};

    struct Met {
        /// That this rank listens on for the others, whatever its host's name resolves to: the one that
        /// routes to rank 0; on rank 0's own node, the one that routes to another node.
        std::string address;
        std::vector<int> remote_ranks; ///< the ranks that cannot read what rank 0 wrote, on all ranks
    };
    /// Throws Error 4601 on all ranks where some are apart and rank 0 does not collect, with their hosts; on
    /// rank 0 also where such are kept out, and 7605 with the ranks that do not come; c10::Error on the
    /// others where rank 0 goes.
    Met hold() const;

private:
    void answer() const;
    void conclude() const;
    void await_readers() const;
    void require_present(const std::string& key, int rank, double deadline) const;
};

/// How long a file on a network file system may take to be seen from another node.
std::chrono::milliseconds shared_folder_patience(std::chrono::milliseconds timeout);

/// Error 4601 of the run folder of `world`.
Error not_shared(const World& world, const std::string& reader, const std::string& writer);

} // namespace tunedesk::parallel

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

/// A check at rank 0's store, for ranks on several nodes, that all are present and share the run folder; also
/// finds the addresses by which they reach each other.
struct RollCall {
    const World& world;
    c10::intrusive_ptr<c10d::Store> store;
    int connection = -1;                    ///< this rank's socket to the store
    std::string word = {};                  ///< on rank 0: what it wrote into RUN/.rendezvous
    std::chrono::milliseconds timeout = {}; ///< for all ranks together
    /// On rank 0: returns addresses of clients that did not prove that they know the store's secret.
    std::function<std::vector<std::string>()> refused = {};

    struct Met {
        /// Address on which this rank listens for the others, independent of name resolution: the one that
        /// routes to rank 0, or on rank 0's own node, to another node.
        std::string address;
        std::vector<int> remote_ranks; ///< ranks that do not see rank 0's folder; the same on all ranks
    };
    /// Runs the check. Throws Error 4601 with hosts on all ranks if some do not share the folder and rank 0
    /// does not collect files, and on rank 0 if such ranks were refused; 7605 on rank 0 with the ranks that
    /// do not come; c10::Error on the others if rank 0 is gone.
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

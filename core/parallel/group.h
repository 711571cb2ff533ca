// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/device.h"
#include "parallel/group_calls.h"

#include <ATen/core/Tensor.h>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace c10d {
class Backend;
class ProcessGroup;
class Store;
class Work;
} // namespace c10d

namespace tunedesk::memory {
class BlockProvider;
}

namespace tunedesk::parallel {

class SharedMemoryBackend;
class StoreServer;

/// The backend of collectives. gloo: always Gloo's sockets. fastest: shared memory between ranks on the CPU
/// of one machine, NCCL between GPUs, else Gloo. fake: none, to try one rank without the others
/// (FakeBackend).
enum class Transport { gloo, fastest, fake };

/// The ranks of a run and their collectives. In a world of one every call returns at once. All ranks must
/// enter all collectives in the same order; calls() counts and records them. With Transport::fake this rank
/// is the only one, without control() and store(), and leads.
class Group {
public:
    /// Meets the other ranks at the rendezvous and makes all connections; afterwards listening sockets accept
    /// no client. On one node all connections use loopback or Unix sockets of this user. A collective that
    /// takes longer than `collective_seconds` fails (0: timeout_seconds). Throws Error 6601 if the port is
    /// taken, 7601 if a rank does not come within `timeout_seconds`, 5603 if NCCL cannot be used.
    Group(const World& world, double timeout_seconds, const Device& device = {},
          Transport transport = Transport::fastest, double collective_seconds = 0);
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    const World& world() const { return world_; }
    /// Sums over all ranks, in place.
    void sum(at::Tensor& tensor, Purpose purpose);
    void sum(std::span<double> values, Purpose purpose);
    /// Copies rank 0's values to all ranks.
    void broadcast(at::Tensor& tensor, Purpose purpose);
    void barrier(Purpose purpose);
    /// Divides these ranks into the groups of `parts` and returns the one with this rank, renumbered from 0
    /// in the order of its list. Each rank must be in exactly one part, and a part's ranks must be evenly
    /// spaced. A collective of the group of all ranks, not of a split one, with the same arguments on all;
    /// each call needs a unique name. Makes no connections if all parts have one rank. This group must
    /// outlive the result. With Channel::pipeline ranks can also send to each other (PeerLink), and the group
    /// uses Gloo. Throws Error 7601, 5603, and 7662 if no part has this rank or a part violates this.
    std::unique_ptr<Group> split(const std::string& name, const std::vector<std::vector<int>>& parts,
                                 GroupKey::Channel channel);
    /// Runs `work` on rank 0. The others wait for its end without a time limit, and call `meanwhile` a few
    /// times a second. Ends with a barrier. If `work` throws, the others wait until rank 0 has ended and then
    /// throw Error 7602.
    void lead(
        Purpose purpose, const std::function<void()>& work, const std::function<void()>& meanwhile = [] {});
    /// Returns every rank's text, in rank order, on rank 0; the others get an empty list and do not wait.
    /// Call once per purpose.
    std::vector<std::string> gather(Purpose purpose, const std::string& text);
    /// The record of this rank's calls, including those that other code makes on data() or control().
    GroupCalls& calls() { return calls_; }

    /// The backend of the collectives on data().
    struct Carrier {
        std::string name; ///< "shared memory", "nccl", "gloo", "fake"; "" in a world of one
        /// Why ranks of one machine do not use shared memory, the same on all ranks; "" if they do or need
        /// not.
        std::string problem;
        /// Blocks of tensors whose collectives need no copies, for memory::InBlocksOf; null if there are
        /// none.
        std::shared_ptr<memory::BlockProvider> blocks;
    };
    const Carrier& carrier() const { return carrier_; }

    /// Null in a world of one.
    const c10::intrusive_ptr<c10d::ProcessGroup>& data() const { return data_; }
    const c10::intrusive_ptr<c10d::ProcessGroup>& control() const { return control_; }
    const c10::intrusive_ptr<c10d::Store>& store() const { return store_; }

private:
    /// Connection settings of the group and its split groups.
    struct Wiring {
        Accelerator* accelerator = nullptr; ///< null on the host
        Transport transport = Transport::fastest;
        std::chrono::milliseconds timeout{0}; ///< of a collective
        std::string address = {};             ///< address of this rank's sockets

        bool shares() const { return transport == Transport::fastest && !accelerator; }
        bool is_fake() const { return transport == Transport::fake; }
    };
    /// A group without connections.
    Group(const World& world, const Wiring& wiring, const GroupCalls& calls);

    /// Meets the other ranks at the rendezvous, if there are any.
    void meet(std::chrono::milliseconds timeout);
    /// Connects the part that contains this rank.
    void connect_part(Group& part, const std::string& name) const;
    /// Adds a backend for tensors on a GPU to the data group.
    void connect_device();

    World world_;
    Wiring wiring_;
    std::shared_ptr<StoreServer> server_; ///< on rank 0
    c10::intrusive_ptr<c10d::Store> store_;
    c10::intrusive_ptr<c10d::ProcessGroup> data_, control_;
    c10::intrusive_ptr<c10d::Backend> nccl_;         ///< also part of data_
    c10::intrusive_ptr<SharedMemoryBackend> shared_; ///< also part of data_; null over Gloo
    Carrier carrier_;
    GroupCalls calls_;
    std::int64_t led_ = 0; ///< calls of lead(), the same number on all ranks
};

/// Runs a collective while marking the thread as waiting for other ranks (base/activity.h). Converts
/// exceptions of c10d into Error 7602 with `what`; out-of-memory errors of a surrounding backward pass are
/// passed on.
void guarded(const std::string& what, const std::function<void()>& collective);

} // namespace tunedesk::parallel

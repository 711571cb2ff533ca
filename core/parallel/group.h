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

/// What carries the collectives: Gloo's sockets in any case; the fastest way that there is: shared memory
/// between ranks of one machine that compute on the host, NCCL between GPUs, else Gloo; or nothing, for one
/// rank that is tried without the others (FakeBackend).
enum class Transport { gloo, fastest, fake };

/// The ranks of a run and their collectives. In a world of one every call returns at once. All ranks must
/// enter all collectives in the same order; calls() counts and records them. With Transport::fake this rank
/// is the only one, without control() and store(), and leads.
class Group {
public:
    /// Meets the other ranks at the rendezvous and makes all connections; afterwards no listening socket lets
    /// anyone in. On one node each is on loopback, or a Unix socket of this user's. A collective that takes
    /// longer than `collective_seconds` fails (0: timeout_seconds). Throws Error 6601 if the port is taken,
    /// 7601 if a rank does not come within `timeout_seconds`, 5603 if NCCL cannot be used.
    Group(const World& world, double timeout_seconds, const Device& device = {},
          Transport transport = Transport::fastest, double collective_seconds = 0);
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    const World& world() const { return world_; }
    /// Adds up over all ranks, in place.
    void sum(at::Tensor& tensor, Purpose purpose);
    void sum(std::span<double> values, Purpose purpose);
    /// Rank 0's values everywhere.
    void broadcast(at::Tensor& tensor, Purpose purpose);
    void barrier(Purpose purpose);
    /// Divides these ranks into the groups of `parts`, in which each rank is once, and returns the one that
    /// this rank is in; ranks count from 0 there, in the order of its list. A collective of the group that
    /// all ranks met in, and of no split one: all call it with the same arguments, and no two calls have one
    /// name. The ranks of a part are evenly spaced. Where all parts are of one rank nothing is connected.
    /// Closed to others as this group is, which must outlive it. Of Channel::pipeline ranks also send to each
    /// other (PeerLink), for which Gloo carries the group. Throws Error 7601, 5603, and 7662 if no part has
    /// this rank or a part violates this.
    std::unique_ptr<Group> split(const std::string& name, const std::vector<std::vector<int>>& parts,
                                 GroupKey::Channel channel);
    /// Runs `work` on rank 0; the others wait for its end, however long it takes, and call `meanwhile` a few
    /// times a second; ends with a barrier. Where it throws there, they wait until rank 0 has ended, and then
    /// throw Error 7602.
    void lead(
        Purpose purpose, const std::function<void()>& work, const std::function<void()>& meanwhile = [] {});
    /// Every rank's text in the order of ranks, on rank 0; the others get nothing, and do not wait. Once for
    /// a purpose.
    std::vector<std::string> gather(Purpose purpose, const std::string& text);
    /// What this rank calls, also where another part calls data() or control().
    GroupCalls& calls() { return calls_; }

    /// What carries the data's collectives.
    struct Carrier {
        std::string name; ///< "shared memory", "nccl", "gloo", "fake"; "" in a world of one
        /// Why ranks of one machine do not share memory, the same on all; "" if they do or need not.
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
    /// How the group and those split off from it connect.
    struct Wiring {
        Accelerator* accelerator = nullptr; ///< null on the host
        Transport transport = Transport::fastest;
        std::chrono::milliseconds timeout{0}; ///< of a collective
        std::string address = {};             ///< that this rank's sockets are on

        bool shares() const { return transport == Transport::fastest && !accelerator; }
        bool is_fake() const { return transport == Transport::fake; }
    };
    /// A group without connections.
    Group(const World& world, const Wiring& wiring, const GroupCalls& calls);

    /// Meets the other ranks at the rendezvous, where there are any.
    void meet(std::chrono::milliseconds timeout);
    /// Connects the part that this rank has a place in.
    void connect_part(Group& part, const std::string& name) const;
    /// Gives the data group a way for tensors on a GPU.
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

/// Runs a collective, in which the thread counts as one that waits for the other ranks (base/activity.h), and
/// turns what c10d throws into Error 7602, naming `what`. Want of memory, which a
/// backward pass around a collective may meet, stays what it is.
void guarded(const std::string& what, const std::function<void()>& collective);

} // namespace tunedesk::parallel

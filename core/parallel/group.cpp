// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/group.h"

#include "base/activity.h"
#include "base/error.h"
#include "memory/torch_headers.h"
#include "parallel/call_fault.h"
#include "parallel/fake/fake_backend.h"
#include "parallel/network/addresses.h"
#include "parallel/rendezvous.h"
#include "parallel/shared_memory/shared_memory_backend.h"
#include "parallel/strangers.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <new>
#include <thread>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <tuple>

namespace tunedesk::parallel {

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr int most_recorded_ranks = 0xffff; // limit of a GroupKey

/// Null if collectives are not recorded.
std::shared_ptr<FlightRecord> record_of(const World& world) {
    if (world.size == 1 || world.flight_record.empty() || world.size > most_recorded_ranks) return nullptr;
    return std::make_shared<FlightRecord>(world.flight_record, world.rank);
}

/// Records a collective that the rank waits for until the end of the scope.
class Entered {
public:
    Entered(GroupCalls& calls, const GroupCalls::Call& call)
        : record_(calls.record().get()), ticket_(calls.enter(call)) {}
    ~Entered() {
        using enum FlightLine::State;
        if (record_) record_->leave(ticket_, std::uncaught_exceptions() > before_ ? failed : done);
    }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

private:
    FlightRecord* const record_;
    const FlightRecord::Ticket ticket_;
    const int before_ = std::uncaught_exceptions();
};

c10::intrusive_ptr<c10d::ProcessGroup> group_of(const World& world,
                                                const c10::intrusive_ptr<c10d::Store>& store,
                                                const c10::intrusive_ptr<c10d::Backend>& host,
                                                c10d::ProcessGroup::BackendType type) {
    auto group = c10::make_intrusive<c10d::ProcessGroup>(store, world.rank, world.size);
    group->setBackend(c10::DeviceType::CPU, type, host);
    group->setDefaultBackend(type);
    return group;
}

c10::intrusive_ptr<c10d::ProcessGroup> fake_group(const World& world) {
    const auto backend = c10::make_intrusive<FakeBackend>(world.rank, world.size);
    auto group = group_of(world, c10::make_intrusive<c10d::HashStore>(), backend,
                          c10d::ProcessGroup::BackendType::CUSTOM);
    group->setBackend(c10::DeviceType::CUDA, c10d::ProcessGroup::BackendType::CUSTOM, backend);
    return group;
}

c10::intrusive_ptr<c10d::ProcessGroup> gloo_group(const World& world,
                                                  const c10::intrusive_ptr<c10d::Store>& store,
                                                  const std::string& name, const std::string& address,
                                                  Milliseconds timeout) {
    auto prefixed = c10::make_intrusive<c10d::PrefixStore>(name, store);
    auto options = c10d::ProcessGroupGloo::Options::create(timeout);
    // All connections are made at once; none is accepted later.
    using Gloo = c10d::ProcessGroupGloo;
    const char* const interface = world.one_node() ? nullptr : std::getenv("GLOO_SOCKET_IFNAME");
    options->devices.push_back(
        interface && *interface ? Gloo::createDeviceForInterface(interface, /*lazyInit=*/false)
                                : Gloo::createDeviceForHostname(address, /*lazyInit=*/false));
    auto backend = c10::make_intrusive<c10d::ProcessGroupGloo>(prefixed, world.rank, world.size, options);
    return group_of(world, prefixed, backend, c10d::ProcessGroup::BackendType::GLOO);
}

c10::intrusive_ptr<c10d::Backend> nccl_backend(Accelerator& accelerator, const World& world,
                                               const c10::intrusive_ptr<c10d::Store>& store,
                                               const std::string& address, Milliseconds timeout) {
    // NCCL's connections and its query service listen on any interface unless configured otherwise.
    const std::string interface = world.one_node() ? "lo" : interface_with(address);
    if (!interface.empty()) ::setenv("NCCL_SOCKET_IFNAME", ("=" + interface).c_str(), /*overwrite=*/0);
    ::setenv("NCCL_RAS_ENABLE", "0", /*overwrite=*/0);
    try {
        return accelerator.nccl(c10::make_intrusive<c10d::PrefixStore>("nccl", store), world.rank, world.size,
                                timeout);
    } catch (const c10::Error& error) {
        throw Error(ErrorId::nccl_unusable, {error.what_without_backtrace()},
                    fmt::format("rank {}", world.rank));
    }
}

/// Closes the sockets to other processes once every rank is connected. `others`: sockets that were open
/// before.
void close_to_others(c10d::ProcessGroup& control, bool one_node, const std::vector<int>& others) {
    std::vector<at::Tensor> met{at::zeros({1})};
    // A rank whose NCCL fails exits, and breaks the connections of ranks that are still connecting.
    control.allreduce(met)->wait();
    shut_out_strangers(one_node, others);
    control.allreduce(met)->wait();
}

/// The transport of host tensors: shared memory, or null for Gloo, and the group over either.
using HostLink = std::tuple<c10::intrusive_ptr<SharedMemoryBackend>, c10::intrusive_ptr<c10d::ProcessGroup>,
                            Group::Carrier>;

/// Connects the ranks that met at `store`; over shared memory if allowed and possible.
HostLink connect_host(const World& world, const c10::intrusive_ptr<c10d::Store>& store, bool may_share,
                      const std::string& address, Milliseconds timeout) {
    std::string problem;
    if (may_share && world.one_node()) {
        const auto prefixed = c10::make_intrusive<c10d::PrefixStore>("shared", store);
        try {
            auto shared = SharedMemoryBackend::connect(prefixed, world.rank, world.size, timeout);
            auto data = group_of(world, prefixed, shared, c10d::ProcessGroup::BackendType::CUSTOM);
            return {shared, std::move(data), Group::Carrier{"shared memory", {}, shared->blocks()}};
        } catch (const SharedMemoryError& error) { // on all ranks alike
            problem = error.what();
        }
    }
    return {nullptr, gloo_group(world, store, "data", address, timeout),
            Group::Carrier{"gloo", std::move(problem), {}}};
}

/// The key of evenly spaced ranks. Throws Error 7662 if they are not.
GroupKey key_of(const std::vector<int>& ranks, GroupKey::Channel channel) {
    const int stride = ranks.size() > 1 ? ranks[1] - ranks[0] : 1;
    for (std::size_t i = 1; i < ranks.size(); ++i)
        if (stride < 1 || ranks[i] - ranks[i - 1] != stride)
            throw Error(ErrorId::group_ranks_uneven, {fmt::format("{}", fmt::join(ranks, ", "))});
    return {channel, static_cast<std::uint16_t>(ranks[0]), static_cast<std::uint16_t>(stride),
            static_cast<std::uint16_t>(ranks.size())};
}

/// Runs a function that connects ranks, and converts exceptions of c10d and Gloo to Error 7601.
void connecting(const World& world, const std::function<void()>& connect) {
    const activity::Waiting waiting(activity::Wait::ranks);
    try {
        connect();
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) { // c10's, or Gloo's own
        const auto* known = dynamic_cast<const c10::Error*>(&error);
        throw Error(ErrorId::rendezvous_failed, {known ? known->what_without_backtrace() : error.what()},
                    fmt::format("rank {} of {}, {}:{}", world.rank, world.size, world.master_address,
                                world.master_port));
    }
}

} // namespace

Group::Group(const World& world, double timeout_seconds, const Device& device, Transport transport,
             double collective_seconds)
    : world_(world), wiring_{device.accelerator(), transport,
                             Milliseconds(static_cast<std::int64_t>(
                                 std::max(timeout_seconds, collective_seconds) * 1000))},
      calls_({GroupKey::Channel::data, 0, 1, static_cast<std::uint16_t>(world.size)}, record_of(world)) {
    if (world.size == 1) return;
    connecting(world_, [&] { meet(Milliseconds(static_cast<std::int64_t>(timeout_seconds * 1000))); });
}

Group::Group(const World& world, const Wiring& wiring, const GroupCalls& calls)
    : world_(world), wiring_(wiring), calls_(calls) {}

void Group::meet(Milliseconds timeout) {
    if (wiring_.is_fake()) {
        data_ = fake_group(world_);
        carrier_.name = "fake";
        return;
    }
    const OwnUserOnly admitted(world_.one_node());
    const std::vector<int> others = open_sockets();
    Rendezvous made = meet_ranks(world_, timeout);
    server_ = std::move(made.server);
    store_ = std::move(made.store);
    wiring_.address = made.address;
    world_.remote_ranks = std::move(made.remote_ranks);
    if (world_.on_met) world_.on_met();
    control_ = gloo_group(world_, store_, "control", wiring_.address, wiring_.timeout);
    std::tie(shared_, data_, carrier_) =
        connect_host(world_, store_, wiring_.shares(), wiring_.address, wiring_.timeout);
    close_to_others(*control_, world_.one_node(), others);
    // Nothing of the run has been sent yet. This fails if another user has taken a rank's place.
    std::vector<at::Tensor> met{at::zeros({1})};
    data_->allreduce(met)->wait();
    store_->setTimeout(wiring_.timeout);
    connect_device();
}

void Group::connect_device() {
    if (!wiring_.accelerator) return;
    if (wiring_.transport == Transport::fastest) {
        nccl_ = nccl_backend(*wiring_.accelerator, world_, store_, wiring_.address, wiring_.timeout);
        data_->setBackend(c10::DeviceType::CUDA, c10d::ProcessGroup::BackendType::NCCL, nccl_);
        carrier_.name = "nccl";
    } else {
        data_->setBackend(c10::DeviceType::CUDA, c10d::ProcessGroup::BackendType::GLOO,
                          data_->getBackend(c10::DeviceType::CPU));
    }
}

std::unique_ptr<Group> Group::split(const std::string& name, const std::vector<std::vector<int>>& parts,
                                    GroupKey::Channel channel) {
    std::unique_ptr<Group> mine;
    Wiring wiring = wiring_;
    if (channel == GroupKey::Channel::pipeline && !wiring.is_fake()) wiring.transport = Transport::gloo;
    std::string of_mine;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto found = std::ranges::find(parts[i], world_.rank);
        const std::string of_part = fmt::format("{}-{}", name, i);
        const std::size_t place = calls_.of_part(of_part);
        if (found == parts[i].end()) continue;
        World world = world_;
        world.rank = world.local_rank = static_cast<int>(found - parts[i].begin());
        world.size = static_cast<int>(parts[i].size());
        world.local_size = world_.one_node() ? world.size : 0;
        mine.reset(new Group(world, wiring, GroupCalls(calls_, key_of(parts[i], channel), place)));
        of_mine = of_part;
    }
    if (!mine) throw Error(ErrorId::rank_in_no_group, {fmt::to_string(world_.rank), name});
    if (wiring.is_fake()) {
        if (mine->world_.size > 1) mine->meet({});
    } else if (std::ranges::any_of(parts, [](const auto& ranks) { return ranks.size() > 1; })) {
        connecting(world_, [&] { connect_part(*mine, of_mine); });
    }
    return mine;
}

void Group::connect_part(Group& part, const std::string& name) const {
    const OwnUserOnly admitted(world_.one_node());
    const std::vector<int> others = open_sockets();
    if (part.world_.size > 1) {
        part.store_ = c10::make_intrusive<c10d::PrefixStore>(name, store_);
        std::tie(part.shared_, part.data_, part.carrier_) =
            connect_host(part.world_, part.store_, part.wiring_.shares(), wiring_.address, wiring_.timeout);
    }
    close_to_others(*control_, world_.one_node(), others);
    if (!part.data_) return;
    std::vector<at::Tensor> met{at::zeros({1})};
    part.data_->allreduce(met)->wait();
    part.connect_device();
}

Group::~Group() {
    const bool ends_the_run = server_ || control_;
    if (calls_.record() && ends_the_run && std::uncaught_exceptions() > 0) calls_.record()->threw();
    if (shared_ && std::uncaught_exceptions() > 0) shared_->abort();
    if (!nccl_) return;
    // After a failure other ranks may never enter the pending collectives: these are aborted instead of
    // awaited.
    try {
        if (std::uncaught_exceptions() > 0)
            nccl_->abort();
        else
            nccl_->shutdown();
    } catch (const std::exception&) {
    }
}

void guarded(const std::string& what, const std::function<void()>& collective) {
    const activity::Waiting waiting(activity::Wait::ranks);
    try {
        collective();
    } catch (const Error&) {
        throw;
    } catch (const c10::OutOfMemoryError&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        std::string reason = error.what();
        reason = reason.substr(0, reason.find('\n'));
        throw Error(ErrorId::collective_failed, {what, reason});
    }
}

/// Performs the injected fault of a sum; false if none is due.
static bool sums_otherwise(Group& group, at::Tensor& tensor, Purpose purpose) {
    const std::string fault = call_fault(purpose);
    if (fault == "swap") group.broadcast(tensor, purpose);
    if (fault == "grow") {
        at::Tensor twice = at::cat({tensor.flatten(), tensor.flatten()});
        group.sum(twice, purpose);
    }
    return !fault.empty();
}

void Group::sum(at::Tensor& tensor, Purpose purpose) {
    if (!data_ || sums_otherwise(*this, tensor, purpose)) return;
    const Entered entered(calls_, {.purpose = purpose, .tensor = &tensor});
    guarded(fmt::format("the all-reduce \"{}\"", name_of(purpose)), [&] {
        std::vector<at::Tensor> tensors{tensor};
        data_->allreduce(tensors)->wait();
    });
}

void Group::sum(std::span<double> values, Purpose purpose) {
    if (!data_) return;
    at::Tensor tensor = at::from_blob(values.data(), {static_cast<std::int64_t>(values.size())}, at::kDouble);
    sum(tensor, purpose);
}

void Group::broadcast(at::Tensor& tensor, Purpose purpose) {
    if (!data_) return;
    const Entered entered(calls_, {.op = CollectiveOp::broadcast, .purpose = purpose, .tensor = &tensor});
    guarded(fmt::format("the broadcast \"{}\"", name_of(purpose)), [&] {
        std::vector<at::Tensor> tensors{tensor};
        data_->broadcast(tensors)->wait();
    });
}

void Group::barrier(Purpose purpose) {
    double nothing = 0;
    sum(std::span<double>(&nothing, 1), purpose);
}

std::vector<std::string> Group::gather(Purpose purpose, const std::string& text) {
    std::vector<std::string> texts{text};
    if (!store_) return texts;
    const char* const name = name_of(purpose);
    const Entered entered(calls_, {.op = CollectiveOp::gather, .purpose = purpose});
    guarded("the rendezvous store", [&] {
        if (!world_.leads())
            store_->set(fmt::format("{}/{}", name, world_.rank),
                        std::vector<std::uint8_t>(text.begin(), text.end()));
        for (int rank = 1; world_.leads() && rank < world_.size; ++rank) {
            const std::vector<std::uint8_t> bytes = store_->get(fmt::format("{}/{}", name, rank));
            texts.emplace_back(bytes.begin(), bytes.end());
        }
    });
    if (!world_.leads()) texts.clear();
    return texts;
}

void Group::lead(Purpose purpose, const std::function<void()>& work, const std::function<void()>& meanwhile) {
    if (!store_) {
        if (world_.leads() || wiring_.is_fake()) work();
        return;
    }
    {
        const std::string name = fmt::format("led/{}", led_++);
        const Entered entered(calls_, {.op = CollectiveOp::lead, .purpose = purpose});
        if (world_.leads()) work();
        guarded("the rendezvous store", [&] {
            if (world_.leads()) return store_->set(name, std::vector<std::uint8_t>{1});
            for (Milliseconds pause(2); !store_->check({name});
                 pause = std::min(2 * pause, Milliseconds(100))) {
                meanwhile();
                std::this_thread::sleep_for(pause);
            }
        });
    }
    barrier(purpose); // rank 0 may be about to exit, and with it the store that the others use
}

} // namespace tunedesk::parallel

// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/shared_memory/shared_memory_backend.h"

#include "base/fault.h"
#include "memory/torch_headers.h"
#include "parallel/shared_memory/exchange.h"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <mutex>
#include <random>
#include <system_error>
#include <thread>
#include <torch/csrc/distributed/c10d/Store.hpp>
#include <unistd.h>
#include <utility>

namespace tunedesk::parallel {

/// A running call, for waiting callers and callbacks.
class SharedMemoryWork : public c10d::Work {
public:
    SharedMemoryWork(int rank, c10d::OpType op, std::vector<at::Tensor> tensors)
        : c10d::Work(rank, op), tensors_(std::move(tensors)),
          future_(c10::make_intrusive<c10::ivalue::Future>(c10::ListType::create(c10::TensorType::get()))) {}

    std::vector<at::Tensor> result() override { return tensors_; }
    c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return future_; }

    /// Frees the objects held by `work` before waiting callers continue.
    void run(std::function<void()> work) {
        try {
            std::exchange(work, {})();
        } catch (...) {
            future_->setError(std::current_exception());
            return finish(std::current_exception());
        }
        future_->markCompleted(c10::IValue(tensors_));
        finish();
    }

private:
    std::vector<at::Tensor> tensors_;
    c10::intrusive_ptr<c10::ivalue::Future> future_;
};

namespace {

std::byte* bytes_of(const at::Tensor& tensor) {
    return static_cast<std::byte*>(tensor.mutable_data_ptr());
}

std::uint64_t byte_count(const at::Tensor& tensor) {
    return static_cast<std::uint64_t>(tensor.nbytes());
}

ElementType element_of(const at::Tensor& tensor) {
    switch (tensor.scalar_type()) {
    case at::kFloat:
        return ElementType::f32;
    case at::kDouble:
        return ElementType::f64;
    case at::kLong:
        return ElementType::i64;
    case at::kInt:
        return ElementType::i32;
    case at::kByte:
        return ElementType::u8;
    default:
        TORCH_CHECK_TYPE(false, "shared memory does not add up tensors of ", tensor.scalar_type());
    }
}

/// The tensor that is summed instead: 16-bit tensors are summed in fp32 and rounded once.
at::Tensor summed(const at::Tensor& tensor) {
    const bool is_short = tensor.scalar_type() == at::kBFloat16 || tensor.scalar_type() == at::kHalf;
    return is_short ? tensor.to(at::kFloat) : tensor;
}

Reduce reduce_of(const c10d::ReduceOp& op) {
    switch (static_cast<c10d::ReduceOp::RedOpType>(op)) {
    case c10d::ReduceOp::SUM:
        return Reduce::sum;
    case c10d::ReduceOp::MAX:
        return Reduce::max;
    case c10d::ReduceOp::MIN:
        return Reduce::min;
    default:
        TORCH_CHECK_VALUE(false, "shared memory knows sums, maxima and minima alone");
    }
}

class Blocks : public memory::BlockProvider {
public:
    explicit Blocks(std::shared_ptr<Exchange> exchange) : exchange_(std::move(exchange)) {}
    void* take(std::size_t bytes) override {
        try {
            return exchange_->add_block(bytes);
        } catch (const std::system_error&) {
            return nullptr;
        }
    }
    void give(void* block) override { exchange_->remove_block(static_cast<std::byte*>(block)); }

private:
    std::shared_ptr<Exchange> exchange_;
};

void require_plain(const at::Tensor& tensor) {
    TORCH_CHECK_VALUE(tensor.is_cpu() && tensor.is_contiguous() && !tensor.is_sparse(),
                      "shared memory takes contiguous tensors of the host");
}

at::Tensor only(const std::vector<at::Tensor>& tensors) {
    TORCH_CHECK_VALUE(tensors.size() == 1, "shared memory takes one tensor a call");
    require_plain(tensors[0]);
    return tensors[0];
}

} // namespace

/// The thread that executes the calls in order.
class SharedMemoryBackend::Calls {
public:
    Calls() : thread_([this] { make(); }) {}
    ~Calls() {
        {
            const std::lock_guard lock(mutex_);
            ends_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    Calls(const Calls&) = delete;
    Calls& operator=(const Calls&) = delete;

    c10::intrusive_ptr<SharedMemoryWork> add(c10::intrusive_ptr<SharedMemoryWork> call,
                                             std::function<void()> work) {
        {
            const std::lock_guard lock(mutex_);
            waiting_.push_back({call, std::move(work)});
        }
        changed_.notify_one();
        return call;
    }

private:
    struct Waiting {
        c10::intrusive_ptr<SharedMemoryWork> call;
        std::function<void()> work;
    };

    void make() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            Waiting next = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            next.call->run(std::move(next.work));
            next = {};
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Waiting> waiting_;
    bool ends_ = false;
    std::thread thread_; ///< the last member, because it uses the others
};

namespace {

constexpr std::size_t cookie_bytes = 8;

/// Rank 0's announcement: the location of its memory and a value at its beginning, so that a process with the
/// same number in another container is not mistaken for it.
struct Place {
    std::int64_t pid = 0, fd = -1;
    std::uint64_t cookie = 0;
};

void announce(c10d::Store& store, const std::string& key, const Place& place) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&place);
    store.set(key, std::vector<std::uint8_t>(bytes, bytes + sizeof(place)));
}

Place hear(c10d::Store& store, const std::string& key) {
    const std::vector<std::uint8_t> bytes = store.get(key);
    Place place;
    TORCH_CHECK(bytes.size() == sizeof(place), "the rendezvous store holds no place of shared memory");
    std::memcpy(&place, bytes.data(), sizeof(place));
    return place;
}

/// Located after the staging area.
std::uint64_t& cookie_of(const SharedBlock& block) {
    return *reinterpret_cast<std::uint64_t*>(block.data() + block.size() - cookie_bytes);
}

/// The memory shared by all ranks, or the reason why this rank has none.
SharedBlock share(c10d::Store& store, int rank, int ranks, std::string& problem) {
    const std::size_t bytes = Exchange::staging_bytes(ranks) + cookie_bytes;
    if (rank != 0) {
        const Place place = hear(store, "place");
        if (place.fd < 0) return {};
        try {
            SharedBlock block(static_cast<pid_t>(place.pid), static_cast<int>(place.fd), bytes);
            if (cookie_of(block) == place.cookie) return block;
            problem = "rank 0 is not visible to this process";
        } catch (const std::system_error& error) {
            problem = error.what();
        }
        return {};
    }
    Place place;
    SharedBlock block;
    try {
        block = SharedBlock(bytes);
        std::random_device random;
        place = {::getpid(), block.fd(), (std::uint64_t{random()} << 32) | random()};
        cookie_of(block) = place.cookie;
    } catch (const std::system_error& error) {
        problem = error.what();
    }
    announce(store, "place", place);
    return block;
}

/// Throws on all ranks if any has a problem.
void agree(c10d::Store& store, int rank, int ranks, const std::string& problem) {
    store.set(fmt::format("problem/{}", rank), std::vector<std::uint8_t>(problem.begin(), problem.end()));
    for (int other = 0; other < ranks; ++other) {
        const std::vector<std::uint8_t> theirs = store.get(fmt::format("problem/{}", other));
        if (!theirs.empty())
            throw SharedMemoryError(
                fmt::format("rank {}: {}", other, std::string(theirs.begin(), theirs.end())));
    }
}

} // namespace

c10::intrusive_ptr<SharedMemoryBackend>
SharedMemoryBackend::connect(const c10::intrusive_ptr<c10d::Store>& store, int rank, int ranks,
                             std::chrono::milliseconds timeout) {
    std::string problem;
    SharedBlock staging = share(*store, rank, ranks, problem);
    if (TUNEDESK_FAULT_AT("shared_memory") == "fail") problem = "a fault was injected";
    agree(*store, rank, ranks, problem);
    return c10::make_intrusive<SharedMemoryBackend>(
        std::make_unique<Exchange>(std::move(staging), rank, ranks, timeout), rank, ranks);
}

SharedMemoryBackend::SharedMemoryBackend(std::unique_ptr<Exchange> exchange, int rank, int ranks)
    : c10d::Backend(rank, ranks), exchange_(std::move(exchange)), calls_(std::make_unique<Calls>()) {}

SharedMemoryBackend::~SharedMemoryBackend() {
    if (std::uncaught_exceptions() > 0) exchange_->leave();
    calls_.reset();
    exchange_->leave();
}

void SharedMemoryBackend::abort() {
    exchange_->leave();
}

c10::intrusive_ptr<c10d::Work> SharedMemoryBackend::allreduce(std::vector<at::Tensor>& tensors,
                                                              const c10d::AllreduceOptions& options) {
    const at::Tensor tensor = only(tensors);
    const Reduce reduce = reduce_of(options.reduceOp);
    return calls_->add(c10::make_intrusive<SharedMemoryWork>(getRank(), c10d::OpType::ALLREDUCE, tensors),
                       [this, tensor, reduce] {
                           const at::Tensor sums = summed(tensor);
                           exchange_->all_reduce(bytes_of(sums), byte_count(sums), element_of(sums), reduce);
                           if (!sums.is_same(tensor)) tensor.copy_(sums);
                       });
}

c10::intrusive_ptr<c10d::Work> SharedMemoryBackend::broadcast(std::vector<at::Tensor>& tensors,
                                                              const c10d::BroadcastOptions& options) {
    const at::Tensor tensor = only(tensors);
    return calls_->add(c10::make_intrusive<SharedMemoryWork>(getRank(), c10d::OpType::BROADCAST, tensors),
                       [this, tensor, root = static_cast<int>(options.rootRank)] {
                           exchange_->broadcast(bytes_of(tensor), byte_count(tensor), root);
                       });
}

c10::intrusive_ptr<c10d::Work> SharedMemoryBackend::_allgather_base(at::Tensor& output, at::Tensor& input,
                                                                    const c10d::AllgatherOptions&) {
    require_plain(output);
    require_plain(input);
    TORCH_CHECK_VALUE(output.nbytes() == input.nbytes() * static_cast<std::size_t>(getSize()),
                      "an all-gather's output holds the inputs of all ranks");
    return calls_->add(
        c10::make_intrusive<SharedMemoryWork>(getRank(), c10d::OpType::_ALLGATHER_BASE, std::vector{output}),
        [this, output, input] {
            exchange_->all_gather(bytes_of(input), byte_count(input), bytes_of(output));
        });
}

c10::intrusive_ptr<c10d::Work>
SharedMemoryBackend::_reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                                          const c10d::ReduceScatterOptions& options) {
    require_plain(output);
    require_plain(input);
    TORCH_CHECK_VALUE(input.nbytes() == output.nbytes() * static_cast<std::size_t>(getSize()) &&
                          input.scalar_type() == output.scalar_type(),
                      "a reduce-scatter's input holds the outputs of all ranks");
    const Reduce reduce = reduce_of(options.reduceOp);
    return calls_->add(c10::make_intrusive<SharedMemoryWork>(getRank(), c10d::OpType::_REDUCE_SCATTER_BASE,
                                                             std::vector{output}),
                       [this, output, input, reduce] {
                           const at::Tensor all = summed(input), own = summed(output);
                           exchange_->reduce_scatter(bytes_of(all), bytes_of(own), byte_count(own),
                                                     element_of(own), reduce);
                           if (!own.is_same(output)) output.copy_(own);
                       });
}

c10::intrusive_ptr<c10d::Work> SharedMemoryBackend::barrier(const c10d::BarrierOptions&) {
    return calls_->add(
        c10::make_intrusive<SharedMemoryWork>(getRank(), c10d::OpType::BARRIER, std::vector<at::Tensor>()),
        [this] { exchange_->barrier(); });
}

std::shared_ptr<memory::BlockProvider> SharedMemoryBackend::blocks() const {
    return std::make_shared<Blocks>(exchange_);
}

at::Tensor SharedMemoryBackend::allocateTensor(long size, at::TensorOptions options) {
    const auto bytes = static_cast<std::size_t>(size) * options.dtype().itemsize();
    const std::shared_ptr<memory::BlockProvider> source = blocks();
    void* const data = source->take(bytes);
    TORCH_CHECK_WITH(OutOfMemoryError, data, "no shared memory for ", bytes, " bytes");
    return at::from_blob(
        data, {size}, [source](void* block) { source->give(block); }, options);
}

} // namespace tunedesk::parallel

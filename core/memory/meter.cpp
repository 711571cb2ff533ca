// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/meter.h"

#include "base/activity.h"
#include "memory/block_provider.h"
#include "memory/page_heap.h"
#include "memory/torch_headers.h"

#include <atomic>
#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/alloc_cpu.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace tunedesk::memory {

namespace {

std::size_t index(Part part) {
    return static_cast<std::size_t>(part);
}

thread_local Part current_part = Part::workspace;

/// The sums. Allocations of a step are hundreds, and hardly two at a time: a lock is cheap enough.
class Sums {
public:
    /// False if the limit does not allow it.
    bool add(Part part, std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        if (limit_ > 0 && total_ + bytes > limit_) return false;
        take(part, bytes);
        total_ += bytes;
        note_total();
        return true;
    }
    void remove(Part part, std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        figures_.live[index(part)] -= bytes;
        total_ -= bytes;
    }
    void move(Part& from, Part to, std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        if (from == to || (from != Part::workspace && to == Part::activations)) return;
        figures_.live[index(from)] -= bytes;
        take(to, bytes);
        from = to;
        if (total_ == peaks_[phase_index()]) figures_.phases[phase_index()] = figures_.live;
    }
    void enter(Phase phase) {
        const std::lock_guard lock(mutex_);
        phase_ = phase;
        note_total();
    }
    Phase phase() {
        const std::lock_guard lock(mutex_);
        return phase_;
    }
    Figures figures() {
        const std::lock_guard lock(mutex_);
        return figures_;
    }
    void reset_peaks() {
        const std::lock_guard lock(mutex_);
        figures_.peak = figures_.live;
        figures_.phases = {};
        peaks_ = {};
        note_total();
    }
    void set_limit(std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        limit_ = bytes;
    }

private:
    std::size_t phase_index() const { return static_cast<std::size_t>(phase_); }
    void take(Part part, std::uint64_t bytes) {
        figures_.live[index(part)] += bytes;
        figures_.peak[index(part)] = std::max(figures_.peak[index(part)], figures_.live[index(part)]);
    }
    void note_total() {
        if (total_ <= peaks_[phase_index()]) return;
        peaks_[phase_index()] = total_;
        figures_.phases[phase_index()] = figures_.live;
    }

    std::mutex mutex_;
    Figures figures_;
    Phase phase_ = Phase::loading;
    std::uint64_t total_ = 0, limit_ = 0;
    std::array<std::uint64_t, phase_count> peaks_{};
};

Sums& sums() {
    static Sums* all = new Sums; // tensors of static lifetime are freed after any static object
    return *all;
}

/// The sums are a device's, and the host's blocks no longer count.
std::atomic<bool> on_devices = false;

thread_local const std::shared_ptr<BlockProvider>* current_source = nullptr; // null: the process's own pages

/// Stands before every block on the host, as long as LibTorch's alignment.
struct alignas(c10::gAlignment) Header {
    std::uint64_t bytes;
    Part part;
    bool counted;
    std::shared_ptr<BlockProvider> source; ///< null: the process's own
};
static_assert(sizeof(Header) == c10::gAlignment);

/// Blocks from here on are pages of their own; smaller ones are malloc's.
constexpr std::size_t least_in_pages = 64 << 10;

PageHeap& pages() {
    static PageHeap* all = new PageHeap;
    return *all;
}

/// `source`: the current one, or null if it does not give the block.
void* take_block(std::size_t bytes, std::shared_ptr<BlockProvider>& source) {
    void* block = source && bytes >= least_in_pages ? source->take(bytes) : nullptr;
    if (block) return block;
    source.reset();
    block = bytes >= least_in_pages ? pages().take(bytes) : c10::alloc_cpu(bytes);
    if (!block) throw std::bad_alloc();
    return block;
}

void give_block(void* block, std::size_t bytes, BlockProvider* source) {
    if (source)
        source->give(block);
    else if (bytes >= least_in_pages)
        pages().give(block, bytes);
    else
        c10::free_cpu(block);
}

Header& header_of(void* data) {
    return static_cast<Header*>(data)[-1];
}

void free_counted(void* data) {
    if (!data) return;
    Header& header = header_of(data);
    if (header.counted) sums().remove(header.part, header.bytes);
    const std::size_t bytes = header.bytes + sizeof(Header);
    const std::shared_ptr<BlockProvider> source = std::move(header.source);
    std::destroy_at(&header);
    give_block(&header, bytes, source.get());
}

/// A header before each block, large blocks in pages, the others from LibTorch's own allocator.
class CountingAllocator : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t bytes) override {
        activity::touch(); // hardly an operation takes no memory
        const at::Device host(at::kCPU);
        if (bytes == 0) return {nullptr, nullptr, &free_counted, host};
        const bool counted = !on_devices;
        if (counted && !sums().add(current_part, bytes)) throw std::bad_alloc();
        Header* block = nullptr;
        std::shared_ptr<BlockProvider> source = current_source ? *current_source : nullptr;
        try {
            block = static_cast<Header*>(take_block(bytes + sizeof(Header), source));
        } catch (...) {
            if (counted) sums().remove(current_part, bytes);
            throw;
        }
        std::construct_at(block, Header{bytes, current_part, counted, std::move(source)});
        return {block + 1, block + 1, &free_counted, host};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &free_counted; }
    void copy_data(void* to, const void* from, std::size_t bytes) const override {
        default_copy_data(to, from, bytes);
    }
};

/// Blocks on GPUs, as LibTorch reports them to memory profilers.
class DeviceListener : public c10::MemoryReportingInfoBase {
public:
    struct Block {
        std::uint64_t bytes;
        Part part;
        std::uint64_t pass; ///< the forward pass that made it; 0: none
    };

    void reportMemoryUsage(void* data, std::int64_t bytes, std::size_t, std::size_t,
                           c10::Device device) override {
        activity::touch();
        if (device.is_cpu()) return;
        const std::lock_guard lock(mutex_);
        // What is given again was freed by a thread that does not report, as NCCL's.
        if (const auto found = blocks_.find(data); found != blocks_.end()) {
            sums().remove(found->second.part, found->second.bytes);
            blocks_.erase(found);
        }
        if (bytes <= 0) return;
        const auto size = static_cast<std::uint64_t>(bytes);
        blocks_[data] = {size, current_part, sums().phase() == Phase::forward ? pass_ : 0};
        sums().add(current_part, size);
    }
    bool memoryProfilingEnabled() const override { return true; }

    void assign(void* data, Part part) {
        const std::lock_guard lock(mutex_);
        if (const auto found = blocks_.find(data); found != blocks_.end())
            sums().move(found->second.part, part, found->second.bytes);
    }
    void begin_pass() {
        const std::lock_guard lock(mutex_);
        ++pass_;
    }
    void keep_all() {
        const std::lock_guard lock(mutex_);
        for (auto& [data, block] : blocks_)
            if (block.pass == pass_) sums().move(block.part, Part::activations, block.bytes);
    }

private:
    std::mutex mutex_;
    std::uint64_t pass_ = 1;
    std::unordered_map<void*, Block> blocks_;
};

std::shared_ptr<DeviceListener>& listener() {
    static auto* shared = new std::shared_ptr<DeviceListener>;
    return *shared;
}

} // namespace

std::uint64_t total(const Bytes& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

void install() {
    static CountingAllocator allocator;
    c10::SetCPUAllocator(&allocator, /*priority=*/1);
}

void watch_devices() {
    if (listener()) return;
    listener() = std::make_shared<DeviceListener>();
    on_devices = true;
    c10::ThreadLocalDebugInfo::_push(c10::DebugInfoKind::PROFILER_STATE, listener());
}

void enter(Phase phase) {
    sums().enter(phase);
    if (phase == Phase::forward && listener()) listener()->begin_pass();
}

Phase phase() {
    return sums().phase();
}

Figures figures() {
    return sums().figures();
}

void reset_peaks() {
    sums().reset_peaks();
}

void set_limit(std::uint64_t bytes) {
    sums().set_limit(bytes);
}

InBlocksOf::InBlocksOf(std::shared_ptr<BlockProvider> source)
    : source_(std::move(source)), before_(std::exchange(current_source, &source_)) {}

InBlocksOf::~InBlocksOf() {
    current_source = before_;
}

InPart::InPart(Part part) : before_(current_part) {
    current_part = part;
}

InPart::~InPart() {
    current_part = before_;
}

void assign(const at::Tensor& tensor, Part part) {
    if (tensor.defined() && tensor.is_sparse()) return assign(tensor._values(), part);
    if (!tensor.defined() || !tensor.has_storage()) return;
    const c10::DataPtr& data = tensor.storage().data_ptr();
    if (data.get_deleter() == &free_counted && data.get()) {
        Header& header = header_of(data.get());
        if (header.counted) sums().move(header.part, part, header.bytes);
    } else if (listener() && !tensor.is_cpu()) {
        listener()->assign(data.get(), part);
    }
}

void keep(at::TensorList tensors) {
    if (const Phase now = phase(); now != Phase::forward && now != Phase::backward) return;
    for (const at::Tensor& tensor : tensors)
        assign(tensor, Part::activations);
}

void keep_all() {
    if (listener()) listener()->keep_all();
}

std::vector<GradientHook> count_gradients(const std::vector<at::Tensor>& parameters) {
    std::vector<GradientHook> hooks;
    hooks.reserve(parameters.size());
    for (const at::Tensor& parameter : parameters)
        hooks.emplace_back(parameter, GradientHook::Use::watch,
                           [](const at::Tensor& one) { assign(one.grad(), Part::gradients); });
    return hooks;
}

} // namespace tunedesk::memory

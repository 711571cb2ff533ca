// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/host_link.h"

#include "memory/torch_headers.h"

#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <map>

namespace tunedesk::train {

namespace {

class DeviceLink : public HostLink {
public:
    explicit DeviceLink(at::Device device)
        : device_(device), guard_(device.type()), in_(guard_.getNewStream(device)),
          out_(guard_.getNewStream(device)) {}

    at::Tensor host_memory(at::IntArrayRef sizes, at::ScalarType type) override {
        return at::empty(sizes, at::TensorOptions(at::kCPU).dtype(type).pinned_memory(true));
    }

    Copy fetch(const at::Tensor& to, const at::Tensor& from) override {
        for (const void* memory : {from.storage().data(), to.storage().data()}) {
            const auto using_it = puts_.find(memory);
            if (using_it == puts_.end()) continue;
            const auto done = done_.find(using_it->second);
            if (done != done_.end()) done->second.block(in_);
            puts_.erase(using_it);
        }
        return copy(in_, to, from, to);
    }

    Copy put(const at::Tensor& to, const at::Tensor& from) override {
        const Copy number = copy(out_, to, from, from);
        puts_[to.storage().data()] = puts_[from.storage().data()] = number;
        return number;
    }

    void await(Copy copy) override {
        const auto done = done_.find(copy);
        if (done == done_.end()) return; // long ago
        done->second.block(guard_.getStream(device_));
        for (auto old = done_.begin(); done_.size() > kept_copies && old->second.query();)
            old = done_.erase(old); // nothing waits for copies that are done
    }

    void finish() override {
        in_.synchronize();
        out_.synchronize();
        puts_.clear();
        done_.clear();
    }

private:
    static constexpr std::size_t kept_copies = 4096;

    Copy copy(c10::Stream stream, const at::Tensor& to, const at::Tensor& from, const at::Tensor& there) {
        c10::Event ready(device_.type());
        ready.record(guard_.getStream(device_));
        ready.block(stream);
        {
            const at::NoGradGuard no_gradients;
            const c10::StreamGuard beside(stream);
            to.copy_(from, /*non_blocking=*/true);
        }
        there.record_stream(stream); // its memory is not given to others before the copy is done
        c10::Event done(device_.type());
        done.record(stream);
        done_.emplace(++copies_, std::move(done));
        return copies_;
    }

    at::Device device_;
    c10::impl::VirtualGuardImpl guard_;
    c10::Stream in_, out_;
    Copy copies_ = 0;
    std::map<Copy, c10::Event> done_;
    std::map<const void*, Copy> puts_; ///< the last one out of, and into, each memory
};

} // namespace

std::unique_ptr<HostLink> host_link(at::Device device) {
    return std::make_unique<DeviceLink>(device);
}

} // namespace tunedesk::train

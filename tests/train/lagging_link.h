// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/torch_headers.h"
#include "train/memory/host_link.h"

#include <map>

namespace tunedesk::test {

/// A link whose "device" is the host, and whose copies are made as late as they may: a fetch when it is
/// awaited, a put when it, or a fetch of what it writes, is awaited. What is read too soon is NaN; what is
/// overwritten too soon arrives wrong.
class LaggingLink : public train::HostLink {
public:
    at::Tensor host_memory(at::IntArrayRef sizes, at::ScalarType type) override {
        return at::empty(sizes, type);
    }
    Copy fetch(const at::Tensor& to, const at::Tensor& from) override {
        const at::NoGradGuard no_gradients;
        for (auto put = open_.begin(); put != open_.end();) // of what is fetched, or out of where it goes
            put = put->second.puts && (put->second.to.is_alias_of(from) || put->second.from.is_alias_of(to))
                      ? make(put)
                      : std::next(put);
        if (to.is_floating_point()) at::Tensor(to).fill_(NAN);
        open_[++copies] = {to, from, false};
        fetched_bytes += to.nbytes();
        return copies;
    }
    Copy put(const at::Tensor& to, const at::Tensor& from) override {
        open_[++copies] = {to, from, true};
        put_bytes += from.nbytes();
        return copies;
    }
    void await(Copy copy) override {
        if (const auto found = open_.find(copy); found != open_.end()) make(found);
    }
    void finish() override {
        while (!open_.empty())
            make(open_.begin());
    }

    Copy copies = 0;
    std::uint64_t fetched_bytes = 0, put_bytes = 0;

private:
    struct Open {
        at::Tensor to, from;
        bool puts = false;
    };
    std::map<Copy, Open>::iterator make(std::map<Copy, Open>::iterator copy) {
        const at::NoGradGuard no_gradients;
        copy->second.to.copy_(copy->second.from);
        return open_.erase(copy);
    }
    std::map<Copy, Open> open_;
};

} // namespace tunedesk::test

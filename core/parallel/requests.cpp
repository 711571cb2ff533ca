// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/requests.h"

#include "base/clock.h"
#include "base/error.h"
#include "memory/torch_headers.h"

#include <chrono>
#include <fmt/format.h>
#include <thread>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace tunedesk::parallel {

namespace {

std::vector<std::uint8_t> stored(const std::string& text) {
    return {text.begin(), text.end()};
}

std::string read_back(const std::vector<std::uint8_t>& bytes) {
    return {bytes.begin(), bytes.end()};
}

} // namespace

std::string Requests::key(const std::string& what) const {
    return fmt::format("{}/{}/{}", name_, number_, what);
}

void Requests::post(const std::string& request) {
    guarded("the rendezvous store", [&] {
        if (number_ > 0) group_.store()->deleteKey(key("asked")); // all ranks have answered it
        ++number_;
        group_.store()->set(key("asked"), stored(request));
    });
}

std::vector<std::string> Requests::answers() {
    std::vector<std::string> all;
    guarded("the rendezvous store", [&] {
        const double latest =
            monotonic_seconds() + std::chrono::duration<double>(group_.store()->getTimeout()).count();
        for (int rank = 1; rank < group_.world().size; ++rank) {
            const std::string from = key(fmt::to_string(rank));
            while (!group_.store()->check({from})) {
                if (gave_up_ || monotonic_seconds() > latest)
                    throw Error(ErrorId::collective_failed,
                                {"a request", fmt::format("rank {} has not answered", rank)});
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            all.push_back(read_back(group_.store()->get(from)));
            group_.store()->deleteKey(from);
        }
    });
    return all;
}

void Requests::serve(const std::function<std::string(const std::string&)>& carry_out) {
    ++number_;
    if (!group_.store()->check({key("asked")})) {
        --number_;
        return;
    }
    const std::string answer = carry_out(read_back(group_.store()->get(key("asked"))));
    group_.store()->set(key(fmt::to_string(group_.world().rank)), stored(answer));
}

} // namespace tunedesk::parallel

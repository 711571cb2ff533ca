// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/agreement.h"

#include "base/error.h"
#include "memory/torch_headers.h"

#include <fmt/format.h>
#include <limits>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

namespace tunedesk::parallel {

namespace {

/// Marks a group that a rank does not belong to: less than every count and its negative.
constexpr std::int64_t not_in_group = std::numeric_limits<std::int64_t>::min();
constexpr std::size_t before_counts = 5; ///< number of words before the counts

} // namespace

Agreement::Agreement(Group& group) : group_(group) {}

Agreement::~Agreement() {
    // A running collective writes to words_: it must complete or fail before they are freed.
    if (work_) try {
            work_->wait();
        } catch (const std::exception&) {
        }
}

void Agreement::start(const Position& position, int command) {
    pending_ = true;
    last_step_ = position.step;
    local_command_ = command;
    if (!group_.control()) return;
    ticket_ = group_.calls().enter({.channel = GroupKey::Channel::control,
                                    .purpose = Purpose::control_exchange,
                                    .state = FlightLine::State::started});
    const auto [step, updates] = position;
    std::vector<std::int64_t> words{group_.world().leads() ? command : 0, step, -step, updates, -updates};
    for (const GroupCalls::Count& count : group_.calls().counts()) {
        words.push_back(count.collectives ? *count.collectives : not_in_group);
        words.push_back(count.collectives ? -*count.collectives : not_in_group);
    }
    words_ = at::tensor(words, at::kLong);
    guarded("the control exchange", [&] {
        std::vector<at::Tensor> tensors{words_};
        c10d::AllreduceOptions options;
        options.reduceOp = c10d::ReduceOp::MAX;
        work_ = group_.control()->allreduce(tensors, options);
    });
}

void Agreement::mark(FlightLine::State state) {
    if (group_.calls().record()) group_.calls().record()->leave(ticket_, state);
}

int Agreement::finish() {
    if (!pending_) return 0;
    pending_ = false;
    if (!group_.control()) return local_command_;
    mark(FlightLine::State::waiting);
    try {
        guarded("the control exchange", [&] { work_->wait(); });
    } catch (...) {
        mark(FlightLine::State::failed);
        throw;
    }
    mark(FlightLine::State::done);
    work_.reset();
    const auto* words = words_.const_data_ptr<std::int64_t>();
    const std::string collectives = differing_counts();
    if (words[1] != -words[2] || words[3] != -words[4] || !collectives.empty())
        throw Error(ErrorId::ranks_disagree,
                    {fmt::to_string(-words[2]), fmt::to_string(words[1]), fmt::to_string(-words[4]),
                     fmt::to_string(words[3]), collectives.empty() ? "alike" : collectives},
                    fmt::format("rank {}, step {}", group_.world().rank, last_step_));
    return static_cast<int>(words[0]);
}

std::string Agreement::differing_counts() const {
    std::string text;
    const auto* const words = words_.const_data_ptr<std::int64_t>();
    const auto size = static_cast<std::size_t>(words_.numel()); // groups may have been added since
    for (std::size_t i = before_counts; i < size; i += 2)
        if (words[i] != -words[i + 1])
            text +=
                fmt::format("{}of {} {} to {}", text.empty() ? "" : ", ",
                            group_.calls().counts()[(i - before_counts) / 2].group, -words[i + 1], words[i]);
    return text;
}

int Agreement::exchange(const Position& position, int command) {
    const int agreed = finish();
    start(position, command);
    return agreed;
}

int Agreement::exchange_now(const Position& position, const std::function<int()>& command) {
    const int before = finish();
    start(position, before ? before : command());
    return finish();
}

} // namespace tunedesk::parallel

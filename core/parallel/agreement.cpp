#include "parallel/agreement.h"

#include "base/error.h"
#include "memory/torch_headers.h"

#include <fmt/format.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

namespace tunedesk::parallel {

Agreement::Agreement(Group& group) : group_(group) {}

Agreement::~Agreement() {
    // A collective in flight writes to words_: it must end, well or badly, before they go.
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
    const std::int64_t count = group_.collectives();
    ticket_ = group_.enter({.channel = GroupKey::Channel::control,
                            .purpose = Purpose::control_exchange,
                            .state = FlightLine::State::started});
    const auto [step, updates] = position;
    words_ = at::tensor(at::ArrayRef<std::int64_t>({group_.world().leads() ? std::int64_t{command} : 0, step,
                                                    -step, updates, -updates, count, -count}),
                        at::kLong);
    guarded("the control exchange", [&] {
        std::vector<at::Tensor> tensors{words_};
        c10d::AllreduceOptions options;
        options.reduceOp = c10d::ReduceOp::MAX;
        work_ = group_.control()->allreduce(tensors, options);
    });
}

void Agreement::mark(FlightLine::State state) {
    if (group_.record()) group_.record()->leave(ticket_, state);
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
    if (words[1] != -words[2] || words[3] != -words[4] || words[5] != -words[6])
        throw Error(7603,
                    fmt::format("the ranks disagree: steps {} to {}, updates {} to {}, collectives {} to {}",
                                -words[2], words[1], -words[4], words[3], -words[6], words[5]),
                    fmt::format("rank {}, step {}", group_.world().rank, last_step_),
                    "resume from the last checkpoint");
    return static_cast<int>(words[0]);
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

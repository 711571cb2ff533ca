// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/pipeline/peer_link.h"

#include "memory/torch_headers.h"

#include <fmt/format.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

namespace tunedesk::parallel {

namespace {

constexpr int no_tag = 0; // messages between two ranks arrive in order

GroupCalls::Call message_of(const at::Tensor& tensor, Purpose purpose, bool sends) {
    return {.op = CollectiveOp::message, .purpose = purpose, .tensor = &tensor, .sends = sends};
}

} // namespace

PeerLink::PeerLink(Group& group, int peer) : group_(group), peer_(peer) {}
PeerLink::~PeerLink() = default;

void PeerLink::note(FlightRecord::Ticket recorded, FlightLine::State state) const {
    if (const auto& record = group_.calls().record()) record->leave(recorded, state);
}

void PeerLink::wait(FlightRecord::Ticket recorded, const std::string& what,
                    const std::function<void()>& work) {
    try {
        guarded(what, work);
    } catch (...) {
        note(recorded, FlightLine::State::failed);
        throw;
    }
    note(recorded, FlightLine::State::done);
}

void PeerLink::send(const at::Tensor& tensor, Purpose purpose) {
    std::vector<at::Tensor> tensors{tensor.detach().contiguous()};
    const FlightRecord::Ticket recorded =
        group_.calls().enter_message(group_.world().rank, peer_, message_of(tensors[0], purpose, true));
    wait(recorded, fmt::format("sending the {}", name_of(purpose)), [&] {
        auto work = group_.data()->send(tensors, peer_, no_tag);
        sent_.push_back({tensors[0], std::move(work), purpose, recorded});
    });
}

void PeerLink::receive(const at::Tensor& into, Purpose purpose) {
    std::vector<at::Tensor> tensors{into};
    const FlightRecord::Ticket recorded =
        group_.calls().enter_message(peer_, group_.world().rank, message_of(into, purpose, false));
    wait(recorded, fmt::format("receiving the {}", name_of(purpose)),
         [&] { group_.data()->recv(tensors, peer_, no_tag)->wait(); });
}

void PeerLink::settle(std::size_t most) {
    while (sent_.size() > most) {
        const Sent& oldest = sent_.front();
        note(oldest.recorded, FlightLine::State::waiting);
        wait(oldest.recorded, fmt::format("sending the {}", name_of(oldest.purpose)),
             [&] { oldest.work->wait(); });
        sent_.pop_front();
    }
}

} // namespace tunedesk::parallel

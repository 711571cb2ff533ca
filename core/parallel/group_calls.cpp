// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/group_calls.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <algorithm>
#include <cstdlib>

namespace tunedesk::parallel {

GroupCalls::GroupCalls(const GroupKey& key, std::shared_ptr<FlightRecord> record)
    : key_(key), run_(new Run{std::move(record), {{"world", 0}}}) {}

GroupCalls::GroupCalls(const GroupCalls& whole, const GroupKey& key, std::size_t place)
    : key_(key), run_(whole.run_), place_(place) {
    run_->counts[place].collectives = 0;
}

std::size_t GroupCalls::of_part(const std::string& name) const {
    run_->counts.push_back({name, std::nullopt});
    return run_->counts.size() - 1;
}

FlightRecord::Ticket GroupCalls::enter(const Call& call) {
    const bool counts = call.channel == GroupKey::Channel::data;
    const std::int64_t sequence = ++(counts ? *run_->counts[place_].collectives : control_calls_);
    if (counts && call.tensor) {
        const std::uint64_t share = call.tensor->nbytes() / key_.count * (key_.count - 1u);
        run_->bytes_sent += call.op == CollectiveOp::sum ? 2 * share : share;
    }
    GroupKey key = key_;
    if (!counts) key.channel = call.channel;
    return recorded(key, sequence, call);
}

FlightRecord::Ticket GroupCalls::enter_message(int from, int to, const Call& call) {
    if (call.sends && call.tensor) run_->bytes_sent += call.tensor->nbytes();
    const auto distance = static_cast<std::uint16_t>(std::abs(to - from) * key_.stride);
    const auto first = static_cast<std::uint16_t>(key_.first + std::min(from, to) * key_.stride);
    using enum GroupKey::Channel;
    const GroupKey key{from < to ? forward : back, first, distance, 2};
    return recorded(key, ++messages_[key], call);
}

FlightRecord::Ticket GroupCalls::recorded(const GroupKey& key, std::int64_t sequence,
                                          const Call& call) const {
    if (!run_->record) return 0;
    FlightLine line;
    line.group = key;
    line.sequence = static_cast<std::uint64_t>(sequence);
    line.op = call.op;
    line.purpose = call.purpose;
    if (call.tensor) {
        line.bytes = call.tensor->nbytes();
        const std::string_view type = c10::toString(call.tensor->scalar_type());
        std::ranges::copy(type.substr(0, line.element_type.size()), line.element_type.begin());
    }
    static_assert(backward_phase == static_cast<std::uint8_t>(memory::Phase::backward));
    line.phase = static_cast<std::uint8_t>(memory::phase());
    line.block = call.block;
    line.step = run_->step;
    line.state = call.state;
    return run_->record->enter(line);
}

} // namespace tunedesk::parallel

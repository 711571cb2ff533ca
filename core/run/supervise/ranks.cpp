// SPDX-License-Identifier: GPL-3.0-or-later
// The facts on which decisions about a supervised run are based: messages and ends of ranks, and elapsed
// time.

#include "base/clock.h"
#include "base/error.h"
#include "event/warning_id.h"
#include "run/devices/rank_memory.h"
#include "run/supervise/supervisor_state.h"
#include "run/surroundings.h"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <string_view>

namespace tunedesk::run {

namespace {

/// A message of one of these types; std::nullopt for any other payload.
std::optional<Json> message_of(const std::string& payload,
                               std::initializer_list<std::string_view> types) try {
    const auto is_named = [&](std::string_view type) {
        return payload.find(fmt::format("\"{}\"", type)) != std::string::npos;
    };
    if (std::ranges::none_of(types, is_named)) return std::nullopt;
    Json message = parse_message(payload);
    const auto is_type = [&](std::string_view type) { return message["type"] == type; };
    return std::ranges::any_of(types, is_type) ? std::optional(std::move(message)) : std::nullopt;
} catch (const Error&) {
    return std::nullopt;
}

} // namespace

void Supervisor::State::tick() {
    const double now = monotonic_seconds();
    watch->on_turn();
    if (lock.is_lost() && !policy.is_restarting()) check_folder();
    perform(policy.tick(now));
    if (policy.is_restarting()) return;
    check_calls(now);
    check_devices(now);
    if (launch.claims_devices) devices.claim(now, settings);
}

void Supervisor::State::check_folder() try {
    lock.require_held();
    identity.require_same();
} catch (const Error& error) {
    perform(policy.failed(monotonic_seconds(), error));
}

/// With Gloo and NCCL, ranks that call different collectives may wait forever, or sum unrelated data.
void Supervisor::State::check_calls(double now) {
    if (calls.is_due(now) && calls.disagree(ranks.read_flights()))
        perform(policy.failed(now, Error(ErrorId::collectives_differ)));
}

void Supervisor::State::check_devices(double now) {
    if (const std::string sharing = devices.gpus().sharing_notice(); !sharing.empty())
        publisher.log("warning", sharing, event::warning::device_shared);
    if (const std::string lost = devices.gpus().lost(); !lost.empty()) perform(policy.gpu_lost(now, lost));
    const bool wanted = launch.preset.logging.level != Preset::LogLevel::none &&
                        policy.control().is_ready() && !is_end(policy.state());
    if (devices.is_report_due(now) && wanted) report_devices(now);
}

void Supervisor::State::report_devices(double now) {
    std::vector<RankUse> uses;
    for (const RankStatus& rank : policy.ranks()) {
        if (rank.end || rank.is_remote) continue;
        RankMemory memory;
        memory.rank = rank.index;
        memory.pid = ranks.pid(rank.index);
        read_usage(memory);
        uses.push_back({memory.rank, memory.pid, rank.step, memory.rss_bytes, rank.gpu_allocated_bytes});
    }
    publisher.publish(devices.report(now, uses));
}

void Supervisor::State::welcome_rank(std::unique_ptr<Connection> connection, const Json& hello,
                                     const std::string& payload) {
    const int rank = ranks.sender(hello);
    if (rank < 0) return socket.refuse(std::move(connection), "a Hello with a wrong token");
    if (policy.ranks().at(static_cast<std::size_t>(rank)).said_hello)
        return socket.refuse(std::move(connection), "a second Hello of the same rank");
    ranks.connect(rank, std::move(connection));
    hear(rank, payload);
}

void Supervisor::State::rank_disconnected(int rank, const std::string& reason) {
    policy.disconnected(monotonic_seconds(), rank);
    if (!reason.empty()) publisher.log("warning", fmt::format("rank {}'s connection: {}", rank, reason));
}

void Supervisor::State::hear(int rank, const std::string& payload) {
    // Not counted as a sign of life of rank 0: a separate thread relays it.
    if (rank == 0 && launch.task.size > 1)
        if (const auto message = message_of(payload, {"Relayed", "Left"})) return hear_relayed(*message);
    const double now = monotonic_seconds();
    policy.sign_of_life(now, rank);
    try {
        if (payload.find("\"Sync\"") != std::string::npos) {
            const Json message = parse_message(payload);
            if (message["type"] == "Sync") {
                check_folder();
                publisher.sync();
                const auto through = static_cast<std::uint64_t>(event::number(message, "rank_seq", 0));
                ranks.send(rank, Json{{"type", "Synced"}, {"rank_seq", through}}.dump());
                return;
            }
        }
        event::Event event = event::parse_event(payload);
        event.rank = rank;
        event.seq = 0;
        if (event.type == event::Type::Hello) event.fields.erase("token");
        const std::optional<std::string> pruned =
            pruner && rank == 0 ? pruner->take(event) : std::optional<std::string>();
        perform(policy.heard(now, rank, event), &event);
        if (pruned) perform(policy.command_arrived(now, event::Command::stop, *pruned).second);
    } catch (const Error& error) {
        socket.warn(fmt::format("rank {} sent an invalid event: {}", rank, error.message()));
    }
}

void Supervisor::State::rank_ended(int rank, ProcessEnd end) {
    // Its last events may still be in the socket, or not accepted yet; they take precedence over the exit
    // code.
    if (!ranks.is_connected(rank)) socket.read_pending();
    ranks.drain(rank);
    const auto kills = oom_kills();
    const bool out_of_memory = kills && *kills > oom_kills_before.value_or(0);
    perform(policy.rank_ended(monotonic_seconds(), rank, end, out_of_memory));
    if (rank == 0) end_remote_ranks(end);
}

void Supervisor::State::hear_relayed(const Json& message) {
    const double index = event::number(message, "rank", -1);
    const bool is_known = index >= 0 && index < static_cast<double>(policy.ranks().size());
    if (!is_known || ranks.has(static_cast<int>(index)))
        return socket.warn("rank 0 relayed a message from a rank that is not in another task");
    const int rank = static_cast<int>(index);
    if (message["type"] == "Relayed") {
        const std::string frame = text_field(message, "frame");
        // Not counted as a sign of life: a separate thread sends it.
        const auto flight = message_of(frame, {"Flight"});
        return flight ? calls.on_flight(rank, *flight, monotonic_seconds()) : hear(rank, frame);
    }
    const RankStatus& status = policy.ranks().at(static_cast<std::size_t>(rank));
    if (status.end) return;
    const auto goodbye = message.find("goodbye");
    const bool well = goodbye != message.end() && goodbye->is_boolean() && goodbye->get<bool>();
    // A rank that has reported a failure exits because of it.
    const ProcessEnd end =
        well ? ProcessEnd{.code = status.said_failed ? 7 : 0} : ProcessEnd{.code = 1, .vanished = true};
    perform(policy.rank_ended(monotonic_seconds(), rank, end, false));
    calls.on_remote_end(ranks.read_flights(), monotonic_seconds());
}

/// Without rank 0, nothing more is received from them, and they end with its store.
void Supervisor::State::end_remote_ranks(ProcessEnd end) {
    for (int rank = 0; rank < launch.preset.parallel.processes; ++rank) {
        if (policy.is_restarting() || policy.ranks().empty()) return;
        const RankStatus& status = policy.ranks().at(static_cast<std::size_t>(rank));
        if (status.is_remote && !status.end)
            perform(policy.rank_ended(monotonic_seconds(), rank, end, false));
    }
}

event::Reply Supervisor::State::carry_out(event::Command command) {
    const auto [reply, decisions] = policy.command_arrived(monotonic_seconds(), command, {});
    perform(decisions);
    return reply;
}

} // namespace tunedesk::run

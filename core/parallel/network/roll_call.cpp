// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/network/roll_call.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/host_figures.h"
#include "base/json.h"
#include "memory/torch_headers.h"
#include "parallel/network/addresses.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <thread>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace tunedesk::parallel {

namespace {

using Patience = std::chrono::milliseconds;

const std::string word_key = "roll/word", verdict_key = "roll/verdict";

constexpr double reading_seconds = 10;
/// Ranks whose file system is too slow to see a collected file receive it through the store.
constexpr Patience collecting_patience(2000);

std::string key_of_rank(int rank) {
    return fmt::format("roll/{}", rank);
}

void set_text(c10d::Store& store, const std::string& key, const std::string& text) {
    store.set(key, std::vector<std::uint8_t>(text.begin(), text.end()));
}

Json get_json(c10d::Store& store, const std::string& key) {
    const std::vector<std::uint8_t> bytes = store.get(key);
    try {
        return parse_json(std::string(bytes.begin(), bytes.end()), key, ErrorId::event_invalid);
    } catch (const Error&) {
        throw Error(ErrorId::rendezvous_bytes_invalid);
    }
}

double seconds_in(Patience time) {
    return std::chrono::duration<double>(time).count();
}

/// The ranks in a member. Throws Error 7660 if it is not a list of ranks.
std::vector<int> ranks_in(const Json& object, const char* name, int size) {
    std::vector<int> ranks;
    for (const Json& each : object.at(name)) {
        if (!each.is_number_integer() || each.get<int>() < 0 || each.get<int>() >= size)
            throw Error(ErrorId::rendezvous_bytes_invalid);
        ranks.push_back(each.get<int>());
    }
    return ranks;
}

/// Whether RUN/.rendezvous contains the word with this hash, waiting until the file is visible.
bool reads_word(const World& world, const std::string& hash, Patience patience) {
    const double deadline = monotonic_seconds() + seconds_in(patience);
    for (;;) {
        const auto invitation = read_invitation(world);
        if (invitation && content_hash(invitation->word) == hash) return true;
        if (monotonic_seconds() > deadline) return false;
        std::this_thread::sleep_for(Patience(100));
    }
}

} // namespace

std::chrono::milliseconds shared_folder_patience(std::chrono::milliseconds timeout) {
    return std::min<Patience>(std::chrono::seconds(60), timeout / 2);
}

Error not_shared(const World& world, const std::string& reader, const std::string& writer) {
    return Error(ErrorId::run_folder_not_shared, {reader, writer}, world.shared_folder);
}

/// Sends this rank's identity, its route to rank 0, and whether it sees rank 0's file.
void RollCall::answer() const {
    if (world.leads()) set_text(*store, word_key, Json(content_hash(word)).dump());
    const Patience patience = world.collects ? collecting_patience : shared_folder_patience(timeout);
    const bool shares =
        world.leads() || reads_word(world, get_json(*store, word_key).get<std::string>(), patience);
    const Json entry{{"host", host_name()}, {"address", own_address(connection)}, {"shares", shares}};
    set_text(*store, key_of_rank(world.rank), entry.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void RollCall::require_present(const std::string& key, int rank, double deadline) const {
    while (!store->check({key})) {
        if (monotonic_seconds() < deadline) {
            std::this_thread::sleep_for(Patience(20));
            continue;
        }
        const std::vector<std::string> strangers = refused ? refused() : std::vector<std::string>();
        if (!strangers.empty())
            throw not_shared(world, fmt::format("{}", fmt::join(strangers, ", ")), host_name());
        std::vector<int> missing;
        for (; rank < world.size; ++rank)
            if (!store->check({key_of_rank(rank)})) missing.push_back(rank);
        throw Error(ErrorId::ranks_not_met,
                    {fmt::format("{:.0f}", seconds_in(timeout * 3 / 4)),
                     fmt::format("{}", fmt::join(missing, ", ")),
                     fmt::format("{}:{}", world.master_address, world.master_port)},
                    host_name());
    }
}

/// On rank 0: receives all answers and announces the verdict.
void RollCall::conclude() const {
    // The timeouts of other ranks and of a supervisor end later, so that they receive the reason.
    const double deadline = monotonic_seconds() + seconds_in(timeout) * 0.75;
    std::set<std::string> apart;
    std::vector<int> remote_ranks;
    std::string elsewhere;
    for (int rank = 0; rank < world.size; ++rank) {
        require_present(key_of_rank(rank), rank, deadline);
        const Json entry = get_json(*store, key_of_rank(rank));
        if (!entry.value("shares", false)) {
            apart.insert(text_field(entry, "host"));
            remote_ranks.push_back(rank);
        }
        const std::string address = text_field(entry, "address");
        if (elsewhere.empty() && !is_loopback_address(address)) elsewhere = address;
    }
    const Json verdict{{"apart", world.collects ? "" : fmt::format("{}", fmt::join(apart, ", "))},
                       {"remote_ranks", remote_ranks},
                       {"writer", host_name()},
                       {"elsewhere", elsewhere}};
    set_text(*store, verdict_key, verdict.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// Waits until all have read the verdict: the store ends with rank 0.
void RollCall::await_readers() const {
    const auto key_of_reader = [](int rank) { return fmt::format("roll/read/{}", rank); };
    if (!world.leads()) return set_text(*store, key_of_reader(world.rank), "1");
    std::vector<std::string> readers;
    for (int rank = 1; rank < world.size; ++rank)
        readers.push_back(key_of_reader(rank));
    const double deadline = monotonic_seconds() + reading_seconds;
    while (!store->check(readers) && monotonic_seconds() < deadline)
        std::this_thread::sleep_for(Patience(20));
}

RollCall::Met RollCall::hold() const {
    answer();
    if (world.leads()) conclude();
    const Json verdict = get_json(*store, verdict_key);
    const std::string apart = text_field(verdict, "apart");
    if (!apart.empty()) {
        await_readers();
        throw not_shared(world, apart, text_field(verdict, "writer"));
    }
    const std::string own = own_address(connection), elsewhere = text_field(verdict, "elsewhere");
    const std::string routed = is_loopback_address(own) ? routed_address(elsewhere) : own;
    // Without a route all ranks are on this machine, although they report several nodes.
    return {routed.empty() ? "127.0.0.1" : routed, ranks_in(verdict, "remote_ranks", world.size)};
}

} // namespace tunedesk::parallel

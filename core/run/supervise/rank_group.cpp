// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/rank_group.h"

#include "base/random.h"
#include "event/diagnosis.h"
#include "event/event.h"
#include "run/supervise/supervisor.h"
#include "run/supervise/task_ranks.h"

#include <iterator>

namespace tunedesk::run {

namespace {

RankLaunch rank_launch(const Launch& launch, const TaskRanks& task, int rank, int port,
                       const std::string& token, const fs::path& preset) {
    RankLaunch how{launch.worker, {launch.folder.root.string()}, {}, launch.folder.log(rank)};
    if (!preset.empty()) how.arguments.insert(how.arguments.end(), {"--preset", preset.string()});
    if (launch.resume) how.arguments.push_back("--resume");
    if (launch.allow_change) how.arguments.push_back("--allow-change");
    if (launch.collects) how.arguments.push_back("--collect");
    how.environment = task.environment(rank, port);
    how.environment.emplace_back("TUNEDESK_FLIGHT_RECORD", launch.folder.flight_record(rank).string());
    if (task.leads())
        how.environment.insert(how.environment.end(), {{"TUNEDESK_SOCKET", launch.folder.socket().string()},
                                                       {"TUNEDESK_TOKEN", token}});
    else
        how.environment.emplace_back("TUNEDESK_RELAY", "1");
    if (launch.visible_devices) how.environment.emplace_back("CUDA_VISIBLE_DEVICES", *launch.visible_devices);
    return how;
}

} // namespace

void RankGroup::start(const Launch& launch, int port, const std::vector<int>& inherited,
                      const std::function<void(int rank)>& started, const fs::path& preset) {
    const TaskRanks task(launch.task, launch.preset.parallel.processes);
    token_ = random_token(); // messages of earlier ranks are rejected
    folder_ = launch.folder;
    first_ = task.first();
    for (int index = first_; index < first_ + task.count(); ++index) {
        RankLaunch how = rank_launch(launch, task, index, port, token_, preset);
        how.inherited = inherited;
        how.inherited.insert(how.inherited.end(), launch.claim_descriptors.begin(),
                             launch.claim_descriptors.end());
        Rank& rank = *ranks_.emplace_back(std::make_unique<Rank>());
        rank.process.on_end = [this, index](ProcessEnd end) { handlers_.ended(index, end); };
        rank.process.start(how);
        started(index);
    }
}

void RankGroup::clear() {
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
        std::error_code ignored;
        fs::remove(folder_.flight_record(first_ + static_cast<int>(rank)), ignored);
    }
    ranks_.clear();
}

RankGroup::Rank* RankGroup::find(int rank) const {
    const int place = rank - first_;
    return place >= 0 && place < std::ssize(ranks_) ? ranks_[static_cast<std::size_t>(place)].get() : nullptr;
}

std::vector<parallel::Flight> RankGroup::read_flights() const {
    std::vector<parallel::Flight> flights;
    for (int rank = first_; rank < first_ + std::ssize(ranks_); ++rank)
        if (auto flight = parallel::read_flight(folder_.flight_record(rank)); flight && flight->rank == rank)
            flights.push_back(std::move(*flight));
    return flights;
}

int RankGroup::sender(const Json& hello) const {
    const double index = event::number(hello, "rank", -1);
    const auto given = hello.find("token");
    const bool known = given != hello.end() && given->is_string() && given->get<std::string>() == token_ &&
                       index >= 0 && index <= event::most_ranks && has(static_cast<int>(index));
    return known ? static_cast<int>(index) : -1;
}

void RankGroup::connect(int rank, std::unique_ptr<Connection> connection) {
    connection->on_frame = [this, rank](const std::string& frame) { handlers_.received(rank, frame); };
    connection->on_closed = [this, rank](const std::string& reason) { handlers_.disconnected(rank, reason); };
    at(rank).connection = std::move(connection);
}

void RankGroup::drain(int rank) {
    if (at(rank).connection) at(rank).connection->drain();
}

void RankGroup::send(int rank, const std::string& payload) {
    if (const Rank* found = find(rank); found && found->connection) found->connection->send(payload);
}

void RankGroup::signal(int number) {
    for (const auto& rank : ranks_)
        rank->process.signal(number);
}

void RankGroup::kill() {
    for (const auto& rank : ranks_)
        rank->process.kill_group();
}

std::vector<int> RankGroup::pids() const {
    std::vector<int> pids;
    for (const auto& rank : ranks_)
        pids.push_back(rank->process.pid());
    return pids;
}

} // namespace tunedesk::run

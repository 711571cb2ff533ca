// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "event/folder/run_folder.h"
#include "parallel/ranks/flight_record.h"
#include "run/supervise/connection.h"
#include "run/supervise/rank_process.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::run {

struct Launch;

/// The processes of a run's ranks, each with its connection once its Hello has come. Thread rule: the event
/// loop's.
class RankGroup {
public:
    struct Handlers {
        std::function<void(int rank, const std::string& payload)> received;
        /// `reason` is empty for a plain end of the stream.
        std::function<void(int rank, const std::string& reason)> disconnected;
        std::function<void(int rank, ProcessEnd end)> ended;
    };
    explicit RankGroup(Handlers handlers) : handlers_(std::move(handlers)) {}
    ~RankGroup() { clear(); }
    RankGroup(const RankGroup&) = delete;
    RankGroup& operator=(const RankGroup&) = delete;

    /// Starts every rank of the launch that is this task's (TaskRanks); they meet at `port`. `inherited`:
    /// descriptors of the folder's lock. `preset`: a file of it for ranks that RUN's is not written for yet;
    /// "": RUN's. `started` hears of each that runs. Throws as RankProcess::start().
    void start(const Launch& launch, int port, const std::vector<int>& inherited,
               const std::function<void(int rank)>& started, const fs::path& preset = {});
    /// Kills and forgets them, and removes their flight records.
    void clear();

    /// The rank that a Hello comes from, by the token that start() gave; -1 if it is from none of these.
    int sender(const Json& hello) const;
    void connect(int rank, std::unique_ptr<Connection> connection);
    /// Whether the rank is a process of this machine, and not another task's.
    bool has(int rank) const { return find(rank) != nullptr; }
    bool is_connected(int rank) const { return at(rank).connection != nullptr; }
    /// Reads what a rank whose process has ended had sent.
    void drain(int rank);
    /// Nothing where the rank is not connected.
    void send(int rank, const std::string& payload);

    /// To every process alone.
    void signal(int number);
    /// SIGKILL to every process group.
    void kill();
    int pid(int rank) const { return at(rank).process.pid(); }
    std::vector<int> pids() const;
    /// What the ranks have called of collectives until now, those that are stopped or dead included; without
    /// those that have no record.
    std::vector<parallel::Flight> read_flights() const;
    bool is_asleep(int rank) const { return has(rank) && at(rank).process.is_asleep(); }

private:
    struct Rank {
        RankProcess process;
        std::unique_ptr<Connection> connection;
    };
    Rank* find(int rank) const;
    Rank& at(int rank) const { return *ranks_.at(static_cast<std::size_t>(rank - first_)); }

    const Handlers handlers_;
    std::string token_;
    event::RunFolder folder_; ///< of the ranks
    int first_ = 0;
    std::vector<std::unique_ptr<Rank>> ranks_; ///< from first_ on
};

} // namespace tunedesk::run

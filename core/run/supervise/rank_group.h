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

/// The processes of a run's ranks, each with its connection after its Hello. Thread rule: the event loop's.
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

    /// Starts this task's ranks of the launch (TaskRanks), with rendezvous at `port`. `inherited`:
    /// descriptors of the folder's lock. `preset`: the preset's file if preset.yaml is not written yet; "":
    /// preset.yaml. Calls `started` for each rank. Throws as RankProcess::start().
    void start(const Launch& launch, int port, const std::vector<int>& inherited,
               const std::function<void(int rank)>& started, const fs::path& preset = {});
    /// Kills and removes all ranks, and their flight records.
    void clear();

    /// The rank that sent a Hello, if it has the token that start() generated; else -1.
    int sender(const Json& hello) const;
    void connect(int rank, std::unique_ptr<Connection> connection);
    /// Whether the rank was started here and not by another task.
    bool has(int rank) const { return find(rank) != nullptr; }
    bool is_connected(int rank) const { return at(rank).connection != nullptr; }
    /// Reads what an ended rank had sent before its end.
    void drain(int rank);
    /// Sends a message; does nothing if the rank is not connected.
    void send(int rank, const std::string& payload);

    /// Sends a signal to every rank's process, not to its group.
    void signal(int number);
    /// Sends SIGKILL to every rank's process group.
    void kill();
    int pid(int rank) const { return at(rank).process.pid(); }
    std::vector<int> pids() const;
    /// The flight records of this task's ranks, stopped and dead ones included; ranks without a record are
    /// left out.
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
    event::RunFolder folder_; ///< the run's folder
    int first_ = 0;
    std::vector<std::unique_ptr<Rank>> ranks_; ///< from first_ on
};

} // namespace tunedesk::run

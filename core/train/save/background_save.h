// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/save/checkpoint_files.h"
#include "train/save/joint_write.h"

#include <atomic>
#include <exception>
#include <functional>
#include <thread>

namespace tunedesk::train {

/// Saves a checkpoint while training continues: each rank copies its state to host memory, for which training
/// waits, and a thread writes the copy. The memory is reused. All ranks make the same calls, except
/// is_done(). Thread rule: the training thread.
class BackgroundSave {
public:
    /// All references must outlive this.
    BackgroundSave(parallel::Group& group, const Strategy& strategy);
    /// Cancels a save that is not committed yet. Waits for a disk operation in progress.
    ~BackgroundSave();
    BackgroundSave(const BackgroundSave&) = delete;
    BackgroundSave& operator=(const BackgroundSave&) = delete;

    /// Copies the state of `step`, then runs `commit` on a thread of rank 0. Its argument makes all ranks
    /// write their files into a folder, on their own threads. Not while is_started().
    void start(std::int64_t step, std::function<void(const JointWrite::Write& write_all)> commit);
    /// True between start() and wait().
    bool is_started() const { return thread_.joinable(); }
    /// Whether this rank's thread has ended: on rank 0, whether the checkpoint is committed or has failed.
    bool is_done() const { return done_; }
    /// Waits for this rank's thread. Throws what `commit` has thrown on rank 0, and Error 7602 if the others
    /// can no longer be reached.
    void wait();

private:
    void lead(std::int64_t step, const std::function<void(const JointWrite::Write&)>& commit);
    void serve();

    parallel::Group& group_;
    const Strategy& strategy_;
    const bool joint_; ///< several ranks write files
    parallel::Requests requests_;
    std::int64_t count_ = 0; ///< number of saves, the same on all ranks
    RankStateCopy copy_;
    std::thread thread_;
    std::atomic<bool> done_ = false, broken_off_ = false;
    std::exception_ptr failed_;
};

} // namespace tunedesk::train

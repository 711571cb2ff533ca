// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/save/checkpoint_files.h"
#include "train/save/joint_write.h"

#include <atomic>
#include <exception>
#include <functional>
#include <thread>

namespace tunedesk::train {

/// Saves a checkpoint beside training: each rank copies what it saves into host memory, for which training
/// waits, and a thread of its own writes the copy. The memory stays for the next one. All ranks make the same
/// calls, but for is_done(). Thread rule: the training thread.
class BackgroundSave {
public:
    /// What it is given must outlive it.
    BackgroundSave(parallel::Group& group, const Strategy& strategy);
    /// Breaks off: what is not committed by then is not. Waits for the call to the disk that is under way.
    ~BackgroundSave();
    BackgroundSave(const BackgroundSave&) = delete;
    BackgroundSave& operator=(const BackgroundSave&) = delete;

    /// Copies the state of this step. Then runs `commit` on a thread of rank 0, where the function that it
    /// gets has all ranks write their files into a folder, on threads of theirs. Not while is_started().
    void start(std::int64_t step, std::function<void(const JointWrite::Write& write_all)> commit);
    /// From start() to wait().
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
    const bool joint_; ///< several ranks have files of their own
    parallel::Requests requests_;
    std::int64_t count_ = 0; ///< of saves, the same on all ranks
    RankStateCopy copy_;
    std::thread thread_;
    std::atomic<bool> done_ = false, broken_off_ = false;
    std::exception_ptr failed_;
};

} // namespace tunedesk::train

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/worker_bench.h"

#include <QTemporaryDir>
#include <memory>
#include <string>

namespace tunedesk::test {

/// A SLURM of two nodes, n1 and n2, on this machine: its daemons run in a process and a mount namespace of
/// their own, where the nodes' names resolve to loopback. With the object, or the test's process, the kernel
/// ends all that runs there.
class SlurmCluster {
public:
    explicit SlurmCluster(const WorkerBench& bench);
    ~SlurmCluster();
    SlurmCluster(const SlurmCluster&) = delete;
    SlurmCluster& operator=(const SlurmCluster&) = delete;

    /// Why it does not run; "" where it does.
    const std::string& problem() const { return problem_; }
    /// What programs need to reach it.
    Environment environment() const;
    /// A command of SLURM's to its end.
    Ended call(const QString& program, const QStringList& arguments) const;
    /// What squeue prints of a job's state; "" where it knows no such job.
    std::string state_of(const std::string& job) const;
    /// Waits until the job is in this state, "" for gone.
    bool reaches(const std::string& job, const std::string& state, int seconds = 60) const;

private:
    void write_settings() const;
    void start();
    std::string log_ends() const;

    const WorkerBench& bench_;
    QTemporaryDir folder_;
    std::string problem_;
    std::unique_ptr<QProcess> daemons_;
};

} // namespace tunedesk::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/worker_bench.h"

#include <QTemporaryDir>
#include <memory>
#include <string>

namespace tunedesk::test {

/// A SLURM cluster of two nodes, n1 and n2, on this machine: its daemons run in separate process and mount
/// namespaces, in which the nodes' names resolve to loopback. The kernel ends all its processes with the
/// object or the test's process.
class SlurmCluster {
public:
    explicit SlurmCluster(const WorkerBench& bench);
    ~SlurmCluster();
    SlurmCluster(const SlurmCluster&) = delete;
    SlurmCluster& operator=(const SlurmCluster&) = delete;

    /// Why it does not run; "" if it does.
    const std::string& problem() const { return problem_; }
    /// The environment that programs need to reach it.
    Environment environment() const;
    /// Runs a SLURM command to its end.
    Ended call(const QString& program, const QStringList& arguments) const;
    /// A job's state as printed by squeue; "" if the job is unknown.
    std::string state_of(const std::string& job) const;
    /// Waits until the job is in this state; "": until it is gone.
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

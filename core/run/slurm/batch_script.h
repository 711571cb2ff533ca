// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>

namespace tunedesk::run {

/// The values in a batch script for SLURM.
struct BatchJob {
    std::string name;                      ///< of the preset, any text
    fs::path program;                      ///< tunedesk, absolute
    fs::path run;                          ///< the run's folder, absolute; it has its preset.yaml
    int nodes = 1;                         ///< number of nodes, with one task each
    int cpus = 1;                          ///< CPUs per task
    int gpus = 0;                          ///< GPUs per node; 0: none requested
    std::string partition = {}, time = {}; ///< empty: the cluster's defaults
};

/// The script: a step with one task a node runs or resumes the run. USR1, which SLURM sends to the script 120
/// seconds before the time limit or a preemption, goes to the run, which saves, exits with 75 and requeues
/// the job; TERM stops it. Only `program` and `run` are given to the shell, each quoted; values in #SBATCH
/// lines are validated or reduced to plain characters. Each start generates a new secret for the ranks'
/// rendezvous. Throws Error 2037 if partition or time are invalid. Pure.
std::string batch_script(const BatchJob& job);

} // namespace tunedesk::run

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>

namespace tunedesk::run {

/// What a batch script of SLURM is made of.
struct BatchJob {
    std::string name;                      ///< of the preset, any text
    fs::path program;                      ///< tunedesk, absolute
    fs::path run;                          ///< the run's folder, absolute; it has its preset.yaml
    int nodes = 1;                         ///< one task each
    int cpus = 1;                          ///< of a task
    int gpus = 0;                          ///< of a node; 0: none is asked for
    std::string partition = {}, time = {}; ///< empty: the cluster's defaults
};

/// The script: a step with one task a node runs or resumes the run. USR1, which SLURM sends to the script 120
/// seconds before the time limit or a preemption, goes to the run, which saves, ends with 75 and asks for the
/// job to be started again; TERM stops it. Only `program` and `run` are given to the shell, each quoted; what
/// stands in #SBATCH lines is checked or made of plain characters. Each start makes a new secret for the
/// ranks' rendezvous. Throws Error 2037 if partition or time are none. Pure.
std::string batch_script(const BatchJob& job);

} // namespace tunedesk::run

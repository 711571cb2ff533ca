// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::app {

/// The arguments of `best`.
struct BestOptions {
    std::string preset, run_dir;
    std::vector<std::string> sets;
    double minutes = 10;
    bool json = false;
};

/// Chooses length, batch and learning rate by short trials, plans runs that fit into the time, trains them in
/// the queue with pruning, lets the best one train on where time is left, and prints a table with one
/// recommended model. SIGINT or SIGTERM stops the runs with a checkpoint. Every call has runs of its own.
/// Returns 0 with a recommendation of a run that was not interrupted, 75 where it was or the time was too
/// short, else the first failed run's code. Throws what checking, searching and queueing throw.
int run_best(const BestOptions& options);

} // namespace tunedesk::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::worker {

/// `--try memory|learning-rate FOLDER [--limit BYTES] [--from RATE] [--to RATE] [--steps N]`: tries
/// FOLDER/preset.yaml with a few steps of one rank, and prints each result as a line of JSON
/// (train/loop/trial.h).
int try_preset(int argc, char** argv);

} // namespace tunedesk::worker

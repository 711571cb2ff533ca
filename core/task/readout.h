// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::task {

/// The hidden rows that a model's head reads.
enum class Readout {
    first, ///< of each sequence its first token's
    last,  ///< of each sequence its last token's
    mean,  ///< of each sequence the mean of its tokens'
    every  ///< each token's
};

} // namespace tunedesk::task

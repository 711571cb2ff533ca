// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::task {

/// The hidden rows that a model's head reads.
enum class Readout {
    first, ///< the first token of each sequence
    last,  ///< the last token of each sequence
    mean,  ///< the mean over the tokens of each sequence
    every  ///< every token
};

} // namespace tunedesk::task

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <string>

namespace tunedesk::event {

/// Lines of a language model's training in the form of PyTorch's tutorial:
/// `| epoch   1 |    10/ 2928 batches | lr 5.00 | ms/batch 12.34 | loss  8.12 | ppl  3364.15`. A batch is an
/// optimizer's step. Thread rule: one thread.
class BatchLines {
public:
    /// The line of a Step or an Eval event, of a Step on several data ranks a line for each, "[rank 0] |
    /// ...", with its own loss; empty for others, and for all of a run whose Started event, which must have
    /// come before, is of another task.
    std::string take(const Event& event);
    /// Of the run whose Started event was taken.
    bool is_language_model() const { return epoch_steps_ >= 1; }

private:
    std::string step_lines(const Json& fields) const;
    std::string step_line(const Json& fields, double loss) const;
    std::string evaluation_line(const Event& event);

    double epoch_steps_ = 0; ///< of an epoch; 0: another task
    double began_ = 0;       ///< the epoch, UTC seconds
};

} // namespace tunedesk::event

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
    /// Formats a Step or an Eval event. A Step with losses of several data ranks gives one line per rank,
    /// each beginning with "[rank N]". Empty for other events, before the run's Started event, and for runs
    /// of other tasks than language modeling.
    std::string take(const Event& event);
    /// Whether the last Started event was of a language model.
    bool is_language_model() const { return epoch_steps_ >= 1; }

private:
    std::string step_lines(const Json& fields) const;
    std::string step_line(const Json& fields, double loss) const;
    std::string evaluation_line(const Event& event);

    double epoch_steps_ = 0; ///< optimizer steps per epoch; 0: not a language model
    double began_ = 0;       ///< UTC seconds of the Started event or the last evaluation
};

} // namespace tunedesk::event

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/phrase.h"
#include "event/folder/run_folder.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The training that a technique's losses are compared with.
enum class Beside { host_fp32, host_same, device_fp32 };

/// A training of the self-check and its comparison.
struct Technique {
    Phrase comparison;
    const char* technique;         ///< "": every training needs it
    std::vector<std::string> sets; ///< as --set
    Beside beside;
    double tolerance;       ///< absolute, of a loss; 0: the weights must be bitwise equal
    int capability;         ///< minimum compute capability, 10 * major + minor
    const char* needs = ""; ///< another technique that must have passed
};

/// All trainings of the self-check, in order; the first is the fp32 one.
const std::vector<Technique>& techniques();

/// The results of a training.
struct Trained {
    std::map<std::int64_t, double> losses; ///< by step
    fs::path weights;                      ///< the final model's
};
Trained read_trained(const event::RunFolder& run);

/// The largest difference of the losses of a step; infinite if the steps differ or a loss is not finite.
double largest_difference(const Trained& a, const Trained& b);
bool have_same_weights(const Trained& a, const Trained& b);

} // namespace tunedesk::run

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

/// The training beside which another is put.
enum class Beside { host_fp32, host_same, device_fp32 };

/// A training of the check, and what its losses are compared with.
struct Technique {
    Phrase comparison;
    const char* technique;         ///< "": every training needs it
    std::vector<std::string> sets; ///< as --set
    Beside beside;
    double tolerance;       ///< of a loss, absolute; 0: the weights must be equal to the bit
    int capability;         ///< least compute capability, 10 * major + minor
    const char* needs = ""; ///< another technique that it shows nothing without
};

/// All trainings of the check, in order; the first is the one in fp32.
const std::vector<Technique>& techniques();

/// What a training has left.
struct Trained {
    std::map<std::int64_t, double> losses; ///< by step
    fs::path weights;                      ///< the final model's
};
Trained read_trained(const event::RunFolder& run);

/// The largest difference of two losses of one step; infinite where the steps differ or one is no number.
double largest_difference(const Trained& a, const Trained& b);
bool have_same_weights(const Trained& a, const Trained& b);

} // namespace tunedesk::run

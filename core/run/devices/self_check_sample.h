// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <span>
#include <string>

namespace tunedesk::run {

/// The training data and model of a GPU's self-check: a BERT of two layers and 128 columns with random
/// weights, and 160 rows of made-up words in two classes, in a folder. Large enough that activations are
/// offloaded, small enough for twenty steps in a second.
class SelfCheckSample {
public:
    /// Writes config.json, the tokenizer and the rows. Throws Errors of the disk.
    explicit SelfCheckSample(fs::path folder);

    fs::path model() const { return folder_ / "model"; }
    /// A preset of twenty steps, every loss logged, as a file; `sets` as --set. Throws PresetError.
    fs::path preset(const std::string& name, std::span<const std::string> sets) const;
    fs::path run(const std::string& name) const { return folder_ / name; }

private:
    fs::path folder_;
};

} // namespace tunedesk::run

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"
#include "base/json.h"
#include "base/phrase.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// One comparison of a GPU's self-check.
struct CheckedRow {
    enum class Outcome { passed, failed, not_offered, not_reached };
    Phrase comparison;     ///< PhraseId::check_libraries and those behind it
    std::string technique; ///< what is left out where it fails (see techniques()); "": the device itself
    Outcome outcome = Outcome::not_reached;
    double figure = 0, tolerance = 0; ///< what was found, what is allowed
    double seconds = 0;
    Phrase reason;        ///< why it failed, where that is no figure; why it was not made
    bool passing = false; ///< time or memory did not suffice: another check may end otherwise
};

/// What a self-check has found of one GPU, with this driver, LibTorch and build.
struct DeviceVerdict {
    std::string uuid, name, driver, libtorch, build;
    std::string versions;           ///< of CUDA and NCCL, "" if the check did not come so far
    std::vector<int> architectures; ///< that LibTorch has kernels for, 10 * major + minor
    int compute_major = 0, compute_minor = 0;
    std::string checked; ///< when, UTC
    double seconds = 0;  ///< that the check took
    std::vector<CheckedRow> rows;

    /// All that every training needs is right: rows without a technique were made and passed.
    bool is_good() const;
    /// Techniques that failed, are not offered or were not reached, each once.
    std::vector<std::string> left_out() const;
    /// "good", "good, without static_graph", "failed: training fp32 differs by 0.3 (0.001 allowed)".
    std::string summary() const;
    /// Whether another check would say the same of the device itself: it did not want time or memory. What
    /// it wanted for a technique leaves that one out.
    bool is_lasting() const;
    /// The first row without a technique that did not pass.
    const CheckedRow* first_failure() const;
};

/// The text of a row beside its comparison: "differs by 0.3, 0.001 allowed", or its reason.
Phrase finding_of(const CheckedRow& row);
std::string outcome_name(CheckedRow::Outcome outcome);

/// The mark of this build in a verdict: version, worker and library for GPUs.
std::string build_stamp();
/// LibTorch's version, as this program was built with; "" without LibTorch.
std::string built_libtorch();

/// The kept verdict of a GPU with the driver, LibTorch and build of now, in
/// state_home()/devices/verdicts/KEY.json; std::nullopt if there is none.
std::optional<DeviceVerdict> read_verdict(const Gpu& gpu, const std::string& driver);
/// Keeps it where it is_lasting(); else the one that was kept before stays. Throws Errors of the disk.
void write_verdict(const DeviceVerdict& verdict);

Json to_json(const DeviceVerdict& verdict);
/// Throws Error 5614 if the text is no verdict.
DeviceVerdict parse_verdict(const std::string& text, const std::string& where);

} // namespace tunedesk::run

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
    std::string technique; ///< technique to leave out if it fails (see techniques()); "": the device itself
    Outcome outcome = Outcome::not_reached;
    double figure = 0, tolerance = 0; ///< the measured difference and the allowed one
    double seconds = 0;
    Phrase reason;        ///< why it failed, if not by `figure`, or why it was not made
    bool passing = false; ///< a passing problem: time or memory did not suffice
};

/// The result of a GPU's self-check with a driver, LibTorch and build.
struct DeviceVerdict {
    std::string uuid, name, driver, libtorch, build;
    std::string versions;           ///< of CUDA and NCCL, "" if the check did not come so far
    std::vector<int> architectures; ///< compute capabilities of LibTorch's kernels, 10 * major + minor
    int compute_major = 0, compute_minor = 0;
    std::string checked; ///< time of the check, UTC
    double seconds = 0;  ///< duration of the check
    std::vector<CheckedRow> rows;

    /// Whether the device can train: all rows without a technique were made and passed.
    bool is_good() const;
    /// Techniques that failed, are not supported or were not reached, each once.
    std::vector<std::string> left_out() const;
    /// "good", "good, without static_graph", "failed: training fp32 differs by 0.3 (0.001 allowed)".
    std::string summary() const;
    /// Whether another check would give the same result for the device itself: no row without a technique
    /// lacked time or memory.
    bool is_lasting() const;
    /// The first row without a technique that did not pass.
    const CheckedRow* first_failure() const;
};

/// The text of a row beside its comparison: "differs by 0.3, 0.001 allowed", or its reason.
Phrase finding_of(const CheckedRow& row);
std::string outcome_name(CheckedRow::Outcome outcome);

/// Identifies this build in a verdict: version, worker and GPU library.
std::string build_stamp();
/// LibTorch's version, as this program was built with; "" without LibTorch.
std::string built_libtorch();

/// Reads the stored verdict of a GPU for the current driver, LibTorch and build from
/// state_home()/devices/verdicts/KEY.json; std::nullopt if there is none.
std::optional<DeviceVerdict> read_verdict(const Gpu& gpu, const std::string& driver);
/// Stores the verdict if it is_lasting(); else keeps the stored one. Throws errors of writing a file.
void write_verdict(const DeviceVerdict& verdict);

Json to_json(const DeviceVerdict& verdict);
/// Throws Error 5614 if the text is no verdict.
DeviceVerdict parse_verdict(const std::string& text, const std::string& where);

} // namespace tunedesk::run

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A user's notes about a run, stored in state_home()/notes/IDENTITY.json and not in the run folder, which
/// stays unchanged and may be on a read-only disk.
struct RunNote {
    std::string title; ///< shown instead of the preset's name; empty: none
    std::string text;
    std::vector<std::string> tags;
    bool pinned = false, archived = false;

    bool operator==(const RunNote&) const = default;
};

/// Reads a run's note; an empty note if there is none or it cannot be read.
RunNote read_note(const event::RunFolder& folder);
/// Writes a run's note; removes the file for an empty note. Throws Error 5001 or 5002 if it cannot be
/// written, 5032 if it cannot be removed.
void write_note(const event::RunFolder& folder, const RunNote& note);

/// The run that others are compared with (state_home()/baseline.json); std::nullopt if none is chosen.
std::optional<fs::path> baseline();
/// Sets the baseline; std::nullopt removes it. Throws as write_note() does.
void set_baseline(const std::optional<fs::path>& run);

} // namespace tunedesk::run

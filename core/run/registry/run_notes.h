// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A user's notes about a run. They are stored beside the register (state_home()/notes/IDENTITY.json), never
/// among the run's own files, so that a run stays as its supervisor left it and may lie on a disk that is
/// read-only.
struct RunNote {
    std::string title; ///< shown instead of the preset's name; empty: none
    std::string text;
    std::vector<std::string> tags;
    bool pinned = false, archived = false;

    bool operator==(const RunNote&) const = default;
};

/// An empty note where there is none, or where it cannot be read.
RunNote read_note(const event::RunFolder& folder);
/// An empty note leaves no file. Throws Error 5001 or 5002 if it cannot be written, 5032 if it cannot be
/// removed.
void write_note(const event::RunFolder& folder, const RunNote& note);

/// The run that others are measured against (state_home()/baseline.json), where one is chosen.
std::optional<fs::path> baseline();
/// Nothing forgets it. Throws as write_note() does.
void set_baseline(const std::optional<fs::path>& run);

} // namespace tunedesk::run
